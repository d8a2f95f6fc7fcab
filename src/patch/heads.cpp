// See the header. A condition becomes a variable that is set where the condition is due: before an `if`, at
// the beginning of each round of a `while` or `for`, at the end of each round of a `do`.

#include "patch/heads.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

#include <algorithm>

namespace heddle::patch {

namespace {

const clang::Stmt* bodyOf(const clang::Stmt* loop) {
  const auto* rounds = llvm::dyn_cast<clang::DoStmt>(loop);
  return rounds != nullptr ? rounds->getBody() : tailOf(loop);
}

class HeadRewriter {
public:
  HeadRewriter(Function& f, Node head, const std::vector<HeadLock>& locks)
      : f_(f), head_(head), locks_(locks), control_(f.extent(head.stmt)), unit_(f.extent(head)) {}

  void run() {
    if (head_.part == Part::Init) return init();
    if (head_.part == Part::Step) return step();
    if (llvm::isa<clang::IfStmt, clang::SwitchStmt>(head_.stmt)) return choice();
    if (llvm::isa<clang::DoStmt>(head_.stmt)) return untilCondition();
    whileCondition();
  }

private:
  enum class At { Before, RoundBegin, RoundEnd };

  // The lines of the section with `line` inside, in their order, after and before others.
  void section(At at, const std::vector<std::string>& before, const std::string& inside,
               const std::vector<std::string>& after) {
    std::vector<std::string> lines = before;
    for (const HeadLock& l : locks_)
      if (!l.lock.empty()) lines.push_back(l.lock);
    lines.push_back(inside);
    for (size_t i = locks_.size(); i-- > 0;) lines.push_back(locks_[i].unlock);
    lines.insert(lines.end(), after.begin(), after.end());
    int n = 0;
    for (const std::string& line : lines) put(at, line, n++);
  }

  void put(At at, const std::string& line, int n) {
    if (at == At::Before) {
      f_.edits.lineBefore(control_.begin, {unit_.end, level::condition + n}, line, f_.indent(head_.stmt));
      return;
    }
    const uint64_t construct = at == At::RoundBegin ? UINT64_MAX : bodyHead_;
    f_.edits.lineAfter(at == At::RoundBegin ? bodyBegin_ : bodyEnd_, {construct, level::condition + 900 - n},
                       line, bodyIndent_, control_.begin);
  }

  // Where lines can be put into the body of a loop.
  void openBody() {
    const clang::Stmt* body = bodyOf(head_.stmt);
    const Extent e = f_.extent(body);
    const auto& tokens = f_.edits.tokens();
    if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(body)) {
      bodyHead_ = e.begin;
      bodyBegin_ = e.begin + 1;
      bodyEnd_ = tokens[f_.edits.tokenFrom(e.end - 1) - 1].end;
      const std::string outer = f_.edits.lineIndent(control_.begin);
      bodyIndent_ = block->body_empty() ? outer + f_.edits.unit() : f_.indent(block->body_front());
      return;
    }
    bodyIndent_ =
        f_.edits.startsLine(e.begin) ? f_.edits.lineIndent(e.begin) : f_.indent(head_.stmt) + f_.edits.unit();
    f_.brace(body);
    const Edits::Token& head = tokens[f_.edits.tokenFrom(e.begin) - 1];
    bodyHead_ = head.begin;
    bodyBegin_ = head.end;
    bodyEnd_ = e.end;
    if (llvm::isa<clang::NullStmt>(body)) f_.edits.removeStatement(e.begin, e.end);
  }

  void replaceUnit(const std::string& text) { f_.edits.replace(unit_.begin, unit_.end, text); }

  void beforeControl() {
    if (f_.isAlone(head_.stmt)) f_.brace(head_.stmt);
    const bool label = llvm::isa<clang::LabelStmt, clang::SwitchCase>(f_.body.parent(head_.stmt));
    const bool declares = std::ranges::all_of(locks_, [](const HeadLock& l) { return l.lock.empty(); });
    if (label && declares)
      f_.file.refuse(control_.begin, "a declaration would follow the label before this statement",
                     "let the section begin here, or hold the whole statement");
  }

  // ---- conditions

  // `(c) != 0`, or c itself where an int holds all that it may be.
  std::string truth(const clang::Expr* c) const {
    const std::string text = f_.text(unit_);
    const clang::QualType type = c->getType();
    const clang::ASTContext& context = f_.file.tree.context();
    const bool fits =
        type->isIntegerType() && context.getTypeSize(type) <= context.getTypeSize(context.IntTy);
    const clang::Expr* inner = c->IgnoreImpCasts();
    const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(inner);
    const bool low = binary != nullptr && (binary->isAssignmentOp() || binary->isCommaOp());
    if (fits) return low ? "(" + text + ")" : text;
    const bool simple = llvm::isa<clang::DeclRefExpr, clang::MemberExpr, clang::CallExpr, clang::ParenExpr,
                                  clang::ArraySubscriptExpr, clang::UnaryOperator>(inner);
    return (simple ? text : "(" + text + ")") + " != 0";
  }

