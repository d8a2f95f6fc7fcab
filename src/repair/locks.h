// From sections to locks. A section of the paper excludes everybody; a lock excludes only those who take it,
// too. So a section becomes a lock together with the accesses of other threads that break it, each a small
// section of its own, and no more of them than the properties need.
//
// Which those are is found out on copies of the program with such locks (ccfg/transform/derived.h): each
// counterexample tells what is missing. A race: its two accesses. Locks that are taken in different orders:
// the acquisitions of each thread, as one section. Anything else: the accesses that came in between. Then
// everything that is not needed is taken away again.
#pragma once

#include "repair/models.h"
#include "repair/oracle.h"

namespace heddle::repair {

struct Lock {
  std::vector<Section> sections; // merged, sorted
  std::string existing{};        // a mutex of the program; empty: a new one
};
using Locks = std::vector<Lock>;

struct Plan {
  std::optional<Locks> locks; // none: `why`
  engine::Result checked;     // the copy with these locks
  std::string why;
};

class LockPlanner {
public:
  LockPlanner(const SectionMap& sections, Oracle& oracle) : sections_(sections), oracle_(oracle) {}

  // Locks by which the program has all properties asked for, and every section of the model is one of them.
  Plan plan(const Model& model);

private:
  struct Trial {
    ccfg::transform::Derived copy;
    engine::Result result;
  };

  bool holds(const Locks& locks);
  bool makesProgress(const Trial& trial, const Locks& locks);
  Trial attempt(const Locks& locks);
  std::string amend(Locks& locks, const Trial& trial) const;
  std::string amendRace(Locks& locks, const Trial& trial) const;
  std::string amendDeadlock(Locks& locks, const Trial& trial) const;
  std::string amendInterference(Locks& locks, const Trial& trial) const;
  bool join(Locks& locks, const std::vector<Section>& together) const;
  std::vector<ccfg::transform::Critical> criticals(const Locks& locks) const;
  bool conflict(EdgeId a, EdgeId b) const;

  Locks split(Locks locks);
  Locks reduced(Locks locks);
  void reduce(Locks& locks, size_t lock);
  void unite(Locks& locks, size_t lock);

  const SectionMap& sections_;
  Oracle& oracle_;
  std::optional<bool> waits_; // some thread of the program itself may wait for ever
};

} // namespace heddle::repair
