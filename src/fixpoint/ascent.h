// Ascent: which node of a graph an iteration visits next, and when it widens. It serves any domain: who
// iterates keeps the abstract values, and asks here.
//
// Nodes are visited in a weak topological order (ccfg/analysis/graph/nesting.h has one for every program):
// inner cycles first, until they are stable. Only at heads of cycles is widened, after a few joins, so that
// small loops stay exact; and where values still change after many widenings (several domains that refine
// each other need not end by themselves) they are given up, which ends every iteration.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace heddle::fixpoint {

using Node = uint32_t;

enum class Growth : uint8_t { Join, Widen, GiveUp }; // how what arrives at a node is added to what is there

struct Pace {
  unsigned joins = 3;      // at a head, before it is widened
  unsigned widenings = 57; // after those, before it is given up
};

class Ascent {
public:
  // By node: its position in the order; is it the head of a cycle?
  Ascent(std::vector<uint32_t> positions, std::vector<bool> heads, Pace pace = {});

  void enqueue(Node n) { work_.insert({positions_[n], n}); }
  std::optional<Node> next(); // the first in the order that is to be visited; none: all is stable

  // Something is about to arrive at the node from one of its predecessors.
  Growth arrive(Node n);

private:
  std::vector<uint32_t> positions_;
  std::vector<bool> heads_;
  Pace pace_;
  std::vector<unsigned> arrivals_;
  std::set<std::pair<uint32_t, Node>> work_;
};

} // namespace heddle::fixpoint
