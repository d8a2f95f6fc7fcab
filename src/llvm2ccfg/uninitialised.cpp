// See the header. Ways are followed block by block from the function's start, with the constants that the
// locals hold, until the variable is written; after many blocks it is taken as read.

#include "llvm2ccfg/uninitialised.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <map>
#include <vector>

namespace heddle::llvm2ccfg {

namespace {

constexpr unsigned mostBlocks = 500;

using Held = std::map<const llvm::AllocaInst*, llvm::Constant*>; // only what is known

class Ways {
public:
  Ways(const llvm::AllocaInst& variable, const std::set<const llvm::AllocaInst*>& locals)
      : variable_(variable), locals_(locals) {}

  bool read() {
    const llvm::BasicBlock& entry = variable_.getFunction()->getEntryBlock();
    work_.push_back({&entry, {}});
    for (unsigned blocks = 0; !work_.empty(); ++blocks) {
      if (blocks == mostBlocks) return true;
      const auto [block, held] = std::move(work_.back());
      work_.pop_back();
      if (!seen_.insert({block, held}).second) continue;
      if (goThrough(*block, held)) return true;
    }
    return false;
  }

private:
  const llvm::AllocaInst* local(const llvm::Value* pointer) const {
    const auto* a = llvm::dyn_cast<llvm::AllocaInst>(pointer);
    return a != nullptr && locals_.contains(a) ? a : nullptr;
  }

  llvm::Constant* valueOf(const llvm::Value* v) const {
    if (const auto* c = llvm::dyn_cast<llvm::Constant>(v)) return const_cast<llvm::Constant*>(c);
    const auto it = values_.find(v);
    return it == values_.end() ? nullptr : it->second;
  }

  // True: the variable is read.
  bool goThrough(const llvm::BasicBlock& block, Held held) {
    values_.clear();
    for (const llvm::Instruction& i : block) {
      if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&i)) {
        const llvm::AllocaInst* a = local(load->getPointerOperand());
        if (a == &variable_) return true;
        if (a != nullptr && held.contains(a)) values_[&i] = held[a];
      } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i)) {
        const llvm::AllocaInst* a = local(store->getPointerOperand());
        if (a == &variable_) return false;
        if (a == nullptr) continue;
        held.erase(a);
        if (llvm::Constant* c = valueOf(store->getValueOperand())) held[a] = c;
      } else {
        fold(i);
      }
    }
    goOn(*block.getTerminator(), held);
    return false;
  }

  void fold(const llvm::Instruction& i) {
    if (!llvm::isa<llvm::BinaryOperator>(i) && !llvm::isa<llvm::CmpInst>(i) && !llvm::isa<llvm::CastInst>(i))
      return;
    std::vector<llvm::Constant*> operands;
    for (const llvm::Use& use : i.operands()) {
      llvm::Constant* c = valueOf(use.get());
      if (c == nullptr) return;
      operands.push_back(c);
    }
    const llvm::DataLayout& layout = i.getModule()->getDataLayout();
    llvm::Constant* result = nullptr;
    if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&i))
      result =
          llvm::ConstantFoldCompareInstOperands(compare->getPredicate(), operands[0], operands[1], layout);
    else
      result = llvm::ConstantFoldInstOperands(const_cast<llvm::Instruction*>(&i), operands, layout);
    if (result != nullptr) values_[&i] = result;
  }

  void goOn(const llvm::Instruction& end, const Held& held) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&end);
    if (branch != nullptr && branch->isConditional())
      if (const auto* known = llvm::dyn_cast_or_null<llvm::ConstantInt>(valueOf(branch->getCondition()))) {
        work_.emplace_back(branch->getSuccessor(known->isZero() ? 1 : 0), held);
        return;
      }
    for (const llvm::BasicBlock* to : llvm::successors(&end)) work_.emplace_back(to, held);
  }

  const llvm::AllocaInst& variable_;
  const std::set<const llvm::AllocaInst*>& locals_;
  std::vector<std::pair<const llvm::BasicBlock*, Held>> work_;
  std::set<std::pair<const llvm::BasicBlock*, Held>> seen_;
  std::map<const llvm::Value*, llvm::Constant*> values_; // of the block at hand
};

} // namespace

bool mayBeReadFirst(const llvm::AllocaInst& variable, const std::set<const llvm::AllocaInst*>& locals) {
  return Ways(variable, locals).read();
}

} // namespace heddle::llvm2ccfg
