// Prior events: what has surely happened before an edge can go on, beyond what its own thread has done.
//
// A group holds events of which at least one has happened, strictly before each occurrence of the edge; all
// groups of an edge hold. Joins, waits on words of memory, barriers and counted loops are told in this form;
// mhb draws the conclusions.
#pragma once

#include "ccfg/program.h"

namespace heddle::ccfg::analysis {

// What is known of order. Waits: also what is seen of the values of shared memory; only under sequential
// consistency.
enum class OrderFrom : uint8_t { ForkAndJoin, Waits };

struct PriorEvent {
  enum class Kind : uint8_t {
    Edge,     // the edge was executed
    Ended,    // an instance of the thread has ended
    AllEnded, // every instance of the thread has ended, and none will start
  };
  Kind kind;
  uint32_t id; // EdgeId or ThreadId
  auto operator<=>(const PriorEvent&) const = default;
};

using PriorGroup = std::vector<PriorEvent>;
using PriorEvents = std::map<EdgeId, std::vector<PriorGroup>>;

} // namespace heddle::ccfg::analysis
