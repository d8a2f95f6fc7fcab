// See the header.

#include "patch/function.h"

#include <clang/AST/Expr.h>
#include <clang/AST/PrettyPrinter.h>
#include <clang/Lex/Preprocessor.h>

#include <algorithm>

namespace heddle::patch {

Extent Function::extent(Node n) const {
  const std::optional<Extent> e = file.tree.extent(n);
  if (e && file.tree.fileOf(n.stmt->getBeginLoc()) == file.entry) return *e;
  const clang::Stmt* s = n.stmt;
  file.refuse(file.tree.fileOf(s->getBeginLoc()) == file.entry ? file.tree.offset(s->getBeginLoc()) : 0,
              "this statement of '" + body.name() + "' comes from a macro or another file",
              "take the whole use of the macro, or write the macro out");
}

std::string Function::text(const clang::Expr* e) const {
  const std::optional<Extent> at = file.tree.extent(e->getSourceRange());
  if (at) return text(*at);
  file.refuse(file.tree.offset(e->getBeginLoc()), "this expression comes in part from a macro",
              "write the macro out");
}

bool Function::isAlone(const clang::Stmt* s) const {
  const clang::Stmt* p = body.parent(s);
  while (p != nullptr && llvm::isa<clang::LabelStmt, clang::SwitchCase, clang::AttributedStmt>(p))
    p = body.parent(p);
  return p != nullptr && !llvm::isa<clang::CompoundStmt>(p);
}

// That of its line; or, if it is not the first there, as deep as what is around it on the line makes it.
std::string Function::indent(const clang::Stmt* s) const {
  const uint64_t begin = file.tree.offset(s->getBeginLoc());
  if (edits.startsLine(begin)) return edits.lineIndent(begin);
  std::string out = edits.lineIndent(begin);
  const uint64_t line = edits.lineBegin(begin);
  for (const clang::Stmt* p = body.parent(s); p != nullptr; s = p, p = body.parent(p)) {
    if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(p)) {
      const bool beside = std::ranges::any_of(block->body(), [&](const clang::Stmt* sibling) {
        const uint64_t at = file.tree.offset(sibling->getBeginLoc());
        return sibling != s && edits.lineBegin(at) == line && edits.startsLine(at) &&
               unlabelled(sibling) == sibling;
      });
      if (beside) break;
      if (edits.lineBegin(file.tree.offset(p->getBeginLoc())) == line) out += edits.unit();
    } else if (isBodyOf(s, p) && !llvm::isa<clang::CompoundStmt>(s)) {
      const bool chain = llvm::isa<clang::IfStmt>(s) && llvm::isa<clang::IfStmt>(p); // else if
      if (edits.lineBegin(file.tree.offset(p->getBeginLoc())) == line && !chain) out += edits.unit();
    }
    if (edits.lineBegin(file.tree.offset(p->getBeginLoc())) != line) break;
  }
  return out;
}

// ---- braces

// Does the file put the `{` of a control statement on a line of its own?
bool Function::opensOnOwnLine() const {
  int own = 0;
  const auto& tokens = edits.tokens();
  for (size_t i = 1; i < tokens.size(); ++i) {
    if (edits.spelling(tokens[i]) != "{") continue;
    const std::string_view before = edits.spelling(tokens[i - 1]);
    const bool control =
        before == "else" || before == "do" || (before == ")" && edits.lineIndent(tokens[i].begin) != "");
    if (control) own += edits.startsLine(tokens[i].begin) ? 1 : -1;
  }
  return own > 0;
}

