// Where all threads stand: the global control location of a node (Wachter et al. 2013, section II), with what
// each thread has allocated. Instances have slots in the order of their forks, and the number of the one in
// slot s is s + 1, until a slot is taken over: its instance has ended and gives way to a new one. From then
// on new instances are `anonymous`: their numbers are part of the state, like the values of registers.
#pragma once

#include "ccfg/program.h"

#include <algorithm>
#include <map>
#include <set>

namespace heddle::symbolic {

struct Made { // by an Alloc; freed or not
  ccfg::ObjectId site;
  uint64_t size;
  bool zeroed;
  auto operator<=>(const Made&) const = default;
};

struct Standing {
  ccfg::LocId location;
  std::vector<Made> made;
  bool anonymous = false;
  auto operator<=>(const Standing&) const = default;
};

using Control = std::vector<Standing>; // by slot

// What a step's new instances and blocks may take over.
struct Vacant {
  uint32_t slot = ccfg::none; // an instance has ended there
  std::set<uint32_t> blocks;  // of the thread's own: freed
  auto operator<=>(const Vacant&) const = default;
};
using ControlId = uint32_t;

class Controls {
public:
  ControlId intern(const Control& c) {
    const auto [it, isNew] = ids_.emplace(c, static_cast<ControlId>(all_.size()));
    if (isNew) all_.push_back(&it->first);
    return it->second;
  }
  const Control& of(ControlId id) const { return *all_[id]; }
  size_t size() const { return all_.size(); }

private:
  std::map<Control, ControlId> ids_;
  std::vector<const Control*> all_;
};

// The slot of the thread that stands in an atomic section, or `none`.
inline uint32_t holderOf(const ccfg::Program& p, const Control& c) {
  for (uint32_t s = 0; s < c.size(); ++s)
    if (p.locations[c[s].location].atomic) return s;
  return ccfg::none;
}

// Of anonymous instances; the model of the library has other uses for the largest ones. In an execution of
// the machine none is larger; beyond that numbers are given again, as real libraries do.
inline constexpr uint32_t highestNumber = 4096;

inline bool hasAnonymous(const Control& c) { return std::ranges::any_of(c, &Standing::anonymous); }

inline bool isAtExit(const ccfg::Program& p, ccfg::LocId l) {
  return p.threads[p.locations[l].thread].exit == l;
}

} // namespace heddle::symbolic
