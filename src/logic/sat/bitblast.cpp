#include "logic/sat/bitblast.h"

#include "logic/sat/arithmetic.h"
#include "support/error.h"

#include <fmt/format.h>

namespace heddle::logic::sat {

namespace {

Bits bitwise(const Bits& a, const Bits& b, auto&& gate) {
  Bits r(a.size());
  for (size_t i = 0; i < a.size(); ++i) r[i] = gate(a[i], b[i]);
  return r;
}

Bits extend(Bits a, unsigned width, Lit fill) {
  a.resize(width, fill);
  return a;
}

Bits joined(const Bits& high, Bits low) {
  low.insert(low.end(), high.begin(), high.end());
  return low;
}

} // namespace

void BitBlaster::bind(Term leaf, Lit literal) {
  HEDDLE_CHECK(leaf.width() == 1 && !find(leaf), "a leaf is bound before its first use");
  store(leaf, {literal});
}

const Bits* BitBlaster::find(Term t) const { return t.id() < byId_.size() ? byId_[t.id()] : nullptr; }

const Bits& BitBlaster::store(Term t, Bits bits) {
  HEDDLE_CHECK(bits.size() == t.width(), "one literal per bit");
  if (t.id() >= byId_.size()) byId_.resize(t.id() + 1 + t.id() / 2);
  storage_.push_back(std::move(bits));
  byId_[t.id()] = &storage_.back();
  return storage_.back();
}

const Bits& BitBlaster::bits(Term t) {
  if (const Bits* known = find(t)) return *known;
  std::vector<Term> stack{t};
  while (!stack.empty()) {
    const Term n = stack.back();
    if (find(n)) {
      stack.pop_back();
      continue;
    }
    const size_t waiting = stack.size();
    for (unsigned i = 0; i < n.arity(); ++i)
      if (!find(n.kid(i))) stack.push_back(n.kid(i));
    if (stack.size() > waiting) continue;
    stack.pop_back();
    if (n.arity() == 0) {
      store(n, leaf(n));
      continue;
    }
    Bits kids[3];
    for (unsigned i = 0; i < n.arity(); ++i) kids[i] = *find(n.kid(i));
    store(n, apply(n.op(), n.width(), n.value(), std::span(kids, n.arity())));
  }
  return *find(t);
}

Bits BitBlaster::leaf(Term t) {
  if (t.op() == Op::Address) return open(t.op(), t.width());
  Bits r(t.width());
  for (unsigned i = 0; i < t.width(); ++i)
    r[i] = t.isConst() ? Cnf::constant(t.value() >> i & 1) : cnf_.fresh();
  return r;
}

Bits BitBlaster::open(Op op, unsigned width) {
  if (unsupported_.empty()) unsupported_ = opName(op);
  Bits r(width);
  for (Lit& l : r) l = cnf_.fresh();
  return r;
}

Bits BitBlaster::apply(Op op, unsigned width, uint64_t value, std::span<const Bits> kids) {
  const Bits& a = kids[0];
  const Bits& b = kids[kids.size() > 1 ? 1 : 0];
  const Lit zero = -Cnf::top;
  // clang-format off
  switch (op) {
  case Op::Not: return bitwise(a, a, [](Lit x, Lit) { return -x; });
  case Op::Neg: return negBits(cnf_, a);
  case Op::And: return bitwise(a, b, [&](Lit x, Lit y) { return cnf_.andOf(x, y); });
  case Op::Or: return bitwise(a, b, [&](Lit x, Lit y) { return cnf_.orOf(x, y); });
  case Op::Xor: return bitwise(a, b, [&](Lit x, Lit y) { return cnf_.xorOf(x, y); });
  case Op::Add: return addBits(cnf_, a, b);
  case Op::Sub: return subBits(cnf_, a, b);
  case Op::Mul: return mulBits(cnf_, a, b, width);
  case Op::UDiv: return divideUnsigned(cnf_, a, b).quotient;
  case Op::URem: return divideUnsigned(cnf_, a, b).remainder;
  case Op::SDiv: return divideSigned(cnf_, a, b).quotient;
  case Op::SRem: return divideSigned(cnf_, a, b).remainder;
  case Op::Shl: return shiftBits(cnf_, Shift::Left, a, b, zero);
  case Op::LShr: return shiftBits(cnf_, Shift::Right, a, b, zero);
  case Op::AShr: return shiftBits(cnf_, Shift::Right, a, b, a.back());
  case Op::Eq: return {equalBits(cnf_, a, b)};
  case Op::Ult: return {lessUnsigned(cnf_, a, b)};
  case Op::Ule: return {-lessUnsigned(cnf_, b, a)};
  case Op::Slt: return {lessSigned(cnf_, a, b)};
  case Op::Sle: return {-lessSigned(cnf_, b, a)};
  case Op::Ite: return iteBits(cnf_, a[0], b, kids[2]);
  case Op::Concat: return joined(a, b);
  case Op::Extract: {
    const auto from = a.begin() + static_cast<std::ptrdiff_t>(value);
    return Bits(from, from + width);
  }
  case Op::ZExt: return extend(a, width, zero);
  case Op::SExt: return extend(a, width, a.back());
  case Op::SAddO: return {addOverflows(cnf_, a, b)};
  case Op::SSubO: return {subOverflows(cnf_, a, b)};
  case Op::SMulO: return {mulOverflows(cnf_, a, b)};
  default: return open(op, width);
  }
  // clang-format on
}

} // namespace heddle::logic::sat
