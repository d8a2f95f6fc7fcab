// Values of instructions: the recorded one by LLVM's own folding, the symbolic one as a term.
#include "llvm2ccfg/operators.h"
#include "llvm2ccfg/rewalk/walker.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Operator.h>

namespace heddle::llvm2ccfg {

WalkValue ThreadWalk::number(llvm::Type* type, uint64_t n) {
  llvm::LLVMContext& context = type->getContext();
  if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64) {
    const unsigned width = type->getIntegerBitWidth();
    const Term term = model_.constant(n, width);
    return {llvm::ConstantInt::get(context, llvm::APInt(width, term.value())), term};
  }
  if (!type->isPointerTy()) return {};
  llvm::Constant* word = llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), n);
  llvm::Constant* pointer = n == 0 ? llvm::ConstantPointerNull::get(llvm::cast<llvm::PointerType>(type))
                                   : llvm::ConstantExpr::getIntToPtr(word, type);
  return {pointer, model_.constant(n, 64)};
}

std::optional<uint64_t> ThreadWalk::numberOf(const llvm::Constant* c) const {
  if (const auto* i = llvm::dyn_cast<llvm::ConstantInt>(c))
    return i->getBitWidth() <= 64 ? std::optional(i->getZExtValue()) : std::nullopt;
  if (llvm::isa<llvm::ConstantPointerNull>(c)) return 0;
  if (const auto* e = llvm::dyn_cast<llvm::ConstantExpr>(c))
    if (e->getOpcode() == llvm::Instruction::IntToPtr || e->getOpcode() == llvm::Instruction::PtrToInt)
      return numberOf(e->getOperand(0));
  if (!c->getType()->isPointerTy()) return std::nullopt;
  llvm::APInt offset(64, 0);
  const llvm::Value* base = c->stripAndAccumulateConstantOffsets(layout(), offset, true);
  if (const auto* g = llvm::dyn_cast<llvm::GlobalVariable>(base)) {
    const auto found = shared_.globals.find(g);
    if (found != shared_.globals.end()) return found->second + offset.getZExtValue();
  } else if (base != c) {
    if (const auto n = numberOf(llvm::cast<llvm::Constant>(base))) return *n + offset.getZExtValue();
  }
  return std::nullopt;
}

WalkValue ThreadWalk::known(llvm::Constant* c) {
  if (c == nullptr) return {};
  const auto n = numberOf(c);
  if (!n) return {c, {}};
  WalkValue v = number(c->getType(), *n);
  return v.constant == nullptr ? WalkValue{c, {}} : v;
}

WalkValue ThreadWalk::valueOf(const llvm::Value* v) {
  if (const auto* c = llvm::dyn_cast<llvm::Constant>(v)) {
    if (llvm::isa<llvm::UndefValue>(c)) return {};
    return known(const_cast<llvm::Constant*>(c)); // constants are never changed; LLVM's folding wants them so
  }
  const auto found = frames_.back().values.find(v);
  if (found != frames_.back().values.end() && found->second.constant != nullptr) return found->second;
  // A part of a variable whose address has shown since: neither changes as long as the function runs.
  const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(v);
  llvm::APInt offset(64, 0);
  if (gep == nullptr || !gep->accumulateConstantOffset(layout(), offset)) return {};
  const llvm::Value* base = gep->getPointerOperand();
  if (!llvm::isa<llvm::AllocaInst>(base) && !llvm::isa<llvm::Argument>(base)) return {};
  const WalkValue whole = valueOf(base);
  const auto address = whole.constant == nullptr ? std::nullopt : numberOf(whole.constant);
  return address && !whole.symbolic() ? number(v->getType(), *address + offset.getZExtValue()) : WalkValue{};
}

void ThreadWalk::concretise(const WalkValue& v) {
  if (!v.symbolic() || v.constant == nullptr) return;
  if (const auto n = numberOf(v.constant))
    model_.assume(model_.terms().eq(v.term, model_.constant(*n, v.term.width())));
}

