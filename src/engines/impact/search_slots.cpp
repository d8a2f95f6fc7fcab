// Which slot a new instance takes over (Search::slotToTake), and which blocks (blocksToTake). What one path
// tells decides, and no label need say so: whichever instance that has ended gives way, the executions that
// there are remain; see Lowering::join.
#include "engines/impact/search.h"

#include <algorithm>

namespace heddle::impact {

// Of an instance that has ended and that, on this path, nobody waits for any more. To take another one would
// not be wrong, but less exact: it is done only where there are too many.
uint32_t Search::slotToTake(NodeId n, const Block& block) const {
  const Control& control = controls_.of(tree_.at(n).control);
  const auto isFork = [](const ccfg::Operation& op) { return std::holds_alternative<ccfg::Fork>(op); };
  if (!lessons_.takes || std::ranges::count_if(p_.edges[block.edges[0]].ops, isFork) != 1) return ccfg::none;
  uint32_t ended = ccfg::none;
  for (uint32_t s = 1; s < control.size(); ++s) {
    if (!isAtExit(p_, control[s].location)) continue;
    if (tree_.at(n).joined.contains(s) || !c_.joinable[p_.locations[control[s].location].thread]) return s;
    if (ended == ccfg::none) ended = s;
  }
  return control.size() >= c_.maxThreads ? ended : ccfg::none;
}

std::vector<Search::ActionPtr> Search::actionsOf(NodeId n, uint32_t slot) {
  std::vector<ActionPtr> result;
  const ccfg::LocId l = controls_.of(tree_.at(n).control)[slot].location;
  for (uint32_t i = 0; i < c_.blocks.from(l).size(); ++i) result.push_back(actionOf(n, {slot, i}));
  return result;
}

// On this path they have been freed.
std::set<uint32_t> Search::blocksToTake(NodeId n, uint32_t slot, const Block& block) {
  std::set<uint32_t> blocks;
  if (std::ranges::none_of(block.edges, [&](ccfg::EdgeId e) { return c_.reuses[e]; })) return blocks;
  const Node& node = tree_.at(n);
  const size_t count = controls_.of(node.control)[slot].made.size();
  for (uint32_t k = 0; k < count; ++k)
    if (evaluate(node.values, c_.symbols.alive(slot, k)).isFalse()) blocks.insert(k);
  return blocks;
}

// Some other instance than main.
bool Search::hasEnded(NodeId n) const {
  const Control& control = controls_.of(tree_.at(n).control);
  return std::any_of(control.begin() + 1, control.end(),
                     [&](const Standing& s) { return isAtExit(p_, s.location); });
}

// On the path, as far as that is plain.
std::set<uint32_t> Search::joinedAfter(NodeId n, const Action& a) {
  const Node& node = tree_.at(n);
  std::set<uint32_t> joined = node.joined;
  for (const auto& [slot, standing] : a.forked) joined.erase(slot);
  const Control& control = controls_.of(node.control);
  for (Term handle : a.joined)
    for (uint32_t s = 0; s < control.size(); ++s) {
      const ccfg::RegId self = p_.threads[p_.locations[control[s].location].thread].self;
      const Term number = terms_.resize(c_.symbols.reg(s, self, control[s].anonymous), handle.width());
      if (evaluate(node.values, handle) == evaluate(node.values, number)) joined.insert(s);
    }
  return joined;
}

} // namespace heddle::impact
