// Locks as sequences of critical sections: the strong form of the lock lemmas (S2b, Sinha and Wang 2011,
// section 7.1).
//
// A lock is disciplined if only its holder releases it and nobody takes it twice, as far as the steps
// themselves show. Its sections are then totally ordered and do not overlap, and that is all there is to know
// of it: the reads by which it is taken and released need no axioms, and accesses in two of its sections are
// ordered as the sections are.
#pragma once

#include "engines/bounded/skeleton.h"

#include <functional>
#include <map>

namespace heddle::bounded {

struct Section {
  uint32_t lock;
  StepId acquire;
  std::vector<AccessId> releases; // the writes by which it may end
};

class LockSections {
public:
  // One word of memory and all its accesses, in order of unwinding.
  struct Word {
    std::vector<AccessId> accesses;
    Term initial;
  };
  using Order = std::function<bool(EventIndex, EventIndex)>; // surely before?

  LockSections(const Skeleton& s, const Order& surelyBefore);
  void add(const Word& word); // if it is a disciplined lock

  const std::vector<Section>& sections() const { return sections_; }
  size_t lockCount() const { return lockCount_; }

  const std::vector<uint32_t>& around(AccessId a) const { return around_[a]; }
  // Two sections of one lock around the accesses.
  std::optional<std::pair<const Section*, const Section*>> common(AccessId a, AccessId b) const;
  // Reads that belong to the taking and releasing itself: what they read is known.
  bool isImplied(AccessId read) const { return implied_[read]; }

private:
  bool isOwn(AccessId a, Term address) const;
  bool isMutex(const Word& word) const;
  bool othersKeepAway(const Word& word) const;
  struct Holding;
  bool follow(InstanceId i, Term address, const std::map<StepId, AccessId>& writes,
              std::vector<Section>& sections, std::map<NodeId, Holding>& at) const;

  const Skeleton& s_;
  Order surelyBefore_;
  std::vector<Section> sections_;
  std::vector<std::vector<uint32_t>> around_; // by access: sections, in order of their locks
  std::vector<bool> implied_;
  std::vector<std::vector<StepId>> steps_; // by instance
  std::vector<std::vector<AccessId>> accesses_;
  size_t lockCount_ = 0;
};

} // namespace heddle::bounded
