// The typing rules of terms: which operands and widths each operator takes.
#include "logic/term.h"

namespace heddle::logic {

namespace {

bool isFloatWidth(unsigned w) { return w == 32 || w == 64; }

} // namespace

bool wellFormed(Op op, unsigned width, Term a, Term b, Term c, uint64_t value) {
  if (!a || width < 1 || width > 64) return false;
  const unsigned w = a.width();
  const bool unary = !b && !c, binary = b && !c, alike = binary && b.width() == w;
  // clang-format off
  switch (op) {
  case Op::Const: case Op::Var: case Op::Address: return false;
  case Op::Not: case Op::Neg: return unary && width == w;
  case Op::And: case Op::Or: case Op::Xor: case Op::Add: case Op::Sub: case Op::Mul: case Op::UDiv:
  case Op::SDiv: case Op::URem: case Op::SRem: case Op::Shl: case Op::LShr: case Op::AShr:
    return alike && width == w;
  case Op::Eq: case Op::Ult: case Op::Ule: case Op::Slt: case Op::Sle: case Op::SAddO:
  case Op::SSubO: case Op::SMulO: return alike && width == 1;
  case Op::Ite: return w == 1 && b && c && b.width() == width && c.width() == width;
  case Op::Concat: return binary && width == w + b.width() && width <= 64;
  case Op::Extract: return unary && value < w && width <= w - value;
  case Op::ZExt: case Op::SExt: return unary && width >= w;
  case Op::FAdd: case Op::FSub: case Op::FMul: case Op::FDiv: case Op::FRem:
    return alike && width == w && isFloatWidth(w);
  case Op::FNeg: return unary && width == w && isFloatWidth(w);
  case Op::FOeq: case Op::FOlt: case Op::FOle: case Op::FUno: return alike && width == 1 && isFloatWidth(w);
  case Op::FToSI: case Op::FToUI: return unary && isFloatWidth(w);
  case Op::SIToF: case Op::UIToF: return unary && isFloatWidth(width);
  case Op::FExt: return unary && w == 32 && width == 64;
  case Op::FTrunc: return unary && w == 64 && width == 32;
  }
  // clang-format on
  return false;
}

} // namespace heddle::logic
