// See atomicblocks.h. How deep a block may be nested at a location is a set of depths, as bits; the last bit
// stands for all beyond.
#include "ccfg/atomicblocks.h"

#include <algorithm>

namespace heddle::ccfg {

namespace {

constexpr uint32_t deepest = 1u << 31;

bool isMark(const Operation& op, MarkKind kind) {
  const auto* mark = std::get_if<Mark>(&op);
  return mark != nullptr && mark->kind == kind;
}

uint32_t depthsAfter(uint32_t depths, const Edge& e) {
  for (const Operation& op : e.ops) {
    if (isMark(op, MarkKind::TransactionBegin)) depths = depths << 1 | (depths & deepest);
    if (isMark(op, MarkKind::TransactionEnd)) depths = depths >> 1 | (depths & (deepest | 1));
  }
  return depths;
}

} // namespace

bool hasBlocks(const Program& p) {
  return std::any_of(p.edges.begin(), p.edges.end(), [](const Edge& e) {
    return std::any_of(e.ops.begin(), e.ops.end(),
                       [](const Operation& op) { return isMark(op, MarkKind::TransactionBegin); });
  });
}

bool countsInBlocks(const Edge& e) { return !e.primitive && !e.sync; }

bool isLibraryObject(const Program& p, ObjectId o) { return p.files.isLibrary(p.objects[o].pos.file); }

std::vector<bool> mayBeInBlock(const Program& p) {
  std::vector<uint32_t> depths(p.locations.size());
  std::vector<LocId> work;
  for (const Thread& t : p.threads) {
    depths[t.entry] = 1;
    work.push_back(t.entry);
  }
  while (!work.empty()) {
    const LocId l = work.back();
    work.pop_back();
    for (EdgeId e : p.out(l)) {
      const LocId to = p.edges[e].to;
      const uint32_t after = depths[to] | depthsAfter(depths[l], p.edges[e]);
      if (after == depths[to]) continue;
      depths[to] = after;
      work.push_back(to);
    }
  }
  std::vector<bool> inside;
  for (uint32_t d : depths) inside.push_back((d & ~1u) != 0);
  return inside;
}

} // namespace heddle::ccfg
