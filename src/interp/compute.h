// The operators of terms on concrete values: the common ones inline, the others by logic::applyOp, which
// defines them all.
#pragma once

#include "interp/code.h"
#include "logic/eval.h"

namespace heddle::interp {

inline uint64_t compute(const Instruction& i, uint64_t a, uint64_t b, uint64_t c) {
  const unsigned w = i.operandWidth;
  switch (i.what) {
  case Do::Add:
    return logic::truncateTo(a + b, i.width);
  case Do::Sub:
    return logic::truncateTo(a - b, i.width);
  case Do::Mul:
    return logic::truncateTo(a * b, i.width);
  case Do::And:
    return a & b;
  case Do::Or:
    return a | b;
  case Do::Xor:
    return a ^ b;
  case Do::Not:
    return logic::truncateTo(~a, i.width);
  case Do::Eq:
    return a == b;
  case Do::Ult:
    return a < b;
  case Do::Ule:
    return a <= b;
  case Do::Slt:
    return logic::signedOf(a, w) < logic::signedOf(b, w);
  case Do::Sle:
    return logic::signedOf(a, w) <= logic::signedOf(b, w);
  case Do::Ite:
    return a ? b : c;
  case Do::SExt:
    return logic::truncateTo(static_cast<uint64_t>(logic::signedOf(a, w)), i.width);
  case Do::Extract:
    return logic::truncateTo(a >> i.imm, i.width);
  default:
    return logic::applyOp(i.op, i.width, i.operandWidth, i.imm, a, b, c);
  }
}

} // namespace heddle::interp