  void choice() {
    beforeControl();
    const clang::Expr* c = conditionOf(head_.stmt);
    const bool isSwitch = llvm::isa<clang::SwitchStmt>(head_.stmt);
    const std::string name = f_.fresh(isSwitch ? "value" : "condition", f_.scopeOf(head_.stmt));
    const std::string declared =
        isSwitch ? f_.declare(c->IgnoreImpCasts()->getType(), name, unit_.begin) : "int " + name;
    section(At::Before, {}, declared + " = " + (isSwitch ? f_.text(unit_) : truth(c)) + ";", {});
    replaceUnit(name);
  }

  void whileCondition() {
    openBody();
    const std::string name = f_.fresh("condition", f_.extent(bodyOf(head_.stmt)));
    section(At::RoundBegin, {}, "int " + name + " = " + truth(conditionOf(head_.stmt)) + ";",
            {"if (!" + name + ")", f_.edits.unit() + "break;"});
    replaceUnit(llvm::isa<clang::ForStmt>(head_.stmt) ? "" : "1");
  }

  void untilCondition() {
    beforeControl();
    openBody();
    checkShadows();
    const std::string name = f_.fresh("condition", f_.scopeOf(head_.stmt));
    put(At::Before, "int " + name + ";", 0);
    section(At::RoundEnd, jumpsTo(), name + " = " + truth(conditionOf(head_.stmt)) + ";", {});
    replaceUnit(name);
  }

  // ---- the rest of a `for`

  void step() {
    openBody();
    checkShadows();
    section(At::RoundEnd, jumpsTo(), f_.text(unit_) + ";", {});
    replaceUnit("");
  }

  void init() {
    const clang::Stmt* first = llvm::cast<clang::ForStmt>(head_.stmt)->getInit();
    const bool declares = llvm::isa<clang::DeclStmt>(first);
    beforeControl();
    if (declares) {
      checkNames(llvm::cast<clang::DeclStmt>(first));
      if (f_.text(unit_).ends_with(';')) --unit_.end;
    }
    section(At::Before, {}, f_.text(unit_) + ";", {});
    replaceUnit("");
  }

  // Variables of the loop become variables of the block around it.
  void checkNames(const clang::DeclStmt* d) const {
    const clang::Stmt* around = f_.body.parent(head_.stmt);
    while (!llvm::isa<clang::CompoundStmt>(around)) around = f_.body.parent(around);
    const Extent scope = f_.extent(around);
    for (const clang::Decl* each : d->decls()) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(each);
      if (variable == nullptr) continue;
      const auto& tokens = f_.edits.tokens();
      for (size_t i = f_.edits.tokenFrom(scope.begin); i < tokens.size() && tokens[i].end <= scope.end; ++i)
        if (variable->getName() == llvm::StringRef(f_.edits.spelling(tokens[i])) &&
            (tokens[i].begin < control_.begin || tokens[i].begin >= control_.end))
          f_.file.refuse(control_.begin,
                         "'" + variable->getName().str() +
                             "' must be declared before the loop, where the name is used too",
                         "rename the loop's variable, or declare it before the loop");
    }
  }

  // ---- ends of rounds

  // `continue` skips what stands at the end of the body.
  std::vector<std::string> jumpsTo() {
    std::vector<const clang::Stmt*> all;
    findContinues(bodyOf(head_.stmt), all);
    if (all.empty()) return {};
    const std::string label = f_.fresh("next_round", f_.extent(f_.body.compound()));
    for (const clang::Stmt* s : all) {
      const uint64_t begin = f_.extent(s).begin;
      f_.edits.replace(begin, begin + std::string_view("continue").size(), "goto " + label);
    }
    return {label + ":"};
  }

  static void findContinues(const clang::Stmt* s, std::vector<const clang::Stmt*>& out) {
    if (s == nullptr || llvm::isa<clang::WhileStmt, clang::DoStmt, clang::ForStmt>(s)) return;
    if (llvm::isa<clang::ContinueStmt>(s)) out.push_back(s);
    for (const clang::Stmt* child : s->children()) findContinues(child, out);
  }

  // In the body, names may mean something else.
  void checkShadows() const {
    const auto* block = llvm::dyn_cast<clang::CompoundStmt>(bodyOf(head_.stmt));
    if (block == nullptr) return;
    const auto& tokens = f_.edits.tokens();
    for (const clang::Stmt* s : block->body())
      if (const auto* d = llvm::dyn_cast<clang::DeclStmt>(s))
        for (const clang::Decl* each : d->decls())
          for (size_t i = f_.edits.tokenFrom(unit_.begin); i < tokens.size() && tokens[i].end <= unit_.end;
               ++i)
            if (const auto* named = llvm::dyn_cast<clang::NamedDecl>(each);
                named != nullptr && named->getName() == llvm::StringRef(f_.edits.spelling(tokens[i])))
              f_.file.refuse(f_.file.tree.offset(s->getBeginLoc()),
                             "this hides a variable that the loop's head uses", "rename it");
  }

  Function& f_;
  const Node head_;
  const std::vector<HeadLock>& locks_;
  const Extent control_;
  Extent unit_;
  uint64_t bodyHead_ = 0, bodyBegin_ = 0, bodyEnd_ = 0; // the token before what is in the body, its end, ...
  std::string bodyIndent_;
};

} // namespace

void rewriteHead(Function& function, Node head, const std::vector<HeadLock>& locks) {
  HeadRewriter(function, head, locks).run();
}

} // namespace heddle::patch