void Function::brace(const clang::Stmt* s) {
  if (!braced_.insert(s).second) return;
  const clang::Stmt* control = body.parent(s);
  const Extent e = extent(s);
  const size_t first = edits.tokenFrom(e.begin);
  const Edits::Token& head = edits.tokens()[first - 1];
  const bool isElse = edits.spelling(head) == "else";
  const uint64_t anchor = isElse ? head.begin : extent(control).begin;
  const std::string outer = isElse ? edits.lineIndent(head.begin) : indent(control);
  // `else if` becomes deeper by a step, as if it had been written so.
  const bool chain =
      isElse && llvm::isa<clang::IfStmt>(s) && edits.lineBegin(head.begin) == edits.lineBegin(e.begin);
  const std::string inner = edits.startsLine(e.begin) ? edits.lineIndent(e.begin)
                            : chain                   ? outer
                                                      : outer + edits.unit();
  if (chain) edits.indentMore(e.begin, e.end);
  if (opensOnOwnLine() && !llvm::isa<clang::LabelStmt, clang::SwitchCase>(control))
    edits.lineAfter(head.end, {UINT64_MAX, level::brace}, "{", outer, anchor);
  else
    edits.attachAfter(head.end, " {");
  edits.breakAfter(head.end, inner);
  closeBefore(s, e.end, outer, head.begin);
}

// `head`: where the token before the body begins.
void Function::closeBefore(const clang::Stmt* s, uint64_t end, const std::string& outer, uint64_t head) {
  const size_t next = edits.tokenFrom(end);
  const clang::Stmt* control = body.parent(s);
  const auto* choice = llvm::dyn_cast<clang::IfStmt>(control);
  const bool goesOn = llvm::isa<clang::DoStmt>(control) ||
                      (choice != nullptr && s == choice->getThen() && choice->getElse() != nullptr);
  if (goesOn && (!opensOnOwnLine() || llvm::isa<clang::DoStmt>(control))) {
    edits.attachBefore(edits.tokens()[next].begin, "} ");
    edits.breakAfter(end, outer);
  } else {
    edits.lineAfter(end, {head, level::end}, "}", outer, extent(control).begin);
    if (goesOn) edits.breakAfter(end, outer);
  }
}

// ---- names

std::string Function::fresh(const std::string& base, Extent scope) {
  const Extent all = extent(body.compound());
  const auto clashes = [&](const std::string& name) {
    if (file.tree.knows(name)) return true;
    for (const clang::ParmVarDecl* p : body.function()->parameters())
      if (p->getName() == name) return true;
    for (size_t i = edits.tokenFrom(all.begin); i < edits.tokens().size() && edits.tokens()[i].end <= all.end;
         ++i)
      if (edits.spelling(edits.tokens()[i]) == name) return true;
    return std::ranges::any_of(taken_, [&](const Taken& t) {
      return t.name == name && t.scope.begin < scope.end && scope.begin < t.scope.end;
    });
  };
  std::string name = base;
  for (unsigned n = 2; clashes(name); ++n) name = base + std::to_string(n);
  taken_.push_back({name, scope});
  return name;
}

Extent Function::scopeOf(const clang::Stmt* s) const {
  const uint64_t begin = extent(s).begin;
  const clang::Stmt* p = body.parent(s);
  while (p != nullptr && !llvm::isa<clang::CompoundStmt>(p)) {
    if (isBodyOf(s, p) && !llvm::isa<clang::LabelStmt, clang::SwitchCase, clang::AttributedStmt>(p)) break;
    s = p;
    p = body.parent(p);
  }
  return {begin, extent(p != nullptr && llvm::isa<clang::CompoundStmt>(p) ? p : s).end};
}

std::string Function::declare(clang::QualType type, const std::string& name, uint64_t at) const {
  clang::PrintingPolicy policy(file.tree.context().getLangOpts());
  policy.Bool = file.tree.preprocessor().getMacroInfo(&file.tree.context().Idents.get("bool")) != nullptr;
  std::string out = name;
  type.getUnqualifiedType().getAsStringInternal(out, policy);
  if (out.find("(unnamed") != std::string::npos || out.find("(anonymous") != std::string::npos)
    file.refuse(at, "the type of this value has no name", "give it one");
  return out;
}

} // namespace heddle::patch
