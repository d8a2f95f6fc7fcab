// Forward must-analysis of held locks; see locksets.h.
#include "ccfg/analysis/locks/locksets.h"

#include "ccfg/analysis/memory/escape.h"
#include "ccfg/lockstep.h"

#include <algorithm>
#include <deque>

namespace heddle::ccfg::analysis {

namespace {

using State = std::vector<HeldLock>;

using Effect = LockStep::Effect;

struct Step { // what an edge does to locks
  Effect effect = Effect::None;
  bool shared = false;
  TargetSet targets;
};

Step stepOf(const Edge& e, const PointsTo& pointsTo) {
  const LockStep s = lockStepOf(e);
  if (s.effect == Effect::None || s.reentrant) return {};
  return {s.effect, s.shared, pointsTo.targets(s.lock)};
}

HeldLock* find(State& s, uint32_t lock) {
  auto i =
      std::lower_bound(s.begin(), s.end(), lock, [](const HeldLock& h, uint32_t l) { return h.lock < l; });
  return i != s.end() && i->lock == lock ? &*i : nullptr;
}

class Solver {
public:
  Solver(const Program& p, const PointsTo& pointsTo, const Mhb& mhb)
      : program_(p), pointsTo_(pointsTo), mhb_(mhb) {
    for (const Edge& e : p.edges) steps_.push_back(stepOf(e, pointsTo));
    findLocks();
    states_.resize(p.locations.size());
    for (const Thread& t : p.threads) {
      states_[t.entry] = State{};
      work_.push_back(t.entry);
    }
    solve();
    checkReleases();
    checkForeignWrites();
  }

  std::vector<Lock> locks;
  std::vector<bool> reliable;

  State heldAt(LocId l) const {
    State result;
    for (const HeldLock& h : states_[l].value_or(State{}))
      if (reliable[h.lock]) result.push_back(h);
    return result;
  }

private:
  void findLocks() {
    single_ = singleInstanceObjects(program_, pointsTo_);
    for (const Step& s : steps_)
      if (s.effect == Effect::Acquire)
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

  void apply(const Step& step, State& s) const {
    if (step.effect == Effect::None) return;
    if (step.effect != Effect::Acquire) {
      std::erase_if(s, [&](const HeldLock& h) { return mayBe(step.targets, h.lock); });
      return;
    }
    auto lock = definite(step.targets);
    if (!lock) return;
    uint32_t id = indexOf(*lock);
    for (HeldLock& h : s) h.history.set(id);
    std::erase_if(s, [&](const HeldLock& h) { return h.lock == id; });
    auto at = std::find_if(s.begin(), s.end(), [&](const HeldLock& h) { return h.lock > id; });
    s.insert(at, {id, !step.shared, BitSet(locks.size())});
  }

  // Keeps what holds on both ways; true if the old state lost something.
  static bool meet(State& old, State& other) {
    State result;
    for (const HeldLock& h : old)
      if (const HeldLock* o = find(other, h.lock)) {
        result.push_back(h);
        result.back().exclusive = h.exclusive && o->exclusive;
        result.back().history.intersect(o->history);
      }
    bool changed = result != old;
    old = std::move(result);
    return changed;
  }

  void solve() {
    while (!work_.empty()) {
      LocId l = work_.front();
      work_.pop_front();
      for (EdgeId e : program_.out(l)) {
        State after = *states_[l];
        apply(steps_[e], after);
        LocId to = program_.edges[e].to;
        bool first = !states_[to];
        if (first) states_[to] = after;
        if (first || meet(*states_[to], after)) work_.push_back(to);
      }
    }
  }

  void checkReleases() {
    for (EdgeId e = 0; e < steps_.size(); ++e) {
      const Edge& edge = program_.edges[e];
      if (steps_[e].effect != Effect::Release || !states_[edge.from]) continue; // Reset: a foreign write
      // The mode does not matter: one unlock serves both, and its guards pick the edge that fits.
      for (uint32_t l = 0; l < locks.size(); ++l)
        if (mayBe(steps_[e].targets, l) && find(*states_[edge.from], l) == nullptr) reliable[l] = false;
    }
  }

  bool isStepOn(EdgeId e, uint32_t lock) const {
    const auto& sync = program_.edges[e].sync;
    if (!sync || sync->kind == SyncKind::Init || sync->kind == SyncKind::Destroy) return false;
    bool waits = sync->kind == SyncKind::WaitBegin || sync->kind == SyncKind::WaitEnd;
    Term object = waits ? sync->object2 : sync->object;
    return mayBe(pointsTo_.targets(object), lock);
  }

  // Writes to the bytes of a lock, not by its primitives, must all come before or after all uses of the lock.
  void checkForeignWrites() {
    std::vector<std::vector<EdgeId>> uses(locks.size());
    std::vector<std::vector<std::pair<Offsets, unsigned>>> bytes(locks.size());
    for (EdgeId e = 0; e < steps_.size(); ++e) {
      if (steps_[e].effect == Effect::None) continue;
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
  std::vector<std::optional<State>> states_;
  std::deque<LocId> work_;
};

} // namespace

Locksets::Locksets(const Program& p, const PointsTo& pointsTo, const Mhb& mhb) {
  Solver solver(p, pointsTo, mhb);
  for (LocId l = 0; l < p.locations.size(); ++l) held_.push_back(solver.heldAt(l));
  locks_ = std::move(solver.locks);
  reliable_ = std::move(solver.reliable);
}

bool Locksets::exclude(LocId a, LocId b) const {
  for (const HeldLock& h : held_[a])
    for (const HeldLock& k : held_[b]) {
      if (h.lock == k.lock) {
        if (h.exclusive || k.exclusive) return true;
        continue;
      }
      // Each got the other's lock after its own: then each had to come first.
      if (h.exclusive && k.exclusive && h.history.test(k.lock) && k.history.test(h.lock)) return true;
    }
  return false;
}

} // namespace heddle::ccfg::analysis
