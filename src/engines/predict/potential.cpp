// One scan collects, for each variable, the pairs of the blocks and the accesses that could come in between.
#include "engines/predict/potential.h"

#include "support/ticker.h"

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
         const LockHistories& locks, size_t perPlaces, const Budget& budget)
      : ticker_(budget), trace_(trace), variables_(variables), must_(must), locks_(locks),
        perPlaces_(perPlaces), pairs_(variables.count()), remotes_(variables.count()) {}

  Potential run(const std::vector<Block>& blocks) {
    for (const Block& b : blocks) collectPairs(b);
    for (uint32_t t = 0; t < trace_.threads.size(); ++t)
      for (uint32_t i = 0; i < trace_.threads[t].events.size(); ++i) {
        ticker_.tick();
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
    if (pairs_[v].size() * remotes_[v].size() > exhaustive) return combineSome(v);
    for (const Pair& pair : pairs_[v])
      for (const EventRef remote : remotes_[v]) consider(v, pair, remote);
  }

  // Many executions of the same three places say the same; some of each are enough: pairs from the whole run,
  // and for each the accesses of other threads that have got as far, which are likely to be near.
  void combineSome(VariableId v) {
    constexpr size_t pairsOfAPlace = 64, remotesOfAPlace = 4;
    found_.complete = false;
    std::map<std::array<uint32_t, 3>, std::vector<Pair>> pairs; // by thread and sites
    for (const Pair& p : pairs_[v])
      pairs[{p.first.thread, event(p.first).site, event(p.second).site}].push_back(p);
    std::map<std::pair<uint32_t, uint32_t>, std::vector<EventRef>> remotes; // by thread and site
    for (const EventRef r : remotes_[v]) remotes[{r.thread, event(r).site}].push_back(r);
    for (const auto& [place, all] : pairs)
      for (size_t i = 0; i < std::min(all.size(), pairsOfAPlace); ++i) {
        const size_t at = i * all.size() / std::min(all.size(), pairsOfAPlace);
        for (const auto& [remotePlace, others] : remotes) {
          const size_t middle = at * others.size() / all.size();
          const size_t first = middle < remotesOfAPlace / 2 ? 0 : middle - remotesOfAPlace / 2;
          for (size_t r = first; r < std::min(others.size(), first + remotesOfAPlace); ++r)
            consider(v, all[at], others[r]);
        }
      }
  }

  void consider(VariableId v, const Pair& pair, EventRef remote) {
    ticker_.tick();
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

  Ticker ticker_;
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
                        size_t perPlaces, const Budget& budget) {
  return Finder(trace, variables, must, locks, perPlaces, budget).run(blocks);
}

} // namespace heddle::predict
