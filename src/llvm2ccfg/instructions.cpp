// LLVM's computations as terms. Nothing here draws an edge of its own, except the check of a divisor.

#include "llvm2ccfg/operators.h"
#include "llvm2ccfg/walk.h"

#include "support/error.h"

#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Operator.h>

namespace heddle::llvm2ccfg {

using logic::Op;

namespace {

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
  if (const auto* cmp = llvm::dyn_cast<llvm::CmpInst>(i)) {
    const Term t = comparison(map_.terms, cmp->getPredicate(), operand(0), operand(1));
    if (!t) map_.unsupported(i, "an unusual comparison");
    return is(t);
  }
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(i)) {
    const Term t = conversion(map_.terms, cast->getOpcode(), operand(0), map_.bitsOf(i->getType()));
    if (!t) map_.unsupported(i, "an unusual conversion");
    return is(t);
  }
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
  if (i->isShift())
    assertOverflow(item.cursor, tm.notOf(tm.ult(b, tm.constant(b.width(), b.width()))),
                   "shift by the width of the type or more");
  const Term result = operation(tm, i->getOpcode(), a, b);
  HEDDLE_CHECK(result, "unknown binary operator");
  return result;
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
