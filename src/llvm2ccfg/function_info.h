// What the translator needs to know of an LLVM function before it walks it: which locals can be registers,
// which of them may be read before they are written, which blocks lie in loops, which are entered from
// several places.
#pragma once

#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <set>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace heddle::llvm2ccfg {

class FunctionInfo {
public:
  explicit FunctionInfo(const llvm::Function& f);

  // Scalar locals whose address is only used to load and store the whole value.
  bool isPromotable(const llvm::AllocaInst* a) const { return promotable_.contains(a); }
  // Promotable locals that some path reads before writing: their first value is arbitrary.
  bool mayBeReadUninitialised(const llvm::AllocaInst* a) const { return liveAtEntry_.contains(a); }
  bool inLoop(const llvm::BasicBlock* b) const { return cyclic_.contains(b); }
  // Several control flow edges enter the block: it needs a location of its own.
  bool isMerge(const llvm::BasicBlock* b) const { return merges_.contains(b); }
  unsigned returns() const { return returns_; }
  const std::vector<const llvm::AllocaInst*>& entryAllocas() const { return entryAllocas_; }
  // Those that are made where control gets to them: arrays of variable length, alloca().
  const std::vector<const llvm::AllocaInst*>& sizedAllocas() const { return sizedAllocas_; }

  bool dominates(const llvm::Instruction* a, const llvm::Instruction* b) const {
    return dominators_.dominates(a, b);
  }

  // Is v, which has been computed, used at `at` or on some way from there?
  bool neededFrom(const llvm::Value* v, const llvm::Instruction* at) const;

private:
  using Blocks = std::unordered_set<const llvm::BasicBlock*>;
  const Blocks& liveIn(const llvm::Value* v) const;
  void findPromotable(const llvm::Function& f);
  void findLiveAtEntry(const llvm::Function& f);
  void findLoops(const llvm::Function& f);

  std::set<const llvm::AllocaInst*> promotable_, liveAtEntry_;
  std::vector<const llvm::AllocaInst*> entryAllocas_, sizedAllocas_;
  std::unordered_set<const llvm::BasicBlock*> cyclic_, merges_;
  mutable std::unordered_map<const llvm::Value*, Blocks> liveIn_; // computed on demand
  llvm::DominatorTree dominators_;
  unsigned returns_ = 0;
};

} // namespace heddle::llvm2ccfg
