// Must-happen-before against the same as Datalog rules over all events of random models, by Z3: the engine's
// few keys and regions must claim nothing that the rules do not allow, and lose little.
#include "../../repeatable.h"

#include "random_model.h"

#include "ccfg/analysis/order/mhb.h"
#include "ccfg/text.h"
#include "logic/datalog/datalog.h"
#include "mhb_rules.h"

#include <gtest/gtest.h>

namespace heddle::ccfg::analysis {
namespace {

class Rules {
public:
  Rules(const Program& p, const Mhb& mhb)
      : program_(p), edges_(static_cast<uint32_t>(p.edges.size())),
        locations_(static_cast<uint32_t>(p.locations.size())),
        next_(edges_ + locations_ + 3 * static_cast<uint32_t>(p.threads.size())),
        datalog_(mhbRules, next_ + countGroups(mhb.prior())) {
    for (EdgeId e = 0; e < edges_; ++e) addEdge(e, mhb.prior());
    for (ThreadId t = 0; t < p.threads.size(); ++t) {
      any(location(p.threads[t].entry), start(t));
      any(end(t), location(p.threads[t].exit));
    }
    datalog_.add("start", {start(0)});
    for (ThreadId t = 0; t < p.threads.size(); ++t) datalog_.add("start", {allEnded(t)});
    for (EdgeId e = 0; e < edges_; ++e) {
      datalog_.add("event", {e});
      for (uint32_t n = 0; n < next_; ++n)
        if (n != e) datalog_.add("other", {e, n});
    }
  }

  logic::Datalog& datalog() { return datalog_; }

private:
  static uint32_t countGroups(const PriorEvents& prior) {
    uint32_t count = 0;
    for (const auto& [edge, groups] : prior) count += 2 * static_cast<uint32_t>(groups.size());
    return count;
  }
  uint32_t location(LocId l) const { return edges_ + l; }
  uint32_t thread(uint32_t which, ThreadId t) const {
    return edges_ + locations_ + which * static_cast<uint32_t>(program_.threads.size()) + t;
  }
  uint32_t start(ThreadId t) const { return thread(0, t); }
  uint32_t end(ThreadId t) const { return thread(1, t); }
  uint32_t allEnded(ThreadId t) const { return thread(2, t); }
  void any(uint32_t n, uint32_t m) { datalog_.add("any", {n, m}); }

  uint32_t node(const PriorEvent& e) const {
    using Kind = PriorEvent::Kind;
    return e.kind == Kind::Edge ? e.id : e.kind == Kind::Ended ? end(e.id) : allEnded(e.id);
  }

  void addEdge(EdgeId e, const PriorEvents& prior) {
    const Edge& edge = program_.edges[e];
    if (!halts(edge)) any(location(edge.to), e);
    for (const Operation& op : edge.ops)
      if (const auto* f = std::get_if<Fork>(&op)) any(start(f->thread), e);
    uint32_t before = location(edge.from);
    if (const auto groups = prior.find(e); groups != prior.end())
      for (const PriorGroup& g : groups->second) {
        const uint32_t group = next_++, both = next_++;
        for (const PriorEvent& event : g) any(group, node(event));
        datalog_.add("both", {both, before, group});
        before = both;
      }
    any(e, before);
  }

  const Program& program_;
  uint32_t edges_, locations_, next_;
  logic::Datalog datalog_;
};

// Threads that are started, if all is well.
std::vector<bool> started(const Program& p) {
  std::vector<bool> result(p.threads.size());
  result[0] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (const Edge& e : p.edges)
      for (const Operation& op : e.ops)
        if (const auto* f = std::get_if<Fork>(&op);
            f != nullptr && result[p.locations[e.from].thread] && !result[f->thread])
          changed = result[f->thread] = true;
  }
  return result;
}

TEST(MhbRules, ClaimsFollowFromTheRules) {
  std::mt19937 rng(1);
  size_t claims = 0, questions = 0, missed = 0;
  for (uint32_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto p = parseText(RandomModel(seed, true).text(), "random");
    markRepeatable(*p);
    const Facts facts(*p);
    const Mhb& mhb = facts.mhb(OrderFrom::Waits);
    Rules rules(*p, mhb);
    std::vector<std::pair<EdgeId, EdgeId>> others;
    const std::vector<bool> isStarted = started(*p);
    for (EdgeId a = 0; a < p->edges.size(); ++a)
      for (EdgeId b = 0; b < p->edges.size(); ++b) {
        if (a == b) continue;
        if (mhb.mhb(a, b)) {
          rules.datalog().add("claimed", {a, b});
          ++claims;
        } else if (isStarted[p->locations[p->edges[b].from].thread]) {
          others.emplace_back(a, b);
        }
      }
    EXPECT_FALSE(rules.datalog().holds("wrong"));
    for (int i = 0; i < 4 && !others.empty(); ++i) {
      const auto [a, b] = others[rng() % others.size()];
      rules.datalog().push();
      rules.datalog().add("asked", {a, b});
      ++questions;
      missed += rules.datalog().holds("confirmed") ? 1 : 0;
      rules.datalog().pop();
    }
  }
  EXPECT_GT(claims, 1000u);
  EXPECT_GE(10 * missed, 9 * questions); // the rest: alternatives whose common past has no key
}

} // namespace
} // namespace heddle::ccfg::analysis
