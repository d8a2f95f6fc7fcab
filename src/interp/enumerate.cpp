// Enumerates choices like an odometer: the last choice of a step turns fastest. A step is re-executed for
// each combination, so what is chosen early may decide what is chosen later.
#include "interp/enumerate.h"

#include "logic/eval.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace heddle::interp {

namespace {

constexpr uint64_t maxExhaustive = 256;

std::vector<uint64_t> sampleOf(const Choice& c) {
  const uint64_t mask = logic::maskOf(c.width), sign = 1ull << (c.width - 1);
  const std::vector<uint64_t> values = {0, 1, 2, 3, mask, sign, sign - 1, c.lo, c.hi};
  std::vector<uint64_t> kept;
  for (uint64_t value : values) {
    const uint64_t v = (value & mask & ~c.known) | c.knownBits;
    if (v >= c.lo && v <= c.hi && std::find(kept.begin(), kept.end(), v) == kept.end()) kept.push_back(v);
  }
  return kept;
}

} // namespace

uint64_t Candidates::at(uint64_t i) const {
  if (!listed.empty()) return listed[i];
  if (spread == 0) return lo + i;
  uint64_t value = fixed;
  for (uint64_t rest = spread; rest != 0; rest &= rest - 1, i >>= 1)
    if ((i & 1) != 0) value |= rest & -rest;
  return value;
}

Candidates candidatesFor(const Choice& c) {
  Candidates all;
  const uint64_t free = logic::maskOf(c.width) & ~c.known;
  if (!c.matters) {
    all.lo = c.lo;
    all.count = 1;
  } else if (c.known != 0 && std::popcount(free) <= 8) {
    all.spread = free;
    all.fixed = c.knownBits;
    all.count = 1ull << std::popcount(free);
  } else if (c.known == 0 && c.hi - c.lo < maxExhaustive) {
    all.lo = c.lo;
    all.count = c.hi - c.lo + 1;
  } else {
    all.listed = sampleOf(c);
    all.complete = false;
  }
  return all;
}

bool Enumerator::next() {
  position_ = 0;
  while (!taken_.empty() && taken_.back().index + 1 == taken_.back().candidates.size()) taken_.pop_back();
  if (taken_.empty()) return false;
  ++taken_.back().index;
  return true;
}

uint64_t Enumerator::choose(const Choice& c) {
  if (position_ == taken_.size()) {
    taken_.push_back({candidatesFor(c), 0});
    if (!taken_.back().candidates.complete) {
      cutShort_ = true;
      cut_.emplace(c.edge, c.op);
    }
  }
  const Taken& t = taken_[position_++];
  return t.candidates.at(t.index);
}

std::vector<ccfg::Assumption> Enumerator::assumptions(const ccfg::Program& p) const {
  std::vector<ccfg::Assumption> result;
  for (const auto& [edge, op] : cut_) {
    ccfg::Assumption a;
    a.pos = p.edges[edge].pos;
    a.missesBehaviours = true;
    if (const auto* n = std::get_if<ccfg::Nondet>(&p.edges[edge].ops[op])) {
      a.kind = ccfg::AssumptionKind::NondetValues;
      a.text = fmt::format("only some values of {} at {} were tried",
                           n->origin.empty() ? "an input" : n->origin, p.posString(a.pos));
    } else {
      a.kind = ccfg::AssumptionKind::UninitialisedValue;
      a.text = fmt::format("only some values of the uninitialised memory read at {} were tried",
                           p.posString(a.pos));
    }
    result.push_back(std::move(a));
  }
  return result;
}

} // namespace heddle::interp
