// See the header. A function whose address is taken may be called there and then; one that a thread starts
// with is not called.

#include "patch/callers.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

namespace heddle::patch {

namespace {

bool startsThread(const clang::Stmt* s) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(s);
  const clang::FunctionDecl* f = call == nullptr ? nullptr : call->getDirectCallee();
  return f != nullptr && f->getIdentifier() != nullptr &&
         (f->getName() == "pthread_create" || f->getName() == "thrd_create");
}

template <typename Visit>
void functionsIn(const clang::Stmt* s, Visit&& visit) {
  if (s == nullptr) return;
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(s))
    if (const auto* f = llvm::dyn_cast<clang::FunctionDecl>(name->getDecl())) visit(s, f);
  for (const clang::Stmt* child : s->children()) {
    const auto* argument = llvm::dyn_cast_or_null<clang::Expr>(child);
    if (startsThread(s) && argument != nullptr &&
        llvm::isa<clang::DeclRefExpr>(argument->IgnoreParenCasts()) && child != *s->child_begin())
      continue;
    functionsIn(child, visit);
  }
}

} // namespace

std::string Callers::keyOf(const Tree& tree, const clang::FunctionDecl* f) {
  std::string key = f->getName().str();
  if (f->isExternallyVisible()) return key;
  const clang::FunctionDecl* definition = f->getDefinition();
  const clang::FileEntry* file = tree.fileOf((definition != nullptr ? definition : f)->getBeginLoc());
  return (file == nullptr ? "" : file->tryGetRealPathName().str()) + ":" + key;
}

Callers::Callers(const Trees& trees) {
  for (const auto& tree : trees.all())
    for (const clang::Decl* d : tree->context().getTranslationUnitDecl()->decls()) {
      const auto* f = llvm::dyn_cast<clang::FunctionDecl>(d);
      if (f == nullptr || f->getIdentifier() == nullptr || !f->isThisDeclarationADefinition()) continue;
      definitions_.try_emplace(keyOf(*tree, f), Definition{tree.get(), f});
      functionsIn(f->getBody(), [&](const clang::Stmt* s, const clang::FunctionDecl* used) {
        uses_[keyOf(*tree, used)].push_back({tree.get(), s});
      });
    }
}

std::set<std::string> Callers::reachable(const Tree& tree,
                                         const std::vector<const clang::Stmt*>& statements) const {
  std::set<std::string> found;
  std::vector<Definition> todo;
  const auto look = [&](const Tree& at, const clang::Stmt* s) {
    functionsIn(s, [&](const clang::Stmt*, const clang::FunctionDecl* f) {
      const std::string key = keyOf(at, f);
      if (!found.insert(key).second) return;
      if (const auto known = definitions_.find(key); known != definitions_.end())
        todo.push_back(known->second);
    });
  };
  for (const clang::Stmt* s : statements) look(tree, s);
  while (!todo.empty()) {
    const Definition next = todo.back();
    todo.pop_back();
    look(*next.tree, next.function->getBody());
  }
  return found;
}

const std::vector<Callers::Use>& Callers::usesOf(const std::string& key) const {
  static const std::vector<Use> none;
  const auto found = uses_.find(key);
  return found == uses_.end() ? none : found->second;
}

} // namespace heddle::patch
