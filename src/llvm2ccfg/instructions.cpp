// LLVM's computations as terms. Nothing here draws an edge of its own, except the check of a divisor.

#include "llvm2ccfg/walk.h"

#include "support/error.h"

#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Operator.h>

namespace heddle::llvm2ccfg {

using logic::Op;

namespace {

Op operatorOf(unsigned opcode) {
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
    throw InternalError("unknown binary operator");
  }
}

bool isDivision(unsigned opcode) {
  return opcode == llvm::Instruction::UDiv || opcode == llvm::Instruction::SDiv ||
         opcode == llvm::Instruction::URem || opcode == llvm::Instruction::SRem;
}

// Index of the first leaf of the element that `indices` name, within the leaves of `type`.
size_t leafIndex(const ModuleMap& map, llvm::Type* type, llvm::ArrayRef<unsigned> indices) {
  size_t at = 0;
  for (unsigned index : indices) {
    for (unsigned i = 0; i < index; ++i)
      at += map.leafTypes(llvm::ExtractValueInst::getIndexedType(type, {i})).size();
    type = llvm::ExtractValueInst::getIndexedType(type, {index});
  }
  return at;
}

} // namespace

bool ThreadWalker::compute(Item& item, const llvm::Instruction* i) {
  Cursor& c = item.cursor;
  Activation* a = item.activation;
  auto operand = [&](unsigned n) { return c.scalar(a, i->getOperand(n)); };
  auto is = [&](Term t) {
    c.bind(a, i, {t});
    return true;
  };
  if (const auto* b = llvm::dyn_cast<llvm::BinaryOperator>(i)) {
    if (isDivision(b->getOpcode())) guardDivision(item, b, operand(0), operand(1));
    return is(binary(item, b, operand(0), operand(1)));
  }
  if (const auto* cmp = llvm::dyn_cast<llvm::CmpInst>(i)) return is(compare(cmp, operand(0), operand(1)));
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(i)) return is(convert(cast, operand(0)));
  if (const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(i)) return is(elementAddress(item, gep));
  if (i->getOpcode() == llvm::Instruction::FNeg)
    return is(map_.terms.make(Op::FNeg, operand(0).width(), operand(0)));
  if (llvm::isa<llvm::FreezeInst>(i)) return is(operand(0));
  if (llvm::isa<llvm::SelectInst>(i)) {
    Leaves yes = c.get(a, i->getOperand(1)), no = c.get(a, i->getOperand(2));
    for (size_t n = 0; n < yes.size(); ++n) yes[n] = map_.terms.ite(operand(0), yes[n], no[n]);
    c.bind(a, i, yes);
    return true;
  }
  if (const auto* e = llvm::dyn_cast<llvm::ExtractValueInst>(i)) {
    Leaves all = c.get(a, e->getAggregateOperand());
    size_t from = leafIndex(map_, e->getAggregateOperand()->getType(), e->getIndices());
    size_t count = map_.leafTypes(e->getType()).size();
    c.bind(a, i,
           Leaves(all.begin() + static_cast<long>(from), all.begin() + static_cast<long>(from + count)));
    return true;
  }
  if (const auto* e = llvm::dyn_cast<llvm::InsertValueInst>(i)) {
    Leaves all = c.get(a, e->getAggregateOperand()), part = c.get(a, e->getInsertedValueOperand());
    std::copy(part.begin(), part.end(),
              all.begin() + static_cast<long>(leafIndex(map_, e->getType(), e->getIndices())));
    c.bind(a, i, all);
    return true;
  }
  return false;
}

void ThreadWalker::assertOverflow(Cursor& c, Term overflows, const std::string& what) {
  if (!map_.options.checkOverflow || overflows.isFalse()) return;
  c.append(ccfg::Assert{map_.terms.notOf(overflows), ccfg::Property::Overflow, what});
}

