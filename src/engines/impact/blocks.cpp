// Finds the places where threads stop, and the blocks between them; see blocks.h.
#include "engines/impact/blocks.h"

#include "ccfg/analysis/order/blocking.h"

#include <algorithm>

namespace heddle::impact {

using ccfg::EdgeId;
using ccfg::LocId;

namespace {

constexpr size_t mostBlocks = 16; // from one place; where there are more, threads stop where branches meet

template <typename... Ops>
bool hasAny(const ccfg::Operation& op) {
  return (std::holds_alternative<Ops>(op) || ...);
}

} // namespace

Blocks::Blocks(const ccfg::analysis::Facts& facts, bool fused)
    : program_(facts.program()), escape_(facts.escape()), loops_(facts.loops()),
      mayWait_(program_.locations.size()), stops_(program_.locations.size(), !fused),
      blocks_(program_.locations.size()) {
  const ccfg::Program& p = program_;
  for (LocId l = 0; l < p.locations.size(); ++l) mayWait_[l] = ccfg::analysis::mayBlock(p, l);
  if (fused) findStops();
  if (!enumerate(fused ? mostBlocks : SIZE_MAX)) {
    for (LocId l = 0; l < p.locations.size(); ++l) stops_[l] = stops_[l] || p.in(l).size() > 1;
    enumerate(SIZE_MAX); // a tree of branches has no more ways through it than edges
  }
  for (auto& blocks : blocks_)
    for (Block& b : blocks) closeBlock(b, facts.pointsTo());
}

void Blocks::findStops() {
  const auto isLocal = [&](EdgeId e) { return escape_.isLocal(e); };
  for (LocId l = 0; l < program_.locations.size(); ++l) {
    const auto& out = program_.out(l);
    stops_[l] = out.empty() || mayWait_[l] || !std::ranges::all_of(out, isLocal);
  }
  for (const ccfg::Thread& t : program_.threads) stops_[t.entry] = stops_[t.exit] = true;
  for (EdgeId e = 0; e < program_.edges.size(); ++e)
    if (loops_.isRetreating(e)) stops_[program_.edges[e].to] = true;
}

// False: there are too many from some place.
bool Blocks::enumerate(size_t most) {
  for (LocId l = 0; l < program_.locations.size(); ++l) {
    blocks_[l].clear();
    if (!stops_[l]) continue;
    for (EdgeId e : program_.out(l))
      if (!extend({{e}, program_.edges[e].to, false, false}, blocks_[l], most)) return false;
  }
  return true;
}

bool Blocks::extend(Block block, std::vector<Block>& into, size_t most) const {
  const bool halts = std::ranges::any_of(program_.edges[block.edges.back()].ops,
                                         [](const auto& op) { return hasAny<ccfg::Halt>(op); });
  if (halts || stops_[block.to]) {
    into.push_back(std::move(block));
    return into.size() <= most;
  }
  for (EdgeId e : program_.out(block.to)) {
    Block longer = block;
    longer.edges.push_back(e);
    longer.to = program_.edges[e].to;
    if (!extend(std::move(longer), into, most)) return false;
  }
  return true;
}

void Blocks::closeBlock(Block& block, const ccfg::analysis::PointsTo& pointsTo) const {
  const auto isDynamic = [&](const ccfg::analysis::Target& t) {
    const ccfg::ObjectKind kind = program_.objects[t.object].kind;
    return kind == ccfg::ObjectKind::Local || kind == ccfg::ObjectKind::Heap;
  };
  for (EdgeId e : block.edges) {
    block.retreats = block.retreats || loops_.isRetreating(e);
    for (const ccfg::Operation& op : program_.edges[e].ops) {
      if (hasAny<ccfg::Fork, ccfg::Join, ccfg::Alloc, ccfg::Free>(op)) block.onControl = true;
      if (const auto address = ccfg::analysis::accessedAddress(op))
        block.onControl = block.onControl || std::ranges::any_of(pointsTo.targets(*address), isDynamic);
    }
  }
}

} // namespace heddle::impact
