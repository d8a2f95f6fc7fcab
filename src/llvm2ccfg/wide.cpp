// See the header. Terms have at most 64 bits, so carries and the like are written out.

#include "llvm2ccfg/wide.h"

#include "llvm2ccfg/operators.h"
#include "support/error.h"

namespace heddle::llvm2ccfg {

using logic::Op;
using logic::TermManager;

namespace {

unsigned bitsIn(const Leaves& l) {
  unsigned bits = 0;
  for (Term t : l) bits += t.width();
  return bits;
}

Leaves add(TermManager& tm, const Leaves& a, const Leaves& b) {
  Term low = tm.add(a[0], b[0]);
  return {low, tm.add(tm.add(a[1], b[1]), tm.zext(tm.ult(low, a[0]), a[1].width()))};
}

Leaves subtract(TermManager& tm, const Leaves& a, const Leaves& b) {
  return {tm.sub(a[0], b[0]), tm.sub(tm.sub(a[1], b[1]), tm.zext(tm.ult(a[0], b[0]), a[1].width()))};
}

// The upper half of the product of two 64-bit numbers, by halves.
Term highProduct(TermManager& tm, Term a, Term b) {
  auto low = [&](Term t) { return tm.andOf(t, tm.constant(0xffffffffull, 64)); };
  auto high = [&](Term t) { return tm.make(Op::LShr, 64, t, tm.constant(32, 64)); };
  Term p00 = tm.mul(low(a), low(b)), p01 = tm.mul(low(a), high(b));
  Term p10 = tm.mul(high(a), low(b)), p11 = tm.mul(high(a), high(b));
  Term middle = tm.add(high(p00), tm.add(low(p01), low(p10)));
  return tm.add(p11, tm.add(tm.add(high(p01), high(p10)), high(middle)));
}

Leaves multiply(TermManager& tm, const Leaves& a, const Leaves& b) {
  const unsigned width = a[1].width();
  Term high = tm.trunc(highProduct(tm, a[0], b[0]), width);
  high = tm.add(high, tm.mul(tm.trunc(a[0], width), b[1]));
  high = tm.add(high, tm.mul(a[1], tm.trunc(b[0], width)));
  return {tm.mul(a[0], b[0]), high};
}

// A count of the width or more is undefined; it is taken modulo 128, as the machine does.
Leaves shift(TermManager& tm, unsigned opcode, const Leaves& a, Term count) {
  using I = llvm::Instruction;
  const bool isSigned = opcode == I::AShr;
  Term low = a[0], high = isSigned ? tm.sext(a[1], 64) : tm.zext(a[1], 64);
  Term big = tm.eq(tm.extract(count, 6, 1), tm.constant(1, 1));
  Term n = tm.andOf(count, tm.constant(63, 64)), rest = tm.sub(tm.constant(64, 64), n);
  auto op = [&](Op o, Term x, Term y) { return tm.make(o, 64, x, y); };
  Term zero = tm.constant(0, 64);
  Leaves out;
  if (opcode == I::Shl) {
    Term carried = tm.orOf(op(Op::Shl, high, n), op(Op::LShr, low, rest));
    out = {tm.ite(big, zero, op(Op::Shl, low, n)), tm.ite(big, op(Op::Shl, low, n), carried)};
  } else {
    const Op right = isSigned ? Op::AShr : Op::LShr;
    Term sign = isSigned ? op(Op::AShr, high, tm.constant(63, 64)) : zero;
    Term carried = tm.orOf(op(Op::LShr, low, n), op(Op::Shl, high, rest));
    out = {tm.ite(big, op(right, high, n), carried), tm.ite(big, sign, op(right, high, n))};
  }
  out[1] = tm.trunc(out[1], a[1].width());
  return out;
}

} // namespace

Leaves wideOperation(TermManager& tm, unsigned opcode, const Leaves& a, const Leaves& b) {
  using I = llvm::Instruction;
  switch (opcode) {
  case I::Add:
    return add(tm, a, b);
  case I::Sub:
    return subtract(tm, a, b);
  case I::Mul:
    return multiply(tm, a, b);
  case I::And:
  case I::Or:
  case I::Xor:
    return {operation(tm, opcode, a[0], b[0]), operation(tm, opcode, a[1], b[1])};
  case I::Shl:
  case I::LShr:
  case I::AShr:
    return shift(tm, opcode, a, b[0]);
  default:
    return {};
  }
}

Term wideComparison(TermManager& tm, llvm::CmpInst::Predicate predicate, const Leaves& a, const Leaves& b) {
  using P = llvm::CmpInst;
  Term same = tm.eq(a[1], b[1]);
  if (predicate == P::ICMP_EQ) return tm.andOf(same, tm.eq(a[0], b[0]));
  if (predicate == P::ICMP_NE) return tm.notOf(tm.andOf(same, tm.eq(a[0], b[0])));
  // The upper parts decide unless they are equal; the lower parts have no sign.
  auto strict = llvm::ICmpInst::getStrictPredicate(predicate);
  return tm.ite(same, comparison(tm, llvm::ICmpInst::getUnsignedPredicate(predicate), a[0], b[0]),
                comparison(tm, strict, a[1], b[1]));
}

Term wideOverflow(TermManager& tm, bool addition, const Leaves& a, const Leaves& b) {
  auto negative = [&](const Leaves& l) { return tm.slt(l[1], tm.constant(0, l[1].width())); };
  Term result = negative(addition ? add(tm, a, b) : subtract(tm, a, b));
  Term alike = tm.eq(negative(a), negative(b));
  return tm.andOf(addition ? alike : tm.notOf(alike), tm.ne(result, negative(a)));
}

Leaves wideResize(TermManager& tm, const Leaves& from, unsigned bits, bool isSigned) {
  auto extend = [&](Term t, unsigned width) {
    if (t.width() >= width) return tm.trunc(t, width);
    return isSigned ? tm.sext(t, width) : tm.zext(t, width);
  };
  if (bits <= 64) return {extend(from[0], bits)};
  if (from.size() == 2) return {from[0], extend(from[1], bits - 64)};
  Term low = extend(from[0], 64);
  Term high = isSigned ? tm.make(Op::AShr, 64, low, tm.constant(63, 64)) : tm.constant(0, 64);
  return {low, tm.trunc(high, bits - 64)};
}

Leaves reinterpret(TermManager& tm, const Leaves& from, const std::vector<unsigned>& widths) {
  unsigned wanted = 0;
  for (unsigned w : widths) wanted += w;
  if (wanted != bitsIn(from)) throw UnsupportedHere{"a conversion between types of different sizes"};
  Leaves out;
  size_t at = 0;
  unsigned used = 0; // bits of from[at]
  for (unsigned width : widths) {
    Term all;
    for (unsigned got = 0; got < width;) {
      unsigned take = std::min(width - got, from[at].width() - used);
      Term part = tm.extract(from[at], used, take);
      all = all ? tm.concat(part, all) : part;
      got += take;
      used += take;
      if (used == from[at].width()) ++at, used = 0;
    }
    out.push_back(all);
  }
  return out;
}

} // namespace heddle::llvm2ccfg
