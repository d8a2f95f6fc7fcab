// Translates a module to a Program: owns the queue of threads that are still to be drawn.
#pragma once

#include "llvm2ccfg/module_map.h"

#include <deque>

namespace heddle::llvm2ccfg {

// The whole translation. A thread that starts itself is found out when it has been drawn: then the program is
// drawn once more, with locals for each of its instances.
std::unique_ptr<ccfg::Program> retell(const llvm::Module& module, const FrontendOptions& options,
                                      const llvm::Function* entry);

// How a thread came to be: the creations that lead to it from main.
using ThreadPath = std::vector<std::pair<const llvm::Instruction*, const llvm::Function*>>;

class ProgramTranslator {
public:
  ProgramTranslator(const llvm::Module& module, ccfg::Program& program, const FrontendOptions& options,
                    std::set<ThreadPath>& startThemselves);

  // False: threads were drawn as if they ran once, that in truth start themselves; they are known after it.
  bool run(const llvm::Function* entry);

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
  ThreadPath pathOf(const Origin& origin) const;

  ModuleMap map_;
  std::set<ThreadPath>& startThemselves_;
  bool surprised_ = false;
  std::vector<Origin> origins_; // by ThreadId
  std::deque<ccfg::ThreadId> queue_;
};

} // namespace heddle::llvm2ccfg
