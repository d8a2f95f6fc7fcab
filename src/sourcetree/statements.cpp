// One walk over the body of each function; see the header.

#include "sourcetree/statements.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

namespace heddle::sourcetree {

namespace {

using ccfg::StatementId;
using ccfg::StatementKind;

struct Tokens { // first and last
  size_t first, last;
};

StatementKind kindOf(const clang::Stmt* s) {
  if (llvm::isa<clang::Expr>(s)) return StatementKind::Expression;
  switch (s->getStmtClass()) {
  case clang::Stmt::DeclStmtClass:
    return StatementKind::Declaration;
  case clang::Stmt::ReturnStmtClass:
    return StatementKind::Return;
  case clang::Stmt::GotoStmtClass:
  case clang::Stmt::IndirectGotoStmtClass:
  case clang::Stmt::BreakStmtClass:
  case clang::Stmt::ContinueStmtClass:
    return StatementKind::Jump;
  case clang::Stmt::GCCAsmStmtClass:
    return StatementKind::Assembler;
  case clang::Stmt::IfStmtClass:
    return StatementKind::If;
  case clang::Stmt::WhileStmtClass:
    return StatementKind::While;
  case clang::Stmt::DoStmtClass:
    return StatementKind::Do;
  case clang::Stmt::ForStmtClass:
    return StatementKind::For;
  case clang::Stmt::SwitchStmtClass:
    return StatementKind::Switch;
  case clang::Stmt::LabelStmtClass:
  case clang::Stmt::CaseStmtClass:
  case clang::Stmt::DefaultStmtClass:
    return StatementKind::Label;
  case clang::Stmt::NullStmtClass:
    return StatementKind::Empty;
  default:
    return StatementKind::Compound;
  }
}

class Collector : public clang::ASTConsumer {
public:
  Collector(const ExpandedSource& source, std::string directory, StatementTable& table,
            StatementOfToken& ofToken)
      : source_(source), directory_(std::move(directory)), table_(table), ofToken_(ofToken) {}

  void HandleTranslationUnit(clang::ASTContext& context) override {
    sources_ = &context.getSourceManager();
    ofToken_.assign(source_.size(), 0);
    for (const clang::Decl* d : context.getTranslationUnitDecl()->decls()) {
      const auto* f = llvm::dyn_cast<clang::FunctionDecl>(d);
      if (f != nullptr && f->isThisDeclarationADefinition() && f->getBody() != nullptr) function(*f);
    }
  }

private:
  // ---- tokens

  std::optional<size_t> tokenAt(clang::SourceLocation l) const {
    if (l.isInvalid() || !l.isFileID() || sources_->getFileID(l) != sources_->getMainFileID()) return {};
    return source_.tokenAt(sources_->getFileOffset(l));
  }

  std::optional<Tokens> tokensOf(const clang::Stmt* s) const {
    const std::optional<size_t> first = tokenAt(s->getBeginLoc()), last = tokenAt(s->getEndLoc());
    if (!first || !last || *last < *first) return {};
    return Tokens{*first, *last};
  }

  void mark(Tokens t, StatementId id) {
    for (size_t i = t.first; i <= t.last; ++i) ofToken_[i] = id;
  }

  // ---- rows

  StatementId row(StatementKind kind, StatementId parent) {
    ccfg::Statement s;
    s.kind = kind;
    s.function = function_;
    s.parent = parent;
    table_.rows.push_back(std::move(s));
    return static_cast<StatementId>(table_.rows.size() - 1);
  }

  void setExtent(StatementId id, Tokens t) {
    const std::optional<ExpandedSource::Extent> extent = source_.extent(t.first, t.last);
    if (!extent) return; // stays empty
    ccfg::Statement& s = table_.rows[id];
    s.file = table_.files.add(nameFromHere(extent->file, directory_));
    s.begin = extent->begin;
    s.end = extent->end;
    s.macro = extent->macro;
  }

  void function(const clang::FunctionDecl& f) {
    const std::optional<Tokens> t = tokensOf(f.getBody());
    if (!t) return;
    const auto first = static_cast<StatementId>(table_.rows.size());
    function_ = f.getName().str();
    statement(f.getBody(), 0);
    dropEmpty(first, *t);
  }

  // Takes out the rows that have no extent.
  void dropEmpty(StatementId first, Tokens t) {
    std::vector<StatementId> renamed, parents;
    std::vector<ccfg::Statement> kept;
    for (StatementId old = first; old < table_.rows.size(); ++old) {
      ccfg::Statement& s = table_.rows[old];
      s.parent = s.parent == 0 ? 0 : parents[s.parent - first];
      const bool stays = s.begin < s.end;
      renamed.push_back(stays ? static_cast<StatementId>(first + kept.size()) : 0);
      parents.push_back(stays ? renamed.back() : s.parent);
      if (stays) kept.push_back(std::move(s));
    }
    for (size_t i = t.first; i <= t.last; ++i)
      if (ofToken_[i] >= first) ofToken_[i] = renamed[ofToken_[i] - first];
    table_.rows.resize(first);
    for (ccfg::Statement& s : kept) table_.rows.push_back(std::move(s));
  }

