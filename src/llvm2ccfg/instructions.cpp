// LLVM's computations as terms. Nothing here draws an edge of its own, except the check of a divisor.

#include "llvm2ccfg/operators.h"
#include "llvm2ccfg/walk.h"
#include "llvm2ccfg/wide.h"

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

} // namespace

// One element of a vector, or the value itself; a wide number has two terms.
Leaves ThreadWalker::lane(Item& item, const llvm::Value* v, size_t k) {
  Leaves all = item.cursor.get(item.activation, v);
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(v->getType());
  if (vector == nullptr) return all;
  const size_t per = all.size() / vector->getNumElements();
  auto first = all.begin() + static_cast<long>(k * per);
  return Leaves(first, first + static_cast<long>(per));
}

void ThreadWalker::bindLanes(Item& item, const llvm::Instruction* i,
                             const std::function<Leaves(size_t)>& laneOf) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(i->getType());
  const size_t count = vector != nullptr ? vector->getNumElements() : 1;
  Leaves out;
  for (size_t k = 0; k < count; ++k) {
    Leaves part = laneOf(k);
    if (part.empty() || !part[0]) map_.unsupported(i, "an unusual arithmetic operation");
    out.insert(out.end(), part.begin(), part.end());
  }
  item.cursor.bind(item.activation, i, std::move(out));
}

bool ThreadWalker::compute(Item& item, const llvm::Instruction* i) {
  logic::TermManager& tm = map_.terms;
  auto operand = [&](unsigned n, size_t k) { return lane(item, i->getOperand(n), k); };
  if (const auto* b = llvm::dyn_cast<llvm::BinaryOperator>(i)) {
    if (isDivision(b->getOpcode())) guardDivision(item, b);
    bindLanes(item, i, [&](size_t k) { return binary(item, b, operand(0, k), operand(1, k)); });
    return true;
  }
  if (const auto* cmp = llvm::dyn_cast<llvm::CmpInst>(i)) {
    bindLanes(item, i, [&](size_t k) -> Leaves {
      Leaves x = operand(0, k), y = operand(1, k);
      return {x.size() == 1 ? comparison(tm, cmp->getPredicate(), x[0], y[0])
                            : wideComparison(tm, cmp->getPredicate(), x, y)};
    });
    return true;
  }
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(i)) {
    convert(item, cast);
    return true;
  }
  if (const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(i)) {
    item.cursor.bind(item.activation, i, {elementAddress(item, gep)});
    return true;
  }
  if (i->getOpcode() == llvm::Instruction::FNeg) {
    bindLanes(item, i, [&](size_t k) -> Leaves {
      Term x = operand(0, k)[0];
      return {tm.make(Op::FNeg, x.width(), x)};
    });
    return true;
  }
  return parts(item, i);
}

void ThreadWalker::convert(Item& item, const llvm::CastInst* i) {
  logic::TermManager& tm = map_.terms;
  const unsigned opcode = i->getOpcode();
  llvm::Type *from = i->getOperand(0)->getType(), *to = i->getType();
  if (opcode == llvm::Instruction::BitCast &&
      (from->isVectorTy() || to->isVectorTy() || from->isX86_FP80Ty() || to->isX86_FP80Ty())) {
    std::vector<unsigned> widths;
    for (llvm::Type* t : map_.leafTypes(to)) widths.push_back(map_.bitsOf(t));
    item.cursor.bind(item.activation, i,
                     reinterpret(tm, item.cursor.get(item.activation, i->getOperand(0)), widths));
    return;
  }
  const bool isPlain = opcode == llvm::Instruction::Trunc || opcode == llvm::Instruction::ZExt ||
                       opcode == llvm::Instruction::SExt || opcode == llvm::Instruction::PtrToInt ||
                       opcode == llvm::Instruction::IntToPtr;
  llvm::Type* element = to->getScalarType();
  bindLanes(item, i, [&](size_t k) -> Leaves {
    Leaves x = lane(item, i->getOperand(0), k);
    const unsigned bits =
        element->isPointerTy() ? map_.program.pointerWidth() : element->getScalarSizeInBits();
    if (bits > 128 || map_.leafTypes(element).size() > 2) return {};
    if (x.size() == 1 && bits <= 64) return {conversion(tm, opcode, x[0], map_.bitsOf(element))};
    return isPlain ? wideResize(tm, x, bits, opcode == llvm::Instruction::SExt) : Leaves{};
  });
}

void ThreadWalker::assertOverflow(Cursor& c, Term overflows, const std::string& what) {
  if (!map_.options.checkOverflow || overflows.isFalse()) return;
  c.append(ccfg::Assert{map_.terms.notOf(overflows), ccfg::Property::Overflow, what});
}

Leaves ThreadWalker::binary(Item& item, const llvm::BinaryOperator* i, const Leaves& x, const Leaves& y) {
  logic::TermManager& tm = map_.terms;
  if (x.size() == 2) return wideBinary(item, i, x, y);
  Term a = x[0], b = y[0];
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
  return {result};
}

Leaves ThreadWalker::wideBinary(Item& item, const llvm::BinaryOperator* i, const Leaves& a, const Leaves& b) {
  const unsigned opcode = i->getOpcode();
  const auto* o = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(i);
  if (o != nullptr && o->hasNoSignedWrap() && map_.options.checkOverflow) {
    if (opcode != llvm::Instruction::Add && opcode != llvm::Instruction::Sub)
      map_.unsupported(i, "an overflow check of integers wider than 64 bits");
    assertOverflow(item.cursor, wideOverflow(map_.terms, opcode == llvm::Instruction::Add, a, b),
                   "signed addition or subtraction overflows");
  }
  return wideOperation(map_.terms, opcode, a, b);
}

// Division by zero, and the smallest number by -1, end the program on the machine; property `overflow`
// reports them.
void ThreadWalker::guardDivision(Item& item, const llvm::BinaryOperator* i) {
  logic::TermManager& tm = map_.terms;
  Cursor& c = item.cursor;
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(i->getType());
  auto traps = [&] {
    Term any = tm.falseTerm();
    for (size_t k = 0; k < (vector != nullptr ? vector->getNumElements() : 1); ++k) {
      Leaves a = lane(item, i->getOperand(0), k), b = lane(item, i->getOperand(1), k);
      if (a.size() != 1) map_.unsupported(i, "this division of integers wider than 64 bits");
      Term x = a[0], y = b[0];
      any = tm.orOf(any, tm.eq(y, tm.constant(0, y.width())));
      if (i->getOpcode() == llvm::Instruction::SDiv || i->getOpcode() == llvm::Instruction::SRem)
        any = tm.orOf(any, tm.andOf(tm.eq(y, tm.constant(~0ull, y.width())),
                                    tm.eq(x, tm.constant(1ull << (x.width() - 1), x.width()))));
    }
    return any;
  };
  if (traps().isFalse()) return;
  c.startEdge();
  Term now = traps();
  if (now.isFalse()) return;
  Cursor trap = c;
  trap.append(ccfg::Assume{now});
  trap.append(
      ccfg::Assert{tm.falseTerm(), ccfg::Property::Overflow, "division by zero or overflow in a division"});
  halt(trap, ccfg::HaltKind::Abort);
  c.append(ccfg::Assume{tm.notOf(now)});
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
