// Forward must-analysis of held locks; see locksets.h.
#include "ccfg/analysis/locks/locksets.h"

#include "ccfg/analysis/memory/escape.h"
#include "ccfg/lockstep.h"

#include <algorithm>
#include <deque>

namespace heddle::ccfg::analysis {

namespace {

using Effect = LockStep::Effect;

struct Step { // what an edge does to locks
  LockStep what;
  TargetSet targets;

  bool changesHolder() const { return what.effect != Effect::None && !what.reentrant; }
};

class Solver {
public:
  Solver(const Program& p, const PointsTo& pointsTo, const Mhb& mhb)
      : program_(p), pointsTo_(pointsTo), mhb_(mhb) {
    for (const Edge& e : p.edges) {
      const LockStep what = lockStepOf(e);
      steps_.push_back({what, what.effect == Effect::None ? TargetSet() : pointsTo.targets(what.lock)});
    }
    findLocks();
    states_.resize(p.locations.size());
    for (const Thread& t : p.threads) {
      states_[t.entry] = NestedLocks();
      work_.push_back(t.entry);
    }
    solve();
    checkReleases();
    checkForeignWrites();
  }

  std::vector<Lock> locks;
  std::vector<bool> reliable;

  NestedLocks heldAt(LocId l) const {
    NestedLocks held = states_[l].value_or(NestedLocks());
    held.releaseIf([&](uint32_t lock) { return !reliable[lock]; });
    return held;
  }

private:
  void findLocks() {
    single_ = singleInstanceObjects(program_, pointsTo_);
    for (const Step& s : steps_)
      if (s.changesHolder() && s.what.acquires())
        if (auto lock = definite(s.targets);
            lock && std::find(locks.begin(), locks.end(), *lock) == locks.end())
          locks.push_back(*lock);
    reliable.assign(locks.size(), true);
  }

  std::optional<Lock> definite(const TargetSet& targets) const {
    if (targets.size() != 1 || !targets.begin()->offsets.isExact() || !single_[targets.begin()->object])
      return {};
    return Lock{targets.begin()->object, targets.begin()->offsets.residue};
  }

  uint32_t indexOf(const Lock& lock) const {
    return static_cast<uint32_t>(std::find(locks.begin(), locks.end(), lock) - locks.begin());
  }

  bool mayBe(const TargetSet& targets, uint32_t lock) const {
    if (targets.empty()) return true; // nothing is known of it
    return std::any_of(targets.begin(), targets.end(), [&](const Target& t) {
      return t.object == locks[lock].object && t.offsets.contains(Offsets::exact(locks[lock].offset));
    });
  }

  void apply(const Step& step, NestedLocks& held) const {
    if (!step.changesHolder()) return;
    if (!step.what.acquires())
      held.releaseIf([&](uint32_t lock) { return mayBe(step.targets, lock); });
    else if (const auto lock = definite(step.targets))
      held.acquire(indexOf(*lock), !step.what.shared);
  }

  void solve() {
    while (!work_.empty()) {
      LocId l = work_.front();
      work_.pop_front();
      for (EdgeId e : program_.out(l)) {
        NestedLocks after = *states_[l];
        apply(steps_[e], after);
        LocId to = program_.edges[e].to;
        bool first = !states_[to];
        if (first) states_[to] = after;
        if (first || states_[to]->meet(after)) work_.push_back(to);
      }
    }
  }

  void checkReleases() {
    for (EdgeId e = 0; e < steps_.size(); ++e) {
      const Edge& edge = program_.edges[e];
      if (!steps_[e].what.releases() || steps_[e].what.reentrant || !states_[edge.from]) continue;
      // The mode does not matter: one unlock serves both, and its guards pick the edge that fits.
      for (uint32_t l = 0; l < locks.size(); ++l)
        if (mayBe(steps_[e].targets, l) && states_[edge.from]->find(l) == nullptr) reliable[l] = false;
    }
  }

  bool isStepOn(EdgeId e, uint32_t lock) const { // Reset: a foreign write
    const LockStep& what = steps_[e].what;
    return (what.acquires() || what.releases()) && mayBe(steps_[e].targets, lock);
  }

  // Writes to the bytes of a lock, not by its primitives, must all come before or after all uses of the lock.
  void checkForeignWrites() {
    std::vector<std::vector<EdgeId>> uses(locks.size());
    std::vector<std::vector<std::pair<Offsets, unsigned>>> bytes(locks.size());
    for (EdgeId e = 0; e < steps_.size(); ++e) {
      if (!steps_[e].changesHolder()) continue;
      for (uint32_t l = 0; l < locks.size(); ++l) {
        if (!isStepOn(e, l)) continue;
        uses[l].push_back(e);
        forEachStore(e, [&](const Target& t, unsigned n) {
          if (t.object == locks[l].object) bytes[l].emplace_back(t.offsets, n);
        });
      }
    }
    for (EdgeId e = 0; e < steps_.size(); ++e)
      forEachStore(e, [&](const Target& t, unsigned n) {
        for (uint32_t l = 0; l < locks.size(); ++l) {
          if (t.object != locks[l].object || !reliable[l] || isStepOn(e, l)) continue;
          bool hits = std::any_of(bytes[l].begin(), bytes[l].end(),
                                  [&](const auto& b) { return overlap(t.offsets, n, b.first, b.second); });
          if (hits && !isApart(e, uses[l])) reliable[l] = false;
        }
      });
  }

  template <typename F>
  void forEachStore(EdgeId e, F f) const {
    for (const Operation& op : program_.edges[e].ops)
      if (const auto* s = std::get_if<Store>(&op))
        for (const Target& t : pointsTo_.targets(s->addr)) f(t, s->bytes);
  }

  bool isApart(EdgeId write, const std::vector<EdgeId>& uses) const {
    auto all = [&](auto holds) { return std::all_of(uses.begin(), uses.end(), holds); };
    return all([&](EdgeId u) { return mhb_.orderedBefore(write, u); }) ||
           all([&](EdgeId u) { return mhb_.orderedBefore(u, write); });
  }

  const Program& program_;
  const PointsTo& pointsTo_;
  const Mhb& mhb_;
  std::vector<Step> steps_;  // by edge
  std::vector<bool> single_; // by object
  std::vector<std::optional<NestedLocks>> states_;
  std::deque<LocId> work_;
};

} // namespace

Locksets::Locksets(const Program& p, const PointsTo& pointsTo, const Mhb& mhb) {
  Solver solver(p, pointsTo, mhb);
  for (LocId l = 0; l < p.locations.size(); ++l) held_.push_back(solver.heldAt(l));
  locks_ = std::move(solver.locks);
  reliable_ = std::move(solver.reliable);
}

} // namespace heddle::ccfg::analysis
