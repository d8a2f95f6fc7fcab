// One inlined call of a function in one thread: its registers, the places of its blocks, where it returns to.
#pragma once

#include "llvm2ccfg/module_map.h"

namespace heddle::llvm2ccfg {

struct Activation {
  const llvm::Function* function = nullptr;
  const FunctionInfo* info = nullptr;
  Activation* parent = nullptr;
  const llvm::CallBase* call = nullptr; // in the parent; null at the root
  ccfg::StackId stack = 0;
  bool alone = false;     // runs after the thread's function returned: the locals below it are gone
  bool once = true;       // runs at most once in an execution of the program
  unsigned recursion = 1; // activations of the same function on this stack, this one included

  std::unordered_map<const llvm::Value*, std::vector<ccfg::RegId>>
      registers;                                                   // home of a value that must survive
  std::unordered_map<const llvm::AllocaInst*, ccfg::RegId> locals; // promoted locals
  std::unordered_map<const llvm::AllocaInst*, Term> addresses;     // of the others: constant or register
  std::vector<ccfg::RegId> frees;                                  // registers whose objects end with it
  std::vector<std::pair<const llvm::AllocaInst*, ccfg::RegId>>
      sized;                                                // arrays of variable length; null: not there
  std::map<unsigned, ccfg::RegId> copies;                   // of structures passed by value, by argument
  std::unordered_map<const llvm::Value*, Leaves> constants; // values known to be constant
  std::unordered_map<const llvm::BasicBlock*, ccfg::LocId> blocks; // of merge blocks

  ccfg::LocId cancelled = ccfg::none; // where the thread ends if it is cancelled at any time; none: nowhere

  // Several returns, or several callees of one call, meet here; none: control goes on without a location.
  ccfg::LocId meet = ccfg::none;
  std::vector<ccfg::RegId> meetRegisters;
  bool meetWalked = false;         // the code after the meeting point is translated once
  Activation* meetOwner = nullptr; // whose `meetWalked` counts (callees of one indirect call share one)
  bool atomicBody = false;         // a __VERIFIER_atomic_ function: its end closes an atomic section
  bool meantAtomic = false;        // its end closes a marked block

  std::vector<ccfg::RegId> dynamic() const {
    std::vector<ccfg::RegId> out;
    for (const auto& [alloca, reg] : sized) out.push_back(reg);
    return out;
  }
};

} // namespace heddle::llvm2ccfg
