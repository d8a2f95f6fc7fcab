// The nesting of a thread's cycles, with an order of its locations that follows it (a weak topological
// order): every cycle is a contiguous run that begins with its head, every edge leads forward or to the head
// of a cycle that contains both of its ends. Any graph has one, jumps into loops included.
#pragma once

#include "ccfg/program.h"

namespace heddle::ccfg::analysis {

class Nesting {
public:
  explicit Nesting(const Program& p);

  struct Cycle {
    LocId head;
    uint32_t parent; // `none`: outermost
    unsigned depth;  // 1: outermost
  };
  const std::vector<Cycle>& cycles() const { return cycles_; }
  uint32_t position(LocId l) const { return position_[l]; }
  uint32_t cycleOf(LocId l) const {
    return cycleOf_[l];
  } // the innermost; a head belongs to its own. Or `none`
  bool contains(uint32_t cycle, LocId l) const;
  bool isHead(LocId l) const { return cycleOf_[l] != none && cycles_[cycleOf_[l]].head == l; }

private:
  void arrange(const Program& p, const std::vector<LocId>& locations, uint32_t parent);
  LocId chooseHead(const Program& p, const std::vector<LocId>& component) const;

  std::vector<Cycle> cycles_;
  std::vector<uint32_t> position_, cycleOf_; // by location
  std::vector<uint32_t> stamp_;              // by location: the call of `arrange` that looks at it
  std::vector<uint32_t> local_;              // by location: its number in that call
  uint32_t stamps_ = 0;
  uint32_t next_ = 0;
};

} // namespace heddle::ccfg::analysis
