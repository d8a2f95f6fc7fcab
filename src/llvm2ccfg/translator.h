// Translates a module to a Program: owns the queue of threads that are still to be drawn.
#pragma once

#include "llvm2ccfg/module_map.h"

#include <deque>

namespace heddle::llvm2ccfg {

class ProgramTranslator {
public:
  ProgramTranslator(const llvm::Module& module, ccfg::Program& program, const FrontendOptions& options);

  void run(const llvm::Function* entry);

  // The thread that a creation at this instruction starts with this function. A creation that a thread of the
  // same creation executes in turn is the same thread again: it is repeatable.
  ccfg::ThreadId threadFor(ccfg::ThreadId creator, const llvm::Instruction* site, const llvm::Function* start,
                           bool once);

  void checkSize() const; // throws InputError when the inlined program outgrows what can be handled

private:
  struct Origin {
    ccfg::ThreadId creator;
    const llvm::Instruction* site;
    const llvm::Function* start;
    bool once;
  };

  ccfg::ThreadId addThread(const llvm::Function* start, Origin origin);

  ModuleMap map_;
  std::vector<Origin> origins_; // by ThreadId
  std::deque<ccfg::ThreadId> queue_;
};

} // namespace heddle::llvm2ccfg
