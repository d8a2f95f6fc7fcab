// Where the walk does not know the way: a branch whose condition is not known, and the rest of a thread whose
// path was lost.
#include "llvm2ccfg/rewalk/walker.h"

#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>

#include <algorithm>

namespace heddle::llvm2ccfg {

using trace::Event;
using trace::EventKind;

void ThreadWalk::gap(const std::string& why) {
  if (std::find(shared_.gaps.begin(), shared_.gaps.end(), why) == shared_.gaps.end())
    shared_.gaps.push_back(why);
}

// The only way on that leads to the next event; if there are several, they may meet again before it.
void ThreadWalk::unknownBranch(const llvm::Instruction* i) {
  skipUnsited();
  const Event* e = peek();
  if (e == nullptr) throw Lost{"the trace ends"};
  const llvm::BasicBlock* found = nullptr;
  for (unsigned n = 0; n < i->getNumSuccessors(); ++n) {
    const llvm::BasicBlock* to = i->getSuccessor(n);
    const Lookahead::Firsts& firsts = shared_.lookahead.from(to);
    if (to == found || (!firsts.anything && !firsts.sites.contains(e->site))) continue;
    if (found != nullptr) {
      if (!skip(i)) throw Lost{"a branch depends on an unknown value"};
      ++shared_.guessed;
      return;
    }
    found = to;
  }
  if (found == nullptr) throw Lost{"the events do not match the path (a signal handler?)"};
  ++shared_.guessed;
  jump(found);
}

namespace {

// The blocks between a branch and where its ways meet; empty: they don't.
struct BranchWays {
  std::set<const llvm::BasicBlock*> blocks;
  const llvm::BasicBlock* end = nullptr;
};

BranchWays waysFrom(const llvm::Instruction* branch) {
  auto* f = const_cast<llvm::Function*>(branch->getFunction()); // which the tree does not change
  const llvm::PostDominatorTree tree(*f);
  const auto* node = tree.getNode(branch->getParent());
  if (node == nullptr || node->getIDom() == nullptr || node->getIDom()->getBlock() == nullptr) return {};
  BranchWays ways;
  ways.end = node->getIDom()->getBlock();
  std::vector<const llvm::BasicBlock*> open(llvm::succ_begin(branch->getParent()),
                                            llvm::succ_end(branch->getParent()));
  while (!open.empty()) {
    const llvm::BasicBlock* b = open.back();
    open.pop_back();
    if (b == ways.end || !ways.blocks.insert(b).second) continue;
    open.insert(open.end(), llvm::succ_begin(b), llvm::succ_end(b));
  }
  return ways;
}

} // namespace

// Goes on where the ways meet, if nothing happens on them that others see; what they compute is not known.
bool ThreadWalk::skip(const llvm::Instruction* i) {
  const BranchWays ways = waysFrom(i);
  if (ways.end == nullptr || ways.blocks.contains(i->getParent())) return false;
  std::vector<std::pair<uint64_t, uint64_t>> written; // local variables
  for (const llvm::BasicBlock* b : ways.blocks)
    for (const llvm::Instruction& inside : *b) {
      if (shared_.modules.siteOf(&inside) != 0) return false;
      if (llvm::isa<llvm::CallBase>(inside) && !llvm::isa<llvm::DbgInfoIntrinsic>(inside) &&
          inside.mayHaveSideEffects())
        return false;
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(&inside);
      if (store == nullptr) continue;
      const auto* local =
          llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(store->getPointerOperand()));
      const WalkValue at = local == nullptr ? WalkValue{} : valueOf(local);
      const auto address = at.constant == nullptr ? std::nullopt : numberOf(at.constant);
      const auto bytes = local == nullptr ? std::nullopt : local->getAllocationSize(layout());
      if (!address || !bytes) return false;
      written.emplace_back(*address, bytes->getFixedValue());
    }
  for (const auto& [address, bytes] : written) forget(address, bytes);
  for (const llvm::PHINode& phi : ways.end->phis()) set(&phi, {});
  frames_.back().next = &*ways.end->getFirstNonPHIIt();
  return true;
}

// What is left of the thread, by its events alone: it does what it did, whatever it sees. So what happens
// there, and what others wait for, can be asked about; that something is infeasible can't be said any more.
void ThreadWalk::followEvents() {
  for (; peek() != nullptr; ++at_) {
    const Event& e = *peek();
    if (model_.isAfter(at_)) {
      followed_ = false;
      return;
    }
    const auto bits = static_cast<unsigned>(8 * trace_.site(e).bytes);
    const bool shared = e.isAccess() && bits <= 64 && model_.isShared(at_);
    if (e.kind == EventKind::Read && shared)
      model_.load(at_);
    else if (e.kind == EventKind::Write && shared)
      model_.store(at_, model_.constant(e.value, bits));
    else if (e.kind == EventKind::Update && shared)
      model_.update(at_, [](Term before) { return before; });
    else if (e.kind == EventKind::Sync && trace_.site(e).kind == trace::SiteKind::SemOpen)
      model_.semaphoreOpens(at_);
    else if (e.kind == EventKind::Sync)
      model_.sync(at_);
    else if (e.kind == EventKind::Create)
      model_.create(at_);
    else if (e.kind == EventKind::Join)
      model_.join(at_);
    else if (e.kind == EventKind::Enter || e.kind == EventKind::Exit || e.kind == EventKind::Mark)
      model_.mark(at_);
  }
}

} // namespace heddle::llvm2ccfg
