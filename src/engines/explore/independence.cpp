// Conflicts between a next action and a future, remembered by pairs of locations.
#include "engines/explore/independence.h"

#include "engines/explore/choicewatch.h"
#include "support/error.h"
#include "support/graph.h"

#include <algorithm>

namespace heddle::explore {

using ccfg::EdgeId;
using ccfg::LocId;

namespace {

constexpr size_t cacheSize = 1u << 16;

bool hasHalt(const ccfg::Edge& e) {
  return std::any_of(e.ops.begin(), e.ops.end(),
                     [](const ccfg::Operation& op) { return std::holds_alternative<ccfg::Halt>(op); });
}

} // namespace

Independence::Independence(interp::Machine& machine, const ccfg::analysis::PointsTo& pointsTo,
                           const ccfg::analysis::Accesses& accesses, const Contention* contention)
    : machine_(machine), scratch_(machine.code().layout()), program_(machine.code().program()),
      accesses_(accesses), locks_(machine, pointsTo, accesses), contention_(contention), known_(cacheSize) {
  for (const ccfg::Object& o : program_.objects) maybeUninitialised_.push_back(o.uninitialised);
  for (const ccfg::Edge& e : program_.edges)
    for (const ccfg::Operation& op : e.ops)
      if (const auto* alloc = std::get_if<ccfg::Alloc>(&op); alloc && !alloc->zeroed)
        maybeUninitialised_[accesses.abstractOf(alloc->site)] = true;
  HEDDLE_CHECK(program_.locations.size() < 1u << 28, "more locations than fit into a question");
  for (LocId l = 0; l < program_.locations.size(); ++l) facts_.push_back(factsOf(l));
  findForksInLoops();
}

void Independence::findForksInLoops() {
  Graph next(program_.locations.size());
  for (const ccfg::Edge& e : program_.edges) next[e.from].push_back(e.to);
  const Components components = stronglyConnected(next);
  for (const ccfg::Edge& e : program_.edges) {
    if (components.of[e.from] != components.of[e.to]) continue;
    const auto isFork = [](const ccfg::Operation& op) { return std::holds_alternative<ccfg::Fork>(op); };
    facts_[e.from].forksInLoop |= std::any_of(e.ops.begin(), e.ops.end(), isFork);
  }
}

Independence::Facts Independence::factsOf(LocId l) const {
  Facts f;
  f.next = program_.out(l);
  std::vector<LocId> section; // locations of the atomic section that the action enters
  for (size_t i = 0; i < f.next.size(); ++i) {
    const ccfg::Edge& e = program_.edges[f.next[i]];
    for (const ccfg::Operation& op : e.ops)
      if (const auto* join = std::get_if<ccfg::Join>(&op)) {
        f.unclearJoin |= static_cast<bool>(f.joined);
        f.joined = join->handle;
      }
    for (const ccfg::analysis::Access& a : accesses_.of(f.next[i]))
      f.mayReadUninitialised |= !a.write && maybeUninitialised_[a.object];
    f.halts |= hasHalt(e);
    if (!program_.locations[e.to].atomic) continue;
    f.entersSection = true;
    if (std::find(section.begin(), section.end(), e.to) != section.end()) continue;
    section.push_back(e.to);
    f.next.insert(f.next.end(), program_.out(e.to).begin(), program_.out(e.to).end());
  }
  f.onlyHalts =
      std::all_of(f.next.begin(), f.next.end(), [&](EdgeId e) { return hasHalt(program_.edges[e]); });
  return f;
}

bool Independence::conflicts(Action& action, uint32_t other) {
  const interp::StateView& s = action.state;
  const uint32_t thread = action.thread;
  const LocId l = s.location(other);
  if (facts_[s.location(thread)].forksInLoop) return true;
  if (!conflicts(s, thread, l, HeldLocks::noLock)) return false;
  for (uint32_t lock = 0; lock < locks_.size(); ++lock)
    if (holds(s, thread, lock) && !conflicts(s, thread, l, lock)) return false;
  if (isStuckBehind(s, thread, other)) return false;
  return !contention_ || conflicts(s.location(thread), l, HeldLocks::noLock, By::Order) || !isQuiet(action);
}

// So firmly that nobody else gets in.
bool Independence::holds(const interp::StateView& s, uint32_t thread, uint32_t lock) const {
  return locks_.ownerOf(lock, s) == thread && locks_.isFirm(lock, thread, s);
}

// The thread that this one must join before it can do anything else; 0: none, or it is not known.
uint32_t Independence::joinedBy(const interp::StateView& s, uint32_t thread) const {
  const Facts& f = facts_[s.location(thread)];
  if (!f.joined || f.next.size() != 1) return 0;
  const std::optional<uint64_t> handle = machine_.evaluate(s, thread, f.joined);
  if (!handle || *handle > s.threadCount()) return 0;
  return static_cast<uint32_t>(*handle);
}

// Does `other` wait for the end of a thread that can't end before `thread` moves?
bool Independence::isStuckBehind(const interp::StateView& s, uint32_t thread, uint32_t other) const {
  for (uint32_t steps = 0; steps < s.threadCount(); ++steps) {
    const uint32_t joined = joinedBy(s, other);
    if (joined == 0 || machine_.code().isExit(s.location(joined))) return false;
    if (joined == thread) return true;
    for (uint32_t lock = 0; lock < locks_.size(); ++lock)
      if (holds(s, thread, lock) && !locks_.reachesEnd(lock, s.location(joined))) return true;
    other = joined;
  }
  return true; // they wait for each other
}

bool Independence::conflicts(const interp::StateView& s, uint32_t thread, LocId other, uint32_t lock) {
  const LocId l = s.location(thread);
  if (conflicts(l, other, lock, By::Accesses)) return true;
  return facts_[l].mayReadUninitialised && conflicts(l, other, lock, By::Decisions) &&
         readsUninitialised(s, thread);
}

bool Independence::conflicts(LocId l, LocId other, uint32_t lock, By by) {
  const uint64_t variant = static_cast<uint64_t>(lock + 1) * 3 + static_cast<uint64_t>(by); // noLock + 1 is 0
  const uint64_t question = static_cast<uint64_t>(l) << 36 | static_cast<uint64_t>(other) << 8 | variant;
  Known& known = known_[(question * 0x9e3779b97f4a7c15ull) >> 48];
  if (known.question != question) known = {question, computeConflict(l, other, lock, by)};
  return known.conflict;
}

bool Independence::computeConflict(LocId l, LocId other, uint32_t lock, By by) const {
  const ccfg::analysis::Accesses& future = lock == HeldLocks::noLock ? accesses_ : locks_.outside(lock);
  for (EdgeId e : facts_[l].next) {
    if (by == By::Order ? future.conflictsInOrder(other, e) : future.conflictsLater(other, e)) return true;
    if (by != By::Decisions) continue;
    for (const ccfg::analysis::Access& a : accesses_.of(e))
      if (maybeUninitialised_[a.object] && future.conflictsLater(other, a.object, a.offsets, a.bytes, true))
        return true;
  }
  return false;
}

// A Nondet in the same action makes it unclear what is read: it counts as well.
bool Independence::readsUninitialised(const interp::StateView& s, uint32_t thread) {
  const Facts& f = facts_[s.location(thread)];
  if (f.entersSection) return true;
  ChoiceWatch watch;
  for (EdgeId e : f.next) {
    scratch_.assign(s.bytes());
    machine_.step(scratch_, thread, e, watch);
  }
  return watch.asked;
}

// An action that may end or choose something is left to the general rules, and so is a whole section.
bool Independence::isQuiet(Action& action) {
  if (action.quiet) return *action.quiet;
  const Facts& f = facts_[action.state.location(action.thread)];
  const auto isSettled = [&](EdgeId e) { return contention_->isSettled(e); };
  bool quiet = !f.entersSection && std::ranges::none_of(f.next, isSettled);
  ChoiceWatch watch;
  interp::StepLog log;
  for (size_t i = 0; quiet && i < f.next.size(); ++i) {
    scratch_.assign(action.state.bytes());
    const interp::StepKind kind = machine_.step(scratch_, action.thread, f.next[i], watch, &log);
    quiet = (kind == interp::StepKind::Done || kind == interp::StepKind::Disabled) && !watch.asked &&
            contention_->isQuiet(action.state, scratch_, action.thread, f.next[i], log);
  }
  action.quiet = quiet;
  return quiet;
}

Independence::Waits Independence::waits(const interp::StateView& s, uint32_t thread) const {
  const LocId l = s.location(thread);
  if (const uint32_t lock = locks_.gateAt(l); lock != HeldLocks::noLock) {
    const uint32_t owner = locks_.ownerOf(lock, s);
    if (owner > s.threadCount()) return {0, false, false}; // it may still come to be, and open the lock
    if (owner != 0 && owner != thread && locks_.isFirm(lock, owner, s)) return {owner, true, true};
  }
  const Facts& f = facts_[l];
  if (!f.joined) return {};
  if (f.unclearJoin) return {0, false, false};
  const std::optional<uint64_t> handle = machine_.evaluate(s, thread, f.joined);
  if (!handle || *handle == 0 || *handle > s.threadCount())
    return {0, false, false}; // it may still come to be
  const auto number = static_cast<uint32_t>(*handle);
  return {machine_.code().isExit(s.location(number)) ? 0 : number, true, false};
}

bool Independence::isAlone(const interp::StateView& s, uint32_t thread) {
  const Facts& f = facts_[s.location(thread)];
  if (f.halts || f.entersSection) return false;
  Action action{s, thread};
  for (uint32_t t = 1; t <= s.threadCount(); ++t)
    if (t != thread && conflicts(action, t)) return false;
  const Waits w = waits(s, thread);
  return w.known && w.thread == 0 && !w.blocked;
}

} // namespace heddle::explore
