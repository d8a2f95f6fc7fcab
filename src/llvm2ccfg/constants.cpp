// LLVM constants as terms, and initialisers as pieces of objects.

#include "llvm2ccfg/module_map.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/Operator.h>

#include <optional>

namespace heddle::llvm2ccfg {

namespace {

// Bits of a number, or nothing if they are not known before addresses are.
std::optional<llvm::APInt> bitsOfNumber(const llvm::Constant* c, unsigned bits) {
  if (const auto* i = llvm::dyn_cast<llvm::ConstantInt>(c)) return i->getValue();
  if (const auto* f = llvm::dyn_cast<llvm::ConstantFP>(c)) return f->getValueAPF().bitcastToAPInt();
  if (llvm::isa<llvm::UndefValue>(c)) return llvm::APInt(bits, 0);
  return std::nullopt;
}

} // namespace

Leaves ModuleMap::constantLeaves(const llvm::Constant* c) {
  llvm::Type* t = c->getType();
  if (!t->isAggregateType() && !t->isVectorTy()) {
    std::vector<llvm::Type*> parts = leafTypes(t);
    if (parts.size() == 1) return {constantTerm(c)};
    std::optional<llvm::APInt> bits = bitsOfNumber(c, t->getScalarSizeInBits());
    if (!bits) throw UnsupportedHere{"a wide constant of an unusual kind"};
    return {terms.constant(bits->extractBitsAsZExtValue(64, 0), 64),
            terms.constant(bits->extractBitsAsZExtValue(bits->getBitWidth() - 64, 64), bitsOf(parts[1]))};
  }
  Leaves out;
  uint64_t count = t->isStructTy()  ? t->getStructNumElements()
                   : t->isArrayTy() ? t->getArrayNumElements()
                                    : llvm::cast<llvm::FixedVectorType>(t)->getNumElements();
  for (unsigned i = 0; i < count; ++i) {
    Leaves sub = constantLeaves(c->getAggregateElement(i));
    out.insert(out.end(), sub.begin(), sub.end());
  }
  return out;
}

Term ModuleMap::constantTerm(const llvm::Constant* c) {
  unsigned width = bitsOf(c->getType());
  if (const auto* i = llvm::dyn_cast<llvm::ConstantInt>(c)) return terms.constant(i->getZExtValue(), width);
  if (const auto* f = llvm::dyn_cast<llvm::ConstantFP>(c))
    return terms.constant(f->getValueAPF().bitcastToAPInt().getZExtValue(), width);
  // undef and poison come only from what C leaves undefined at -O0; zero is one of the allowed values.
  if (llvm::isa<llvm::ConstantPointerNull>(c) || llvm::isa<llvm::UndefValue>(c))
    return terms.constant(0, width);
  if (const auto* a = llvm::dyn_cast<llvm::GlobalAlias>(c)) return constantTerm(a->getAliasee());
  if (const auto* g = llvm::dyn_cast<llvm::GlobalObject>(c))
    return isAbsent(g) ? terms.constant(0, width) : program.addressOf(objectOf(g));
  if (const auto* e = llvm::dyn_cast<llvm::ConstantExpr>(c)) return constantExpression(e);
  if (const auto* b = llvm::dyn_cast<llvm::BlockAddress>(c)) return labelAddress(b->getBasicBlock());
  throw UnsupportedHere{"a constant of an unusual kind"};
}

// The labels of a function lie in one object, so that programs may keep their distances.
Term ModuleMap::labelAddress(const llvm::BasicBlock* label) {
  const llvm::Function* f = label->getParent();
  auto [it, fresh] = labels_.try_emplace(f, ccfg::none);
  if (fresh)
    it->second = program.addObject(
        {"labels@" + f->getName().str(), ccfg::ObjectKind::Global, f->size(), false, true, {}, nullptr, {}});
  uint64_t index = 0;
  for (const llvm::BasicBlock& b : *f) {
    if (&b == label) break;
    ++index;
  }
  return terms.add(program.addressOf(it->second), terms.constant(index, program.pointerWidth()));
}

Term ModuleMap::constantExpression(const llvm::ConstantExpr* c) {
  unsigned width = bitsOf(c->getType());
  auto operand = [&](unsigned i) { return constantTerm(llvm::cast<llvm::Constant>(c->getOperand(i))); };
  switch (c->getOpcode()) {
  case llvm::Instruction::GetElementPtr: {
    llvm::APInt offset(module.getDataLayout().getIndexTypeSizeInBits(c->getType()), 0);
    if (!llvm::cast<llvm::GEPOperator>(c)->accumulateConstantOffset(module.getDataLayout(), offset)) break;
    return terms.add(operand(0), terms.constant(static_cast<uint64_t>(offset.getSExtValue()), width));
  }
  case llvm::Instruction::PtrToInt:
  case llvm::Instruction::IntToPtr:
  case llvm::Instruction::Trunc:
    return terms.resize(operand(0), width);
  case llvm::Instruction::BitCast:
  case llvm::Instruction::AddrSpaceCast:
    return operand(0);
  case llvm::Instruction::Add:
    return terms.add(operand(0), operand(1));
  case llvm::Instruction::Sub:
    return terms.sub(operand(0), operand(1));
  case llvm::Instruction::Xor:
    return terms.xorOf(operand(0), operand(1));
  default:
    break;
  }
  throw UnsupportedHere{std::string("a constant expression with '") + c->getOpcodeName() + "'"};
}

void ModuleMap::addInit(ccfg::Object& object, const llvm::Constant* c, uint64_t offset) {
  const llvm::DataLayout& layout = module.getDataLayout();
  if (llvm::isa<llvm::ConstantAggregateZero>(c) || llvm::isa<llvm::UndefValue>(c) || c->isNullValue()) return;
  llvm::Type* t = c->getType();
  if (auto* s = llvm::dyn_cast<llvm::StructType>(t)) {
    for (unsigned i = 0; i < s->getNumElements(); ++i)
      addInit(object, c->getAggregateElement(i), offset + layout.getStructLayout(s)->getElementOffset(i));
    return;
  }
  if (t->isArrayTy() || t->isVectorTy()) {
    llvm::Type* element =
        t->isArrayTy() ? t->getArrayElementType() : llvm::cast<llvm::VectorType>(t)->getElementType();
    uint64_t count =
        t->isArrayTy() ? t->getArrayNumElements() : llvm::cast<llvm::FixedVectorType>(t)->getNumElements();
    uint64_t stride = layout.getTypeAllocSize(element);
    for (unsigned i = 0; i < count; ++i) addInit(object, c->getAggregateElement(i), offset + i * stride);
    return;
  }
  Leaves values = constantLeaves(c);
  std::vector<Leaf> parts = leaves(t);
  for (size_t n = 0; n < parts.size(); ++n)
    object.init.push_back({offset + parts[n].offset, bytesOf(parts[n].type), values[n]});
}

} // namespace heddle::llvm2ccfg
