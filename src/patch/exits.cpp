// See the header. The value that is returned is computed inside of the section, unless it is a constant or a
// variable that nobody else can reach.

#include "patch/exits.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

#include <algorithm>

namespace heddle::patch {

namespace {

const clang::FunctionDecl* calledBy(const clang::Stmt* s) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(s);
  return call == nullptr ? nullptr : call->getDirectCallee();
}

bool endsThread(const clang::Stmt* s) {
  const clang::FunctionDecl* f = calledBy(s);
  return f != nullptr && f->getIdentifier() != nullptr &&
         (f->getName() == "pthread_exit" || f->getName() == "thrd_exit");
}

class ExitFinder {
public:
  ExitFinder(const Function& function, const Span& span, Exits& exits)
      : function_(function), span_(span), exits_(exits) {}

  // `breaks`, `continues`: such a jump stays in the section.
  void visit(const clang::Stmt* s, bool breaks, bool continues) {
    if (s == nullptr) return;
    if (leaves(s, breaks, continues)) add(s);
    const bool loop = llvm::isa<clang::WhileStmt, clang::DoStmt, clang::ForStmt>(s);
    for (const clang::Stmt* child : s->children())
      visit(child, breaks || loop || llvm::isa<clang::SwitchStmt>(s), continues || loop);
  }

private:
  bool leaves(const clang::Stmt* s, bool breaks, bool continues) const {
    if (llvm::isa<clang::BreakStmt>(s)) return !breaks;
    if (llvm::isa<clang::ContinueStmt>(s)) return !continues;
    if (const auto* jump = llvm::dyn_cast<clang::GotoStmt>(s))
      return !span_.contains(jump->getLabel()->getStmt());
    return llvm::isa<clang::ReturnStmt>(s) || endsThread(s);
  }

  void add(const clang::Stmt* s) {
    const clang::Stmt* p = span_.body->parent(s);
    const bool statement =
        llvm::isa<clang::CompoundStmt, clang::LabelStmt, clang::SwitchCase>(p) || isBodyOf(s, p);
    if (!statement || span_.isHead() || !function_.file.tree.extent(s))
      function_.file.refuse(function_.file.tree.offset(s->getBeginLoc()),
                            "the section is left within an expression or a macro here",
                            "write it as a statement of its own");
    exits_[s].push_back(&span_);
  }

  const Function& function_;
  const Span& span_;
  Exits& exits_;
};

// May it be evaluated after the lock was given up?
bool isOwn(const Function& f, const clang::Expr* e) {
  e = e->IgnoreParenImpCasts();
  if (e->isEvaluatable(f.file.tree.context())) return true;
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(e);
  const auto* variable = name == nullptr ? nullptr : llvm::dyn_cast<clang::VarDecl>(name->getDecl());
  if (variable == nullptr || !variable->hasLocalStorage() || variable->getType().isVolatileQualified())
    return false;
  bool shared = false;
  walk(f.body.function()->getBody(), [&](const clang::Stmt* s) {
    const auto* address = llvm::dyn_cast<clang::UnaryOperator>(s);
    if (address == nullptr || address->getOpcode() != clang::UO_AddrOf) return;
    const auto* of = llvm::dyn_cast<clang::DeclRefExpr>(address->getSubExpr()->IgnoreParens());
    shared = shared || of == nullptr || of->getDecl() == variable;
  });
  return !shared;
}

class Rewriter {
public:
  Rewriter(Function& f, const clang::Stmt* exit, const std::vector<std::string>& unlocks)
      : f_(f), exit_(exit), unlocks_(unlocks), extent_(f.extent(exit)), indent_(f.indent(exit)) {}

  void run() {
    if (f_.isAlone(exit_)) f_.brace(exit_);
    const auto* r = llvm::dyn_cast<clang::ReturnStmt>(exit_);
    if (computes(f_, exit_)) return returnValue(r->getRetValue());
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(exit_);
        call != nullptr && !isOwn(f_, call->getArg(0)))
      return endThread(call->getArg(0));
    before(unlocks_, 0);
  }

private:
  void before(const std::vector<std::string>& lines, int level) {
    for (const std::string& line : lines)
      f_.edits.lineBefore(extent_.begin, {extent_.end, level::exit + level++}, line, indent_);
  }

  void after(const std::string& line, int level) {
    f_.edits.lineAfter(extent_.end, {extent_.begin, level::exit + 900 - level}, line, indent_, extent_.begin);
  }

  // A declaration can't follow a label.
  void separateFromLabel() {
    if (llvm::isa<clang::LabelStmt, clang::SwitchCase>(f_.body.parent(exit_))) f_.brace(exit_);
  }

  void returnValue(const clang::Expr* value) {
    const uint64_t keyword = extent_.begin, behind = keyword + std::string_view("return").size();
    const bool space = f_.edits.text()[behind] == ' ';
    int n = 0;
    if (value->getType()->isVoidType()) {
      f_.edits.replace(keyword, behind + (space ? 1 : 0), "");
      for (const std::string& unlock : unlocks_) after(unlock, n++);
      return after("return;", n);
    }
    separateFromLabel();
    const std::string name = f_.fresh("result", f_.scopeOf(exit_));
    const std::string declared = f_.declare(f_.body.function()->getReturnType(), name, extent_.begin);
    f_.edits.replace(keyword, behind, declared + (space ? " =" : " = "));
    for (const std::string& unlock : unlocks_) after(unlock, n++);
    after("return " + name + ";", n);
  }

  void endThread(const clang::Expr* value) {
    separateFromLabel();
    const std::string name = f_.fresh("result", f_.scopeOf(exit_));
    before(
        {f_.declare(value->getType(), name, extent_.begin) + " = " + f_.text(value->IgnoreImpCasts()) + ";"},
        0);
    before(unlocks_, 1);
    const std::optional<Extent> at = f_.file.tree.extent(value->getSourceRange());
    f_.edits.replace(at->begin, at->end, name);
  }

  Function& f_;
  const clang::Stmt* exit_;
  const std::vector<std::string>& unlocks_;
  const Extent extent_;
  const std::string indent_;
};

} // namespace

void findExits(const Function& function, const Span& span, Exits& exits) {
  ExitFinder finder(function, span, exits);
  for (const clang::Stmt* part : span.parts()) finder.visit(part, false, false);
}

bool computes(const Function& function, const clang::Stmt* exit) {
  const auto* r = llvm::dyn_cast<clang::ReturnStmt>(exit);
  return r != nullptr && r->getRetValue() != nullptr && !isOwn(function, r->getRetValue());
}

void rewriteExit(Function& function, const clang::Stmt* exit, const std::vector<std::string>& unlocks) {
  Rewriter(function, exit, unlocks).run();
}

bool completes(const clang::Stmt* s) {
  s = unlabelled(s);
  if (llvm::isa<clang::ReturnStmt, clang::BreakStmt, clang::ContinueStmt, clang::GotoStmt>(s)) return false;
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(s))
    return block->body_empty() || completes(block->body_back());
  if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(s))
    return choice->getElse() == nullptr || completes(choice->getThen()) || completes(choice->getElse());
  const clang::FunctionDecl* f = calledBy(s);
  return f == nullptr || !(f->isNoReturn() || endsThread(s));
}

} // namespace heddle::patch
