// Facts about one LLVM function; see the header. Changes nothing.

#include "llvm2ccfg/function_info.h"

#include "llvm2ccfg/uninitialised.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>

namespace heddle::llvm2ccfg {

namespace {

bool isScalar(const llvm::Type* t) {
  return t->isIntegerTy() || t->isPointerTy() || t->isFloatTy() || t->isDoubleTy();
}

bool onlyWholeLoadsAndStores(const llvm::AllocaInst& a) {
  for (const llvm::User* u : a.users()) {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(u)) {
      if (load->getType() != a.getAllocatedType() || load->isAtomic()) return false;
    } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(u)) {
      if (store->getValueOperand() == &a || store->getValueOperand()->getType() != a.getAllocatedType() ||
          store->isAtomic())
        return false;
    } else {
      return false;
    }
  }
  return true;
}

} // namespace

FunctionInfo::FunctionInfo(const llvm::Function& f) : dominators_(const_cast<llvm::Function&>(f)) {
  for (const llvm::BasicBlock& b : f) {
    unsigned in = 0;
    for (const llvm::BasicBlock* p : llvm::predecessors(&b)) {
      (void)p;
      ++in;
    }
    if (in > 1) merges_.insert(&b);
    if (llvm::isa<llvm::ReturnInst>(b.getTerminator())) ++returns_;
  }
  findPromotable(f);
  findLiveAtEntry(f);
  findLoops(f);
}

void FunctionInfo::findPromotable(const llvm::Function& f) {
  for (const llvm::BasicBlock& b : f)
    for (const llvm::Instruction& i : b)
      if (const auto* a = llvm::dyn_cast<llvm::AllocaInst>(&i)) {
        if (&b == &f.getEntryBlock() && llvm::isa<llvm::ConstantInt>(a->getArraySize()))
          entryAllocas_.push_back(a);
        bool small =
            !a->getAllocatedType()->isIntegerTy() || a->getAllocatedType()->getIntegerBitWidth() <= 64;
        if (!a->isArrayAllocation() && isScalar(a->getAllocatedType()) && small &&
            onlyWholeLoadsAndStores(*a))
          promotable_.insert(a);
        else if (entryAllocas_.empty() || entryAllocas_.back() != a)
          sizedAllocas_.push_back(a);
      }
}

// Backward liveness of the promotable locals, one bit each, over blocks.
void FunctionInfo::findLiveAtEntry(const llvm::Function& f) {
  using Locals = std::set<const llvm::AllocaInst*>;
  std::unordered_map<const llvm::BasicBlock*, Locals> liveIn;
  bool changed = true;
  while (changed) {
    changed = false;
    for (auto b = f.end(); b != f.begin();) {
      --b;
      Locals live;
      for (const llvm::BasicBlock* s : llvm::successors(&*b)) live.insert(liveIn[s].begin(), liveIn[s].end());
      for (auto i = b->rbegin(); i != b->rend(); ++i) {
        if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&*i)) {
          if (const auto* a = llvm::dyn_cast<llvm::AllocaInst>(store->getPointerOperand())) live.erase(a);
        } else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&*i)) {
          const auto* a = llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand());
          if (a != nullptr && promotable_.contains(a)) live.insert(a);
        }
      }
      if (live.size() != liveIn[&*b].size()) {
        liveIn[&*b] = std::move(live);
        changed = true;
      }
    }
  }
  for (const llvm::AllocaInst* a : liveIn[&f.getEntryBlock()])
    if (mayBeReadFirst(*a, promotable_)) liveAtEntry_.insert(a);
}

void FunctionInfo::findLoops(const llvm::Function& f) {
  for (auto scc = llvm::scc_begin(&f); !scc.isAtEnd(); ++scc)
    if (scc.hasCycle()) cyclic_.insert(scc->begin(), scc->end());
}

// The blocks at whose start v is live: walked up from each use to the definition.
const FunctionInfo::Blocks& FunctionInfo::liveIn(const llvm::Value* v) const {
  auto [it, fresh] = liveIn_.try_emplace(v);
  if (!fresh) return it->second;
  const auto* definition = llvm::dyn_cast<llvm::Instruction>(v);
  const llvm::BasicBlock* home = definition != nullptr ? definition->getParent() : nullptr;
  std::vector<const llvm::BasicBlock*> work;
  auto liveAtStart = [&](const llvm::BasicBlock* b) {
    if (b != home && it->second.insert(b).second) work.push_back(b);
  };
  for (const llvm::Use& use : v->uses()) {
    const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(user))
      liveAtStart(phi->getIncomingBlock(use));
    else
      liveAtStart(user->getParent());
  }
  while (!work.empty()) {
    const llvm::BasicBlock* b = work.back();
    work.pop_back();
    for (const llvm::BasicBlock* p : llvm::predecessors(b)) liveAtStart(p);
  }
  return it->second;
}

bool FunctionInfo::neededFrom(const llvm::Value* v, const llvm::Instruction* at) const {
  const llvm::BasicBlock* here = at->getParent();
  for (const llvm::User* u : v->users()) {
    const auto* i = llvm::cast<llvm::Instruction>(u);
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(i)) {
      for (unsigned n = 0; n < phi->getNumIncomingValues(); ++n)
        if (phi->getIncomingValue(n) == v && phi->getIncomingBlock(n) == here) return true;
    } else if (i->getParent() == here && (i == at || at->comesBefore(i))) {
      return true;
    }
  }
  const Blocks& live = liveIn(v);
  for (const llvm::BasicBlock* s : llvm::successors(here))
    if (live.contains(s)) return true;
  return false;
}

} // namespace heddle::llvm2ccfg
