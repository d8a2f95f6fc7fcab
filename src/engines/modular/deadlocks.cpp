// Circles of waiting threads; see races.h.
#include "engines/modular/races.h"

#include "ccfg/analysis/order/blocking.h"
#include "ccfg/lockstep.h"
#include "support/graph.h"

#include <algorithm>
#include <deque>

#include <fmt/format.h>

namespace heddle::modular {

using ccfg::EdgeId;
using ccfg::LocId;
using ccfg::ThreadId;

namespace {

// What an edge does to a lock that others may wait for. A mutex of a condition wait counts as held all along:
// that wait is for more than a lock, and given up on.
ccfg::LockStep stepOf(const ccfg::Edge& e) {
  const ccfg::LockStep step = ccfg::lockStepOf(e);
  return step.reentrant || step.inWait ? ccfg::LockStep() : step;
}

// What an instance that waits here waits for.
struct Wait {
  LocId location;
  std::vector<uint32_t> locks;   // one of them is held by somebody
  std::vector<ThreadId> threads; // an instance of one of them has not ended
};

class Deadlocks {
public:
  Deadlocks(const Facts& facts, const Reached& reached)
      : facts_(facts), program_(facts.program), reached_(reached) {}

  std::optional<std::string> find() {
    if (!findHeld()) return problem_;
    for (LocId l = 0; l < program_.locations.size(); ++l)
      if (reached_.locations[l] && ccfg::analysis::mayBlock(program_, l) && !addWait(l)) return problem_;
    return findCircle();
  }

private:
  std::optional<uint32_t> lockAt(logic::Term address) const;
  bool findHeld();
  bool addWait(LocId l);
  bool mayHelp(const Wait& waits, const Wait& other) const;
  std::optional<std::string> findCircle();
  bool give(LocId l, const char* why) {
    problem_ =
        fmt::format("can't exclude a deadlock: {} at {}", why, program_.posString(program_.locations[l].pos));
    return false;
  }

  const Facts& facts_;
  const ccfg::Program& program_;
  const Reached& reached_;
  std::vector<BitSet> mayHold_; // by location: locks
  std::vector<Wait> waits_;
  std::string problem_;
};

// The one lock that it is about; a lock's word is zero at first, and then only changed by those who hold it.
std::optional<uint32_t> Deadlocks::lockAt(logic::Term address) const {
  const auto targets = facts_.pointsTo.targets(address);
  if (targets.size() != 1) return std::nullopt;
  const auto& locks = facts_.locksets.locks();
  for (uint32_t l = 0; l < locks.size(); ++l) {
    const ccfg::Object& o = program_.objects[locks[l].object];
    if (targets.begin()->object == locks[l].object && targets.begin()->offsets.isExact() &&
        targets.begin()->offsets.residue == locks[l].offset)
      return facts_.locksets.isReliable(l) && o.kind == ccfg::ObjectKind::Global && !o.uninitialised
                 ? std::optional(l)
                 : std::nullopt;
  }
  return std::nullopt;
}

// Which locks an instance may hold, by location.
bool Deadlocks::findHeld() {
  mayHold_.assign(program_.locations.size(), BitSet(facts_.locksets.locks().size()));
  std::deque<LocId> work;
  for (const ccfg::Thread& t : program_.threads) work.push_back(t.entry);
  std::vector<bool> seen(program_.locations.size());
  while (!work.empty()) {
    const LocId l = work.front();
    work.pop_front();
    const bool first = !seen[l];
    seen[l] = true;
    for (EdgeId e : program_.out(l)) {
      BitSet held = mayHold_[l];
      const ccfg::LockStep step = stepOf(program_.edges[e]);
      if (step.acquires() || step.releases()) {
        const auto lock = lockAt(step.lock);
        if (!lock && reached_.locations[l]) return give(l, "an unknown lock");
        if (lock) step.acquires() ? held.set(*lock) : held.reset(*lock);
      }
      const LocId to = program_.edges[e].to;
      if (mayHold_[to].unite(held) || (first && !seen[to])) work.push_back(to);
    }
  }
  for (const ccfg::Thread& t : program_.threads)
    if (reached_.locations[t.exit] && !mayHold_[t.exit].empty())
      return give(t.exit, "a thread may end with a lock held");
  return true;
}

bool Deadlocks::addWait(LocId l) {
  Wait w{l, {}, {}};
  if (program_.locations[l].atomic) return give(l, "a wait in an atomic section");
  for (EdgeId e : program_.out(l)) {
    const ccfg::Edge& edge = program_.edges[e];
    if (const ccfg::LockStep step = stepOf(edge); step.acquires()) {
      const auto lock = lockAt(step.lock);
      if (!lock) return give(l, "an unknown lock");
      w.locks.push_back(*lock);
    }
    for (const ccfg::Operation& op : edge.ops) {
      if (!std::holds_alternative<ccfg::Join>(op)) continue;
      const auto& forks = facts_.handles.joined(e);
      if (!forks) return give(l, "a join of an unknown thread");
      for (EdgeId f : *forks)
        for (const ccfg::Operation& forkOp : program_.edges[f].ops)
          if (const auto* fork = std::get_if<ccfg::Fork>(&forkOp)) w.threads.push_back(fork->thread);
    }
  }
  if (w.locks.empty() && w.threads.empty()) return give(l, "a wait for something else");
  waits_.push_back(std::move(w));
  return true;
}

// May the instance that this one waits for stand at the other place?
bool Deadlocks::mayHelp(const Wait& waits, const Wait& other) const {
  const ThreadId from = program_.locations[waits.location].thread,
                 to = program_.locations[other.location].thread;
  if (from == to && !program_.threads[from].repeatable && waits.location != other.location) return false;
  if (std::ranges::find(waits.threads, to) != waits.threads.end()) return true;
  return std::ranges::any_of(waits.locks, [&](uint32_t l) { return mayHold_[other.location].test(l); });
}

std::optional<std::string> Deadlocks::findCircle() {
  Graph g(waits_.size());
  for (uint32_t i = 0; i < waits_.size(); ++i)
    for (uint32_t j = 0; j < waits_.size(); ++j)
      if (mayHelp(waits_[i], waits_[j])) {
        if (i == j) {
          give(waits_[i].location, "a thread may wait for itself");
          return problem_;
        }
        g[i].push_back(j);
      }
  for (const auto& members : stronglyConnected(g).members)
    if (members.size() > 1) {
      give(waits_[members[0]].location, "threads may wait for each other");
      return problem_;
    }
  return std::nullopt;
}

} // namespace

std::optional<std::string> possibleDeadlock(const Facts& facts, const Reached& reached) {
  return Deadlocks(facts, reached).find();
}

} // namespace heddle::modular