  // ---- statements

  // Gives the last token, the `;` behind it included.
  size_t statement(const clang::Stmt* s, StatementId parent) {
    if (const auto* a = llvm::dyn_cast<clang::AttributedStmt>(s)) return statement(a->getSubStmt(), parent);
    const std::optional<Tokens> tokens = tokensOf(s);
    if (!tokens) return 0;
    const StatementKind kind = kindOf(s);
    const StatementId id = row(kind, parent);
    Tokens t = *tokens;
    mark(t, isUnit(kind) ? id : 0);
    if (isUnit(kind))
      statementsWithin(s, id);
    else
      t.last = std::max(t.last, parts(s, id, t));
    setExtent(id, t);
    const bool ends = isUnit(kind) || kind == StatementKind::Do;
    if (!ends || source_.isSemicolon(t.last) || t.last + 1 == source_.size() ||
        !source_.isSemicolon(t.last + 1))
      return t.last;
    // A `;` in the file is the statement's, unless it is behind a macro that has other statements too.
    ++t.last;
    const std::optional<ExpandedSource::Extent> whole = source_.extent(t.first, t.last);
    if (whole && whole->exact) setExtent(id, t);
    return t.last;
  }

  // Expressions may contain statements.
  void statementsWithin(const clang::Stmt* s, StatementId id) {
    if (const auto* e = llvm::dyn_cast<clang::StmtExpr>(s)) {
      statement(e->getSubStmt(), id);
      return;
    }
    for (const clang::Stmt* child : s->children())
      if (child != nullptr) statementsWithin(child, id);
  }

  // What a statement is made of. Gives the last token.
  size_t parts(const clang::Stmt* s, StatementId id, Tokens t) {
    if (const auto* c = llvm::dyn_cast<clang::IfStmt>(s)) {
      heads(id, t, nullptr, c->getCond(), nullptr);
      const size_t last = statement(c->getThen(), id);
      return c->getElse() == nullptr ? last : statement(c->getElse(), id);
    }
    if (const auto* c = llvm::dyn_cast<clang::WhileStmt>(s)) {
      heads(id, t, nullptr, c->getCond(), nullptr);
      return statement(c->getBody(), id);
    }
    if (const auto* c = llvm::dyn_cast<clang::DoStmt>(s)) {
      heads(id, t, nullptr, c->getCond(), nullptr);
      statement(c->getBody(), id);
      return t.last;
    }
    if (const auto* c = llvm::dyn_cast<clang::ForStmt>(s)) {
      heads(id, t, c->getInit(), c->getCond(), c->getInc());
      return statement(c->getBody(), id);
    }
    if (const auto* c = llvm::dyn_cast<clang::SwitchStmt>(s)) {
      heads(id, t, nullptr, c->getCond(), nullptr);
      return statement(c->getBody(), id);
    }
    if (const auto* l = llvm::dyn_cast<clang::LabelStmt>(s)) return statement(l->getSubStmt(), id);
    if (const auto* l = llvm::dyn_cast<clang::SwitchCase>(s)) return statement(l->getSubStmt(), id);
    for (const clang::Stmt* child : s->children())
      if (child != nullptr) statement(child, id);
    return t.last;
  }

  // The head of a control statement: its other tokens are the condition's.
  void heads(StatementId id, Tokens t, const clang::Stmt* init, const clang::Stmt* condition,
             const clang::Stmt* step) {
    const StatementId first = head(StatementKind::Init, init, id);
    const StatementId decides = head(StatementKind::Condition, condition, id);
    const StatementId next = head(StatementKind::Step, step, id);
    mark(t, decides);
    fill(init, first);
    fill(condition, decides);
    fill(step, next);
  }

  // A part of it has no `;`.
  StatementId head(StatementKind kind, const clang::Stmt* s, StatementId parent) {
    std::optional<Tokens> t = s == nullptr ? std::nullopt : tokensOf(s);
    if (!t) return 0;
    if (t->last > t->first && source_.isSemicolon(t->last)) --t->last; // behind a declaration
    const StatementId id = row(kind, parent);
    setExtent(id, *t);
    return id;
  }

  void fill(const clang::Stmt* s, StatementId id) {
    if (id == 0) return;
    mark(*tokensOf(s), id);
    statementsWithin(s, id);
  }

  const ExpandedSource& source_;
  const std::filesystem::path directory_;
  StatementTable& table_;
  StatementOfToken& ofToken_;
  const clang::SourceManager* sources_ = nullptr;
  std::string function_;
};

} // namespace

std::string nameFromHere(const std::string& file, const std::filesystem::path& directory) {
  std::filesystem::path path(file);
  std::error_code ignored;
  if (path.is_relative() && !directory.empty() && directory != std::filesystem::current_path(ignored))
    path = directory / path;
  return path.lexically_normal().string();
}

std::unique_ptr<clang::ASTConsumer> collectStatements(const ExpandedSource& source,
                                                      const std::string& directory, StatementTable& table,
                                                      StatementOfToken& ofToken) {
  return std::make_unique<Collector>(source, directory, table, ofToken);
}

} // namespace heddle::sourcetree
