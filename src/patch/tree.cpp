// See the header.

#include "patch/tree.h"

#include "llvm2ccfg/compile.h"
#include "llvm2ccfg/compile_commands.h"
#include "llvm2ccfg/overlay.h"
#include "sourcetree/statements.h"

#include <clang/AST/Expr.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/Preprocessor.h>

#include <algorithm>

namespace heddle::patch {

const clang::Stmt* tailOf(const clang::Stmt* s) {
  if (const auto* c = llvm::dyn_cast<clang::IfStmt>(s))
    return c->getElse() != nullptr ? c->getElse() : c->getThen();
  if (const auto* c = llvm::dyn_cast<clang::WhileStmt>(s)) return c->getBody();
  if (const auto* c = llvm::dyn_cast<clang::ForStmt>(s)) return c->getBody();
  if (const auto* c = llvm::dyn_cast<clang::SwitchStmt>(s)) return c->getBody();
  if (const auto* c = llvm::dyn_cast<clang::LabelStmt>(s)) return c->getSubStmt();
  if (const auto* c = llvm::dyn_cast<clang::SwitchCase>(s)) return c->getSubStmt();
  if (const auto* c = llvm::dyn_cast<clang::AttributedStmt>(s)) return c->getSubStmt();
  return nullptr;
}

const clang::Stmt* unlabelled(const clang::Stmt* s) {
  while (llvm::isa<clang::LabelStmt, clang::SwitchCase, clang::AttributedStmt>(s)) s = tailOf(s);
  return s;
}

const clang::Expr* conditionOf(const clang::Stmt* s) {
  if (const auto* c = llvm::dyn_cast<clang::IfStmt>(s)) return c->getCond();
  if (const auto* c = llvm::dyn_cast<clang::WhileStmt>(s)) return c->getCond();
  if (const auto* c = llvm::dyn_cast<clang::DoStmt>(s)) return c->getCond();
  if (const auto* c = llvm::dyn_cast<clang::ForStmt>(s)) return c->getCond();
  if (const auto* c = llvm::dyn_cast<clang::SwitchStmt>(s)) return c->getCond();
  return nullptr;
}

bool isBodyOf(const clang::Stmt* s, const clang::Stmt* control) {
  if (control == nullptr) return false;
  if (const auto* c = llvm::dyn_cast<clang::IfStmt>(control)) return s == c->getThen() || s == c->getElse();
  if (const auto* c = llvm::dyn_cast<clang::DoStmt>(control)) return s == c->getBody();
  return tailOf(control) == s;
}

// ---- one unit

Tree::Tree(std::unique_ptr<clang::ASTUnit> unit, std::string name)
    : unit_(std::move(unit)), name_(std::move(name)) {}

bool Tree::knows(const std::string& name) const {
  clang::IdentifierInfo& id = context().Idents.get(name);
  return id.hasMacroDefinition() || id.getBuiltinID() != 0 || id.isKeyword(context().getLangOpts()) ||
         !context().getTranslationUnitDecl()->lookup(clang::DeclarationName(&id)).empty();
}

const clang::FileEntry* Tree::file(const std::string& name) const {
  const auto found = unit_->getFileManager().getOptionalFileRef(llvm2ccfg::canonicalName(name));
  if (!found) return nullptr;
  const clang::FileEntry* f = &found->getFileEntry();
  return sources().translateFile(f).isValid() ? f : nullptr;
}

bool Tree::isMain(const clang::FileEntry* f) const {
  return sources().getFileEntryForID(sources().getMainFileID()) == f;
}

bool Tree::isSystem(const clang::FileEntry* f) const {
  const clang::SourceLocation l = sources().getLocForStartOfFile(sources().translateFile(f));
  return clang::SrcMgr::isSystem(sources().getFileCharacteristic(l));
}

const clang::FileEntry* Tree::fileOf(clang::SourceLocation l) const {
  return sources().getFileEntryForID(sources().getFileID(sources().getExpansionLoc(l)));
}

std::string_view Tree::text(const clang::FileEntry* f) const {
  return sources().getBufferData(sources().translateFile(f));
}

uint64_t Tree::offset(clang::SourceLocation l) const {
  return sources().getFileOffset(sources().getExpansionLoc(l));
}

std::optional<Extent> Tree::extent(clang::SourceRange tokens) const {
  const clang::LangOptions& language = context().getLangOpts();
  clang::SourceLocation begin = tokens.getBegin(), end = tokens.getEnd();
  if (begin.isInvalid() || end.isInvalid()) return {};
  // An argument is no place of its own: the macro may use it twice.
  if (begin.isMacroID() && !clang::Lexer::isAtStartOfMacroExpansion(begin, sources(), language, &begin))
    return {};
  if (end.isMacroID() && !clang::Lexer::isAtEndOfMacroExpansion(end, sources(), language, &end)) return {};
  const auto [beginFile, first] = sources().getDecomposedLoc(begin);
  const auto [endFile, last] = sources().getDecomposedLoc(end);
  if (beginFile != endFile || last < first) return {};
  return Extent{first, last + clang::Lexer::MeasureTokenLength(end, sources(), language)};
}

std::optional<Extent> Tree::extent(const clang::Stmt* s) const {
  std::optional<Extent> own = extent(s->getSourceRange());
  if (!own) return {};
  if (const clang::Stmt* tail = tailOf(s)) {
    const std::optional<Extent> end = extent(tail);
    if (!end) return {};
    own->end = end->end;
    return own;
  }
  if (llvm::isa<clang::CompoundStmt, clang::DeclStmt, clang::NullStmt>(s)) return own;
  const clang::FileID file = sources().getFileID(sources().getExpansionLoc(s->getBeginLoc()));
  const auto last = sources().getLocForStartOfFile(file).getLocWithOffset(static_cast<int>(own->end - 1));
  const auto next = clang::Lexer::findNextToken(last, sources(), context().getLangOpts());
  if (!next || next->isNot(clang::tok::semi)) return {}; // it belongs to a macro
  own->end = sources().getFileOffset(next->getLocation()) + 1;
  return own;
}

std::optional<Extent> Tree::extent(Node n) const {
  if (n.part == Part::Whole) return extent(n.stmt);
  const auto* loop = llvm::dyn_cast<clang::ForStmt>(n.stmt);
  const clang::Stmt* unit = n.part == Part::Condition ? conditionOf(n.stmt)
                            : n.part == Part::Init    ? loop->getInit()
                                                      : loop->getInc();
  return extent(unit->getSourceRange());
}

// ---- one function

Body::Body(const Tree& tree, const clang::FunctionDecl* function) : tree_(tree), function_(function) {
  add(function->getBody(), nullptr);
}

void Body::add(const clang::Stmt* s, const clang::Stmt* parent) {
  parents_[s] = parent;
  all_.push_back(s);
  for (const clang::Stmt* child : s->children())
    if (child != nullptr) add(child, s);
}

const clang::Stmt* Body::parent(const clang::Stmt* s) const {
  const auto found = parents_.find(s);
  return found == parents_.end() ? nullptr : found->second;
}

bool Body::contains(const clang::Stmt* outer, const clang::Stmt* inner) const {
  while (inner != nullptr && inner != outer) inner = parent(inner);
  return inner == outer;
}

std::optional<Node> Body::find(Extent wanted, ccfg::StatementKind kind) const {
  const Part part = kind == ccfg::StatementKind::Condition ? Part::Condition
                    : kind == ccfg::StatementKind::Init    ? Part::Init
                    : kind == ccfg::StatementKind::Step    ? Part::Step
                                                           : Part::Whole;
  for (const clang::Stmt* s : all_) {
    const auto* loop = llvm::dyn_cast<clang::ForStmt>(s);
    if (part == Part::Condition && conditionOf(s) == nullptr) continue;
    if (part == Part::Init && (loop == nullptr || loop->getInit() == nullptr)) continue;
    if (part == Part::Step && (loop == nullptr || loop->getInc() == nullptr)) continue;
    if (part == Part::Whole && llvm::isa<clang::Expr>(s)) { // only as a statement
      const clang::Stmt* p = parent(s);
      if (!llvm::isa<clang::CompoundStmt>(p) && !isBodyOf(s, p)) continue;
    }
    const std::optional<Extent> e = tree_.extent(Node{s, part});
    if (!e || e->begin != wanted.begin) continue;
    const bool semicolon = part == Part::Init && e->end == wanted.end + 1; // of a declaration
    if (e->end == wanted.end || semicolon) return Node{s, part};
  }
  return {};
}

// ---- all

Trees::Trees(const llvm2ccfg::FrontendOptions& compiled) {
  for (const llvm2ccfg::CompileRequest& r : llvm2ccfg::compileRequests(compiled))
    if (!r.file.ends_with(".bc") && !r.file.ends_with(".ll"))
      all_.push_back(
          std::make_unique<Tree>(llvm2ccfg::syntaxTree(r), sourcetree::nameFromHere(r.file, r.directory)));
}

const Tree* Trees::of(const std::string& name) const {
  const Tree* includes = nullptr;
  for (const auto& tree : all_) {
    const clang::FileEntry* f = tree->file(name);
    if (f == nullptr) continue;
    if (tree->isMain(f)) return tree.get();
    if (includes == nullptr) includes = tree.get();
  }
  return includes;
}

const Body* Trees::body(const Tree& tree, const clang::FunctionDecl* f) {
  std::unique_ptr<Body>& known = bodies_[f];
  if (known == nullptr) known = std::make_unique<Body>(tree, f);
  return known.get();
}

const Body* Trees::bodyAt(const Tree& tree, const std::string& name, uint64_t offset) {
  const clang::FileEntry* file = tree.file(name);
  for (const clang::Decl* d : tree.context().getTranslationUnitDecl()->decls()) {
    const auto* f = llvm::dyn_cast<clang::FunctionDecl>(d);
    if (f == nullptr || !f->isThisDeclarationADefinition() || f->getBody() == nullptr) continue;
    const clang::SourceRange range = f->getBody()->getSourceRange();
    if (tree.fileOf(range.getBegin()) == file && tree.fileOf(range.getEnd()) == file &&
        tree.offset(range.getBegin()) <= offset && offset <= tree.offset(range.getEnd()))
      return body(tree, f);
  }
  return nullptr;
}

} // namespace heddle::patch