// As it was in the run, but it may be anything if what it comes from is something else.
WalkValue ThreadWalk::unknown(WalkValue v) {
  if (const auto n = v.constant == nullptr ? std::nullopt : numberOf(v.constant); n && v.term)
    v.term = model_.unknown(*n, v.term.width());
  return v;
}

// Null: the instruction has no term.
Term ThreadWalk::termFor(const llvm::Instruction* i, const std::vector<WalkValue>& operands) {
  logic::TermManager& t = model_.terms();
  for (const WalkValue& v : operands)
    if (!v.term) return {};
  const auto op = [&](unsigned n) { return operands[n].term; };
  if (i->isBinaryOp()) return operation(t, i->getOpcode(), op(0), op(1));
  if (const auto* cmp = llvm::dyn_cast<llvm::CmpInst>(i))
    return comparison(t, cmp->getPredicate(), op(0), op(1));
  if (llvm::isa<llvm::SelectInst>(i)) return t.ite(op(0), op(1), op(2));
  if (llvm::isa<llvm::FreezeInst>(i)) return op(0);
  llvm::Type* type = i->getType();
  const unsigned width = type->isPointerTy() ? 64 : type->isIntegerTy() ? type->getIntegerBitWidth() : 0;
  if (width == 0 || width > 64) return {};
  if (i->isCast()) return conversion(t, i->getOpcode(), op(0), width);
  if (const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(i)) {
    llvm::APInt offset(64, 0);
    llvm::MapVector<llvm::Value*, llvm::APInt> variable;
    if (!gep->collectOffset(layout(), 64, variable, offset)) return {};
    Term sum = t.add(op(0), t.constant(offset.getZExtValue(), 64));
    for (const auto& [index, scale] : variable) {
      const WalkValue v = valueOf(index);
      if (!v.term) return {};
      sum = t.add(sum, t.mul(v.term.width() < 64 ? t.sext(v.term, 64) : v.term,
                             t.constant(scale.getZExtValue(), 64)));
    }
    return sum;
  }
  return {};
}

void ThreadWalk::compute(const llvm::Instruction* i) {
  if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(i)) {
    const auto bytes = local->getAllocationSize(layout());
    // Variables that are recorded have an address that is learnt from their first access.
    if (!isFollowed(local)) return set(i, {});
    const uint64_t at = nextLocal_;
    nextLocal_ += (bytes ? bytes->getFixedValue() : 1 << 20) + 64;
    return set(i, number(i->getType(), at));
  }
  if (const auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(i))
    if (auto pair = exchanged_.find(part->getAggregateOperand());
        pair != exchanged_.end() && part->getNumIndices() == 1)
      return set(i, part->getIndices()[0] == 0 ? pair->second.first : pair->second.second);
  std::vector<WalkValue> operands;
  std::vector<llvm::Constant*> constants;
  bool symbolic = false;
  for (const llvm::Value* v : i->operands()) {
    operands.push_back(valueOf(v));
    constants.push_back(operands.back().constant);
    symbolic |= operands.back().symbolic();
  }
  if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(i);
      select != nullptr && constants[0] != nullptr) {
    const auto chosen = numberOf(constants[0]); // the other side need not be known
    if (chosen && (!operands[1].term || !operands[2].term)) {
      concretise(operands[0]);
      return set(i, operands[*chosen != 0 ? 1 : 2]);
    }
  }
  for (llvm::Constant* c : constants)
    if (c == nullptr) return set(i, {});
  WalkValue result =
      known(llvm::ConstantFoldInstOperands(const_cast<llvm::Instruction*>(i), constants, layout()));
  if (!symbolic) return set(i, result);
  const Term term = termFor(i, operands);
  if (term && result.term)
    result.term = term;
  else
    result = unknown(result);
  set(i, result);
}

} // namespace heddle::llvm2ccfg
