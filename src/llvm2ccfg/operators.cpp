#include "llvm2ccfg/operators.h"

#include <optional>

namespace heddle::llvm2ccfg {

using logic::Op;

namespace {

std::optional<Op> operatorOf(unsigned opcode) {
  switch (opcode) {
  case llvm::Instruction::Add:
    return Op::Add;
  case llvm::Instruction::Sub:
    return Op::Sub;
  case llvm::Instruction::Mul:
    return Op::Mul;
  case llvm::Instruction::UDiv:
    return Op::UDiv;
  case llvm::Instruction::SDiv:
    return Op::SDiv;
  case llvm::Instruction::URem:
    return Op::URem;
  case llvm::Instruction::SRem:
    return Op::SRem;
  case llvm::Instruction::Shl:
    return Op::Shl;
  case llvm::Instruction::LShr:
    return Op::LShr;
  case llvm::Instruction::AShr:
    return Op::AShr;
  case llvm::Instruction::And:
    return Op::And;
  case llvm::Instruction::Or:
    return Op::Or;
  case llvm::Instruction::Xor:
    return Op::Xor;
  case llvm::Instruction::FAdd:
    return Op::FAdd;
  case llvm::Instruction::FSub:
    return Op::FSub;
  case llvm::Instruction::FMul:
    return Op::FMul;
  case llvm::Instruction::FDiv:
    return Op::FDiv;
  case llvm::Instruction::FRem:
    return Op::FRem;
  default:
    return std::nullopt;
  }
}

} // namespace

Term operation(logic::TermManager& tm, unsigned opcode, Term a, Term b) {
  const auto op = operatorOf(opcode);
  if (!op) return {};
  // The machine takes the count of a shift modulo the width; C leaves it undefined.
  if (llvm::Instruction::isShift(opcode) && (b.width() & (b.width() - 1)) == 0)
    b = tm.andOf(b, tm.constant(b.width() - 1, b.width()));
  return tm.make(*op, a.width(), a, b);
}

Term comparison(logic::TermManager& tm, llvm::CmpInst::Predicate predicate, Term a, Term b) {
  using P = llvm::CmpInst;
  auto f = [&](Op op, Term x, Term y) { return tm.make(op, 1, x, y); };
  switch (predicate) {
  case P::ICMP_EQ:
    return tm.eq(a, b);
  case P::ICMP_NE:
    return tm.ne(a, b);
  case P::ICMP_ULT:
    return tm.ult(a, b);
  case P::ICMP_ULE:
    return tm.ule(a, b);
  case P::ICMP_UGT:
    return tm.ult(b, a);
  case P::ICMP_UGE:
    return tm.ule(b, a);
  case P::ICMP_SLT:
    return tm.slt(a, b);
  case P::ICMP_SLE:
    return tm.sle(a, b);
  case P::ICMP_SGT:
    return tm.slt(b, a);
  case P::ICMP_SGE:
    return tm.sle(b, a);
  case P::FCMP_FALSE:
    return tm.falseTerm();
  case P::FCMP_TRUE:
    return tm.trueTerm();
  case P::FCMP_OEQ:
    return f(Op::FOeq, a, b);
  case P::FCMP_OLT:
    return f(Op::FOlt, a, b);
  case P::FCMP_OLE:
    return f(Op::FOle, a, b);
  case P::FCMP_OGT:
    return f(Op::FOlt, b, a);
  case P::FCMP_OGE:
    return f(Op::FOle, b, a);
  case P::FCMP_ONE:
    return tm.orOf(f(Op::FOlt, a, b), f(Op::FOlt, b, a));
  case P::FCMP_ORD:
    return tm.notOf(f(Op::FUno, a, b));
  case P::FCMP_UNO:
    return f(Op::FUno, a, b);
  case P::FCMP_UEQ:
    return tm.orOf(f(Op::FUno, a, b), f(Op::FOeq, a, b));
  case P::FCMP_UNE:
    return tm.notOf(f(Op::FOeq, a, b));
  case P::FCMP_ULT:
    return tm.notOf(f(Op::FOle, b, a));
  case P::FCMP_ULE:
    return tm.notOf(f(Op::FOlt, b, a));
  case P::FCMP_UGT:
    return tm.notOf(f(Op::FOle, a, b));
  case P::FCMP_UGE:
    return tm.notOf(f(Op::FOlt, a, b));
  default:
    return {};
  }
}

Term conversion(logic::TermManager& tm, unsigned opcode, Term a, unsigned width) {
  switch (opcode) {
  case llvm::Instruction::Trunc:
    return tm.trunc(a, width);
  case llvm::Instruction::ZExt:
    return tm.zext(a, width);
  case llvm::Instruction::SExt:
    return tm.sext(a, width);
  case llvm::Instruction::PtrToInt:
  case llvm::Instruction::IntToPtr:
    return tm.resize(a, width);
  case llvm::Instruction::BitCast:
  case llvm::Instruction::AddrSpaceCast:
    return a.width() == width ? a : Term(); // between vectors and scalars
  case llvm::Instruction::FPToSI:
    return tm.make(Op::FToSI, width, a);
  case llvm::Instruction::FPToUI:
    return tm.make(Op::FToUI, width, a);
  case llvm::Instruction::SIToFP:
    return tm.make(Op::SIToF, width, a);
  case llvm::Instruction::UIToFP:
    return tm.make(Op::UIToF, width, a);
  case llvm::Instruction::FPExt:
    return a.width() == width ? a : tm.make(Op::FExt, width, a);
  case llvm::Instruction::FPTrunc:
    return a.width() == width ? a : tm.make(Op::FTrunc, width, a);
  default:
    return {};
  }
}

Term modification(logic::TermManager& tm, llvm::AtomicRMWInst::BinOp op, Term old, Term value) {
  using R = llvm::AtomicRMWInst;
  switch (op) {
  case R::Xchg:
    return value;
  case R::Add:
    return tm.add(old, value);
  case R::Sub:
    return tm.sub(old, value);
  case R::And:
    return tm.andOf(old, value);
  case R::Nand:
    return tm.notOf(tm.andOf(old, value));
  case R::Or:
    return tm.orOf(old, value);
  case R::Xor:
    return tm.xorOf(old, value);
  case R::Max:
    return tm.ite(tm.slt(old, value), value, old);
  case R::Min:
    return tm.ite(tm.slt(value, old), value, old);
  case R::UMax:
    return tm.ite(tm.ult(old, value), value, old);
  case R::UMin:
    return tm.ite(tm.ult(value, old), value, old);
  case R::FAdd:
    return tm.make(Op::FAdd, old.width(), old, value);
  case R::FSub:
    return tm.make(Op::FSub, old.width(), old, value);
  default:
    return {};
  }
}

} // namespace heddle::llvm2ccfg
