// See the header.

#include "patch/spans.h"

#include <clang/AST/Expr.h>
#include <clang/AST/StmtVisitor.h>

#include <algorithm>

namespace heddle::patch {

namespace {

size_t indexIn(const clang::CompoundStmt* block, const clang::Stmt* child) {
  return static_cast<size_t>(std::find(block->body_begin(), block->body_end(), child) - block->body_begin());
}

// The child of `outer` around `s`.
const clang::Stmt* childAround(const Body& body, const clang::Stmt* outer, const clang::Stmt* s) {
  while (body.parent(s) != outer) s = body.parent(s);
  return s;
}

} // namespace

const clang::Stmt* Span::first() const {
  if (isHead()) return head.stmt;
  return unlabelled(within == nullptr ? alone : within->body_begin()[from]);
}

const clang::Stmt* Span::last() const {
  return isHead() ? head.stmt : within == nullptr ? alone : within->body_begin()[to];
}

Extent Span::extent(const Tree& tree) const {
  const std::optional<Extent> begin = isHead() ? tree.extent(head) : tree.extent(first());
  const std::optional<Extent> end = head.stmt != nullptr ? tree.extent(head) : tree.extent(last());
  if (!begin || !end) { // of a macro; whoever changes it finds out
    const clang::Stmt* s = begin ? last() : first();
    return {tree.offset(s->getBeginLoc()), tree.offset(s->getEndLoc()) + 1};
  }
  return {begin->begin, end->end};
}

std::vector<const clang::Stmt*> Span::parts() const {
  std::vector<const clang::Stmt*> out;
  const bool endsInHead = head.stmt != nullptr;
  if (isHead()) {
    const auto* loop = llvm::dyn_cast<clang::ForStmt>(head.stmt);
    out.push_back(head.part == Part::Condition ? conditionOf(head.stmt)
                  : head.part == Part::Init    ? loop->getInit()
                                               : loop->getInc());
  } else if (within == nullptr) {
    out.push_back(unlabelled(alone));
  } else {
    for (size_t i = from; i <= to; ++i) {
      const clang::Stmt* s = within->body_begin()[i];
      if (i == to && endsInHead)
        out.push_back(conditionOf(head.stmt));
      else
        out.push_back(i == from ? unlabelled(s) : s);
    }
  }
  return out;
}

bool Span::contains(const clang::Stmt* s) const {
  return std::ranges::any_of(parts(), [&](const clang::Stmt* part) { return body->contains(part, s); });
}

Span spanOf(const Function& function, Node first, Node last, size_t lock) {
  const Body& body = function.body;
  Span span;
  span.lock = lock;
  span.body = &body;
  if (first.part != Part::Whole && first.stmt == last.stmt && first.part == last.part) {
    span.head = first;
    return span;
  }
  // The innermost compound statement around both; a body in braces stands for its statements.
  if (first.part != Part::Whole) first.part = Part::Whole;
  const clang::Stmt* around = first.stmt;
  while (around != nullptr && !body.contains(around, last.stmt)) around = body.parent(around);
  const auto* block = llvm::dyn_cast_or_null<clang::CompoundStmt>(around);
  if (block != nullptr && first.stmt == block &&
      (body.parent(block) == nullptr || !llvm::isa<clang::CompoundStmt>(body.parent(block)))) {
    if (block->body_empty())
      function.file.refuse(function.extent(block).begin, "the section is empty", "take a statement");
    span.within = block;
    span.to = block->size() - 1;
    return span;
  }
  if (around == first.stmt || (block == nullptr && around != nullptr)) {
    while (around != nullptr &&
           llvm::isa<clang::LabelStmt, clang::SwitchCase, clang::AttributedStmt>(body.parent(around)))
      around = body.parent(around);
    // Up to a statement of a compound one, or the body of a control statement.
    for (const clang::Stmt* p = body.parent(around);
         !llvm::isa<clang::CompoundStmt>(p) && !isBodyOf(around, p); p = body.parent(around))
      around = p;
    block = llvm::dyn_cast<clang::CompoundStmt>(body.parent(around));
    if (block == nullptr) {
      span.alone = around;
      return span;
    }
    span.within = block;
    span.from = span.to = indexIn(block, around);
    return span;
  }
  HEDDLE_CHECK(block != nullptr, "a section of two functions");
  span.within = block;
  const clang::Stmt* end = childAround(body, block, last.stmt);
  span.from = indexIn(block, childAround(body, block, first.stmt));
  span.to = indexIn(block, end);
  if (span.from > span.to)
    function.file.refuse(function.extent(first).begin, "the section ends before it begins",
                         "give its first and last statement in the order of the text");
  if (last.part == Part::Condition && llvm::isa<clang::IfStmt, clang::SwitchStmt>(last.stmt) &&
      unlabelled(end) == last.stmt)
    span.head = last;
  return span;
}

bool unite(const Tree& tree, Span& into, const Span& other) {
  const Extent a = into.extent(tree), b = other.extent(tree);
  if (b.end <= a.begin || a.end <= b.begin) return false;
  if (a.begin <= b.begin && b.end <= a.end) return true;
  if (b.begin <= a.begin && a.end <= b.end) {
    into = other;
    return true;
  }
  HEDDLE_CHECK(into.within != nullptr && into.within == other.within, "sections overlap across blocks");
  if (other.to > into.to || (other.to == into.to && other.head.stmt == nullptr)) {
    into.to = other.to;
    into.head = other.head;
  }
  into.from = std::min(into.from, other.from);
  return true;
}

// ---- is it one?

namespace {

// #if, #else and #endif of the text between two places must belong together.
void checkDirectives(const Function& f, Extent e) {
  const auto& tokens = f.edits.tokens();
  int depth = 0;
  for (size_t i = f.edits.tokenFrom(e.begin); i + 1 < tokens.size() && tokens[i].end <= e.end; ++i) {
    if (f.edits.spelling(tokens[i]) != "#" || !f.edits.startsLine(tokens[i].begin)) continue;
    const std::string_view name = f.edits.spelling(tokens[i + 1]);
    const bool other = name == "else" || name.starts_with("elif");
    if (name == "endif") --depth;
    if (depth < 0 || (depth == 0 && other))
      f.file.refuse(tokens[i].begin, "the section crosses this directive of the preprocessor",
                    "move the directive, or take a section on one side of it");
    if (name == "if" || name == "ifdef" || name == "ifndef") ++depth;
  }
  if (depth != 0)
    f.file.refuse(e.begin, "the section that begins here ends within an #if",
                  "take a section beside the #if");
}

} // namespace

void checkSpan(const Function& f, const Span& span) {
  const Body& body = *span.body;
  checkDirectives(f, span.extent(f.file.tree));
  std::set<const clang::SwitchCase*> ofOwnSwitch;
  for (const clang::Stmt* part : span.parts())
    walk(part, [&](const clang::Stmt* s) {
      if (const auto* choice = llvm::dyn_cast<clang::SwitchStmt>(s))
        for (const clang::SwitchCase* c = choice->getSwitchCaseList(); c != nullptr;
             c = c->getNextSwitchCase())
          ofOwnSwitch.insert(c);
    });
  const std::string wayOut = "let the section begin behind it, or hold where the jump starts";
  for (const clang::Stmt* part : span.parts())
    walk(part, [&](const clang::Stmt* s) {
      const auto* label = llvm::dyn_cast<clang::SwitchCase>(s);
      if (label != nullptr && !ofOwnSwitch.contains(label))
        f.file.refuse(f.file.tree.offset(s->getBeginLoc()), "a switch jumps into the section here", wayOut);
      if (llvm::isa<clang::IndirectGotoStmt>(s) ||
          (llvm::isa<clang::GCCAsmStmt>(s) && llvm::cast<clang::GCCAsmStmt>(s)->isAsmGoto()))
        f.file.refuse(f.file.tree.offset(s->getBeginLoc()), "where this jumps to is unknown",
                      "leave it out of the section");
    });
  walk(body.function()->getBody(), [&](const clang::Stmt* s) {
    const clang::LabelDecl* to = nullptr;
    if (const auto* jump = llvm::dyn_cast<clang::GotoStmt>(s); jump != nullptr && !span.contains(s))
      to = jump->getLabel();
    if (const auto* address = llvm::dyn_cast<clang::AddrLabelExpr>(s)) to = address->getLabel();
    if (to != nullptr && span.contains(to->getStmt()))
      f.file.refuse(f.file.tree.offset(s->getBeginLoc()),
                    "'" + to->getName().str() + "' is a label in the section, and this jumps there", wayOut);
  });
  // The last statement of a statement expression is its value.
  const clang::Stmt* outer = span.within == nullptr ? nullptr : body.parent(span.within);
  const auto* value = llvm::dyn_cast_or_null<clang::StmtExpr>(outer);
  if (value != nullptr && span.to + 1 == span.within->size() && !value->getType()->isVoidType())
    f.file.refuse(f.file.tree.offset(span.last()->getBeginLoc()),
                  "this is the value of a statement expression", "take the statement around it");
}

} // namespace heddle::patch