Term ThreadWalker::binary(Item& item, const llvm::BinaryOperator* i, Term a, Term b) {
  logic::TermManager& tm = map_.terms;
  if (const auto* o = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(i);
      o != nullptr && o->hasNoSignedWrap()) {
    if (i->getOpcode() == llvm::Instruction::Add)
      assertOverflow(item.cursor, tm.make(Op::SAddO, 1, a, b), "signed addition overflows");
    if (i->getOpcode() == llvm::Instruction::Sub)
      assertOverflow(item.cursor, tm.make(Op::SSubO, 1, a, b), "signed subtraction overflows");
    if (i->getOpcode() == llvm::Instruction::Mul)
      assertOverflow(item.cursor, tm.make(Op::SMulO, 1, a, b), "signed multiplication overflows");
  }
  bool isShift = i->isShift();
  if (isShift) // the machine takes the count modulo the width; C leaves it undefined
    assertOverflow(item.cursor, tm.notOf(tm.ult(b, tm.constant(b.width(), b.width()))),
                   "shift by the width of the type or more");
  if (isShift && (b.width() & (b.width() - 1)) == 0) b = tm.andOf(b, tm.constant(b.width() - 1, b.width()));
  return tm.make(operatorOf(i->getOpcode()), a.width(), a, b);
}

// Division by zero, and the smallest number by -1, end the program on the machine; property `overflow`
// reports them.
void ThreadWalker::guardDivision(Item& item, const llvm::BinaryOperator* i, Term a, Term b) {
  logic::TermManager& tm = map_.terms;
  auto trapsWith = [&](Term x, Term y) {
    Term traps = tm.eq(y, tm.constant(0, y.width()));
    if (i->getOpcode() == llvm::Instruction::SDiv || i->getOpcode() == llvm::Instruction::SRem)
      traps = tm.orOf(traps, tm.andOf(tm.eq(y, tm.constant(~0ull, y.width())),
                                      tm.eq(x, tm.constant(1ull << (x.width() - 1), x.width()))));
    return traps;
  };
  if (trapsWith(a, b).isFalse()) return;
  Cursor& c = item.cursor;
  c.startEdge();
  Term traps =
      trapsWith(c.scalar(item.activation, i->getOperand(0)), c.scalar(item.activation, i->getOperand(1)));
  if (!traps.isFalse()) {
    Cursor trap = c;
    trap.append(ccfg::Assume{traps});
    trap.append(
        ccfg::Assert{tm.falseTerm(), ccfg::Property::Overflow, "division by zero or overflow in a division"});
    halt(trap, ccfg::HaltKind::Abort);
    c.append(ccfg::Assume{tm.notOf(traps)});
  }
}

Term ThreadWalker::compare(const llvm::CmpInst* i, Term a, Term b) {
  using P = llvm::CmpInst;
  logic::TermManager& tm = map_.terms;
  auto f = [&](Op op, Term x, Term y) { return tm.make(op, 1, x, y); };
  switch (i->getPredicate()) {
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
    map_.unsupported(i, "an unusual comparison");
  }
}

Term ThreadWalker::convert(const llvm::CastInst* i, Term a) {
  logic::TermManager& tm = map_.terms;
  unsigned width = map_.bitsOf(i->getType());
  switch (i->getOpcode()) {
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
    if (a.width() != width) map_.unsupported(i, "a conversion between vectors and scalars");
    return a;
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
    map_.unsupported(i, "an unusual conversion");
  }
}

Term ThreadWalker::elementAddress(Item& item, const llvm::GetElementPtrInst* i) {
  logic::TermManager& tm = map_.terms;
  const llvm::DataLayout& layout = map_.module.getDataLayout();
  unsigned width = map_.program.pointerWidth();
  Term address = item.cursor.scalar(item.activation, i->getPointerOperand());
  for (auto part = llvm::gep_type_begin(i); part != llvm::gep_type_end(i); ++part) {
    if (llvm::StructType* s = part.getStructTypeOrNull()) {
      unsigned field =
          static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(part.getOperand())->getZExtValue());
      address = tm.add(address, tm.constant(layout.getStructLayout(s)->getElementOffset(field), width));
      continue;
    }
    Term index = item.cursor.scalar(item.activation, part.getOperand());
    index = index.width() < width ? tm.sext(index, width) : tm.trunc(index, width);
    uint64_t stride = part.getSequentialElementStride(layout);
    address = tm.add(address, tm.mul(index, tm.constant(stride, width)));
  }
  return address;
}

} // namespace heddle::llvm2ccfg
