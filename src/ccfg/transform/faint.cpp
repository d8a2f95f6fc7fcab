// Faint registers are those without influence (analysis/influence); all that is stored counts as influence.
// Changes edges' operations only; the graph stays.

#include "ccfg/transform/faint.h"

#include "ccfg/analysis/graph/influence.h"

#include <algorithm>

namespace heddle::ccfg::transform {

void removeFaintOperations(Program& p) {
  const analysis::Influence needed(p, analysis::Influence::Stored::Counts);
  for (Edge& e : p.edges) {
    for (Operation& op : e.ops)
      if (auto* set = std::get_if<Set>(&op))
        std::erase_if(set->assignments, [&](const Assignment& a) { return !needed(a.reg); });
    std::erase_if(e.ops, [&](const Operation& op) {
      if (const auto* set = std::get_if<Set>(&op)) return set->assignments.empty();
      if (const auto* n = std::get_if<Nondet>(&op)) return !needed(n->dst);
      return false;
    });
  }
}

} // namespace heddle::ccfg::transform
