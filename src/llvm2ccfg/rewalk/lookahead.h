// Which events can come first from a place on: where the walk does not know a branch's condition, the
// recorded events may still tell which way the program went.
#pragma once

#include "llvm2ccfg/rewalk/bitcode.h"

#include <map>
#include <set>

namespace heddle::llvm2ccfg {

class Lookahead {
public:
  explicit Lookahead(const RecordedModules& modules) : modules_(modules) {}

  struct Firsts {
    std::set<uint32_t> sites;
    bool anything =
        false; // a return from a function that records nothing, or a call that may record anything
  };
  const Firsts& from(const llvm::BasicBlock* block);

private:
  // Returns true if control goes on behind the block without an event.
  bool scan(const llvm::BasicBlock& block, Firsts& out) const;

  const RecordedModules& modules_;
  std::map<const llvm::BasicBlock*, Firsts> known_;
};

} // namespace heddle::llvm2ccfg
