// One scan collects, for each variable, the pairs of the blocks and the accesses that could come in between.
#include "engines/predict/potential.h"

#include <array>
#include <map>
#include <unordered_map>

namespace heddle::predict {

namespace {

using trace::noVariable;

struct Pair {
  EventRef first, second;
};

class Finder {
public:
  Finder(const Trace& trace, const SharedVariables& variables, const MustOrder& must,
         const LockHistories& locks, size_t perPlaces)
      : trace_(trace), variables_(variables), must_(must), locks_(locks), perPlaces_(perPlaces),
        pairs_(variables.count()), remotes_(variables.count()) {}

  Potential run(const std::vector<Block>& blocks) {
    for (const Block& b : blocks) collectPairs(b);
    for (uint32_t t = 0; t < trace_.threads.size(); ++t)
      for (uint32_t i = 0; i < trace_.threads[t].events.size(); ++i) {
        const VariableId v = variables_.of(trace_, trace_.threads[t].events[i]);
        if (v != noVariable && !pairs_[v].empty()) remotes_[v].push_back({t, i});
      }
    for (VariableId v = 0; v < pairs_.size(); ++v) combine(v);
    return std::move(found_);
  }

private:
  const Event& event(EventRef r) const { return trace_.threads[r.thread].events[r.event]; }

  void collectPairs(const Block& b) {
    std::unordered_map<VariableId, EventRef> last;
    for (uint32_t i = b.begin; i <= b.end; ++i) {
      const VariableId v = variables_.of(trace_, trace_.threads[b.thread].events[i]);
      if (v == noVariable) continue;
      const EventRef here = {b.thread, i};
      if (auto before = last.find(v); before != last.end()) pairs_[v].push_back({before->second, here});
      last[v] = here;
    }
  }

  void combine(VariableId v) {
    // Many executions of the same three places say the same; some of each are enough.
    const bool few = pairs_[v].size() * remotes_[v].size() <= exhaustive;
    found_.complete &= few;
    for (size_t p = 0; p < pairs_[v].size(); ++p)
      for (size_t r = 0; r < remotes_[v].size(); ++r) {
        if (!few && (p >= perPlaces_ * 64 || r >= exhaustive / 64)) break;
        consider(v, pairs_[v][p], remotes_[v][r]);
      }
  }

  void consider(VariableId v, const Pair& pair, EventRef remote) {
    if (remote.thread == pair.first.thread) return;
    const Event &a = event(pair.first), &b = event(remote), &c = event(pair.second);
    if (!unserialisable(a.writes(), b.writes(), c.writes())) return;
    ++found_.all;
    if (must_.before(remote, pair.first) || must_.before(pair.second, remote)) return;
    ++found_.afterMustOrder;
    const bool withoutData = locks_.mayInterrupt(pair.first, remote, pair.second);
    found_.withoutData += withoutData;
    size_t& kept = kept_[{a.site, b.site, c.site}];
    if (kept >= perPlaces_) {
      found_.complete = false;
      return;
    }
    ++kept;
    found_.triples.push_back({pair.first, remote, pair.second, v, withoutData});
  }

  static constexpr size_t exhaustive = 1'000'000; // combinations of one variable

  const Trace& trace_;
  const SharedVariables& variables_;
  const MustOrder& must_;
  const LockHistories& locks_;
  size_t perPlaces_;
  std::vector<std::vector<Pair>> pairs_;
  std::vector<std::vector<EventRef>> remotes_;
  std::map<std::array<uint32_t, 3>, size_t> kept_;
  Potential found_;
};

} // namespace

Potential findPotential(const Trace& trace, const std::vector<Block>& blocks,
                        const SharedVariables& variables, const MustOrder& must, const LockHistories& locks,
                        size_t perPlaces) {
  return Finder(trace, variables, must, locks, perPlaces).run(blocks);
}

} // namespace heddle::predict
