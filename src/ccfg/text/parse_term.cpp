// Terms of the text form. They may be nested many thousand deep, so open ones are kept on an explicit stack.
#include "ccfg/text/parser.h"

#include "logic/eval.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace heddle::ccfg::text {

using logic::Op;

struct Parser::OpenTerm {
  enum class Kind : uint8_t { Operator, Let, Binding };
  Kind kind = Kind::Operator;
  Op op = Op::Const;
  unsigned low = 0, width = 0; // immediates, where the operator has them
  std::string bound;           // Binding: the name
  std::vector<Term> operands;
  Token at;
};

namespace {

bool hasWidthImmediate(Op op) {
  return op == Op::Extract || op == Op::ZExt || op == Op::SExt || op >= Op::FToSI;
}

bool isComparison(Op op) {
  return (op >= Op::Eq && op <= Op::Sle) || (op >= Op::SAddO && op <= Op::SMulO) ||
         (op >= Op::FOeq && op <= Op::FUno);
}

bool isNumber(std::string_view word) {
  if (!word.empty() && word.front() == '-') word.remove_prefix(1);
  return !word.empty() && word.front() >= '0' && word.front() <= '9';
}

} // namespace

bool Parser::atTerm() const {
  const Token& t = peek();
  if (t.kind == TokenKind::Word) return isNumber(t.text) && peek(1).is(":");
  return t.is("(") || t.is("%") || t.is("&");
}

Term Parser::constant() {
  const Token word = take();
  const bool negative = word.text.front() == '-';
  const uint64_t value = numberOf(word, word.text.substr(negative ? 1 : 0), "a constant");
  expect(":");
  const Token widthToken = peek();
  const auto width = static_cast<unsigned>(number("a width", 64));
  if (width == 0) fail(widthToken, "a width is between 1 and 64");
  const bool fits = negative ? value <= (1ull << (width - 1)) : value <= logic::maskOf(width);
  if (!fits) fail(word, fmt::format("{} does not fit into {} bits", word.text, width));
  return program_->terms->constant(negative ? 0 - value : value, width);
}

RegId Parser::reg() {
  expect("%");
  const Token at = peek();
  const std::string n = name("a register");
  auto it = registers_.find(n);
  if (it == registers_.end()) fail(at, fmt::format("no register %{} in this thread", n));
  return it->second;
}

ObjectId Parser::object() {
  expect("&");
  const Token at = peek();
  const std::string n = name("an object");
  auto it = objects_.find(n);
  if (it == objects_.end()) fail(at, fmt::format("no object {}", n));
  return it->second;
}

Term Parser::leaf() {
  if (peek().is("%")) return program_->regTerm(reg());
  if (peek().is("&")) return program_->addressOf(object());
  if (peek().kind == TokenKind::Word && isNumber(peek().text)) return constant();
  fail(peek(), "a term is expected");
}

// After `(`.
Parser::OpenTerm Parser::open() {
  OpenTerm o;
  o.at = peek();
  if (accept("?")) {
    o.kind = OpenTerm::Kind::Binding;
    o.bound = name("a name");
    return o;
  }
  const std::string word = name("an operator");
  if (word == "let") {
    o.kind = OpenTerm::Kind::Let;
    return o;
  }
  o.op = Op::Const;
  for (auto op = static_cast<unsigned>(Op::Not); op <= static_cast<unsigned>(Op::FTrunc); ++op)
    if (logic::opName(static_cast<Op>(op)) == word) o.op = static_cast<Op>(op);
  if (o.op == Op::Const) fail(o.at, fmt::format("unknown operator `{}`", word));
  if (o.op == Op::Extract) o.low = static_cast<unsigned>(number("the lowest bit", 63));
  if (hasWidthImmediate(o.op)) o.width = static_cast<unsigned>(number("a width", 64));
  return o;
}

unsigned Parser::resultWidth(const OpenTerm& o) const {
  if (o.operands.empty() || o.operands.size() > 3) fail(o.at, "wrong number of operands");
  if (hasWidthImmediate(o.op)) return o.width;
  if (isComparison(o.op)) return 1;
  if (o.op == Op::Ite || o.op == Op::Concat) {
    if (o.operands.size() < 2) fail(o.at, "wrong number of operands");
    return o.op == Op::Ite ? o.operands[1].width() : o.operands[0].width() + o.operands[1].width();
  }
  return o.operands[0].width();
}

Term Parser::close(const OpenTerm& o) {
  if (o.kind != OpenTerm::Kind::Operator) {
    if (o.operands.size() != 1) fail(o.at, "one term is expected here");
    return o.operands[0];
  }
  const unsigned width = resultWidth(o);
  std::array<Term, 3> kids;
  std::ranges::copy(o.operands, kids.begin());
  if (!logic::wellFormed(o.op, width, kids[0], kids[1], kids[2], o.low))
    fail(o.at, fmt::format("operands of `{}` have wrong number or widths", logic::opName(o.op)));
  return program_->terms->make(o.op, width, kids[0], kids[1], kids[2], o.low);
}

Term Parser::term() {
  std::vector<OpenTerm> stack;
  std::unordered_map<std::string, Term> bound;
  for (;;) {
    Term done;
    if (accept("(")) {
      stack.push_back(open());
      if (stack.back().kind != OpenTerm::Kind::Binding) continue;
      if (stack.size() < 2 || stack[stack.size() - 2].kind != OpenTerm::Kind::Let)
        fail(stack.back().at, "a name is bound outside of `let`");
      continue;
    }
    if (!stack.empty() && accept(")")) {
      const OpenTerm closed = std::move(stack.back());
      stack.pop_back();
      done = close(closed);
      if (closed.kind == OpenTerm::Kind::Binding) {
        bound[closed.bound] = done;
        continue;
      }
    } else if (!stack.empty() && peek().is("?")) {
      take();
      const Token at = peek();
      auto it = bound.find(name("a name"));
      if (it == bound.end()) fail(at, fmt::format("?{} is not bound", at.text));
      done = it->second;
    } else
      done = leaf();
    if (stack.empty()) return done;
    stack.back().operands.push_back(done);
  }
}

} // namespace heddle::ccfg::text
