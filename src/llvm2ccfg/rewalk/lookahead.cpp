#include "llvm2ccfg/rewalk/lookahead.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::llvm2ccfg {

bool Lookahead::scan(const llvm::BasicBlock& block, Firsts& out) const {
  for (const llvm::Instruction& i : block) {
    if (const uint32_t site = modules_.siteOf(&i); site != 0) {
      out.sites.insert(site);
      // A callee that another module defines begins before its result is there.
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&i))
        out.anything |= call->getCalledFunction() == nullptr ||
                        modules_.hasInstrumented(call->getCalledFunction()->getName());
      return false;
    }
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
        call != nullptr && !llvm::isa<llvm::IntrinsicInst>(i)) {
      const llvm::Function* f = call->getCalledFunction();
      if (f != nullptr && modules_.isInstrumented(f)) {
        out.sites.insert(modules_.siteOf(f));
        return false;
      }
      out.anything |= f == nullptr || modules_.hasInstrumented(f->getName());
      if (call->doesNotReturn()) return false;
    }
    if (llvm::isa<llvm::ReturnInst>(i)) {
      if (modules_.isInstrumented(block.getParent()))
        out.sites.insert(modules_.siteOf(block.getParent()));
      else
        out.anything = true;
      return false;
    }
  }
  return true;
}

const Lookahead::Firsts& Lookahead::from(const llvm::BasicBlock* block) {
  auto [found, added] = known_.try_emplace(block);
  if (!added) return found->second;
  Firsts out;
  std::set<const llvm::BasicBlock*> seen = {block};
  std::vector<const llvm::BasicBlock*> open = {block};
  while (!open.empty()) {
    const llvm::BasicBlock* b = open.back();
    open.pop_back();
    if (!scan(*b, out)) continue;
    for (const llvm::BasicBlock* next : llvm::successors(b))
      if (seen.insert(next).second) open.push_back(next);
  }
  return known_[block] = std::move(out);
}

} // namespace heddle::llvm2ccfg
