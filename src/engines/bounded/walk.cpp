// One thread instance, location by location, in an order in which each comes after all that leads to it.
#include "engines/bounded/naps.h"
#include "engines/bounded/unwinder.h"

#include "ccfg/analysis/order/blocking.h"

#include "support/error.h"

#include <algorithm>

namespace heddle::bounded {

using ccfg::EdgeId;
using ccfg::LocId;

namespace {

class Walk {
public:
  Walk(Unwinding& u, InstanceId instance) : u_(u), t_(u.terms()), p_(u.facts.program), instance_(instance) {}

  void run(std::vector<Term> arguments);

private:
  // The place of a copy in the order: for each cycle around the location, from the outermost, the position of
  // its head and the iteration; then the location's own position. Copies inside an atomic section are kept
  // apart by it.
  using Key = std::vector<uint32_t>;
  struct Copy {
    LocId location;
    std::vector<uint32_t> iterations; // of the cycles around it, from the outermost
    State state;
    NodeId node;
  };
  struct Iterations { // of one cycle, entered once
    unsigned counted = 0, decided = 0;
    bool exitDecided = false;          // in this iteration a constant said that the cycle goes on
    std::vector<Term> registersAtHead; // in this iteration
  };

  std::vector<uint32_t> cyclesAround(LocId l) const; // from the outermost
  Key keyOf(const Copy& c) const;
  Key cycleKey(const Copy& c, size_t depth) const; // of the cycle at that depth, without its iteration
  void arrive(const Copy* from, EdgeId e, State state, StepId step);
  bool repeats(const Copy& from, EdgeId e, State& state);
  void merge(State& into, const State& from);
  bool enterHead(Copy& c);
  void expand(Copy& c);
  void noteExits(const Copy& c, EdgeId e, Term condition);
  void wait(const Copy& c, const std::vector<StepRun>& runs, const std::vector<Term>& conditions,
            const std::vector<Term>& taken);
  void take(Copy& c, std::vector<StepRun>& runs, std::vector<Term>& conditions);
  Term takenBy(const Copy& c, const std::vector<StepRun>& runs, const std::vector<Term>& conditions, size_t i,
               bool entersSection);
  void standStill(const Copy& c, const std::vector<Term>& taken);
  bool isStuck(LocId l) const;
  void finish(const Copy& c);

  Unwinding& u_;
  logic::TermManager& t_;
  const ccfg::Program& p_;
  InstanceId instance_;
  std::map<Key, Copy> pending_;
  std::map<Key, Iterations> cycles_;
};

std::vector<uint32_t> Walk::cyclesAround(LocId l) const {
  std::vector<uint32_t> result;
  for (uint32_t c = u_.facts.nesting.cycleOf(l); c != none; c = u_.facts.nesting.cycles()[c].parent)
    result.push_back(c);
  std::reverse(result.begin(), result.end());
  return result;
}

Walk::Key Walk::cycleKey(const Copy& c, size_t depth) const {
  const std::vector<uint32_t> cycles = cyclesAround(c.location);
  Key key;
  for (size_t d = 0; d <= depth; ++d) {
    key.push_back(u_.facts.nesting.position(u_.facts.nesting.cycles()[cycles[d]].head));
    if (d < depth) key.push_back(c.iterations[d]);
  }
  if (p_.locations[c.location].atomic) key.push_back(c.state.section);
  return key;
}

Walk::Key Walk::keyOf(const Copy& c) const {
  Key key;
  const std::vector<uint32_t> cycles = cyclesAround(c.location);
  for (size_t d = 0; d < cycles.size(); ++d) {
    key.push_back(u_.facts.nesting.position(u_.facts.nesting.cycles()[cycles[d]].head));
    key.push_back(c.iterations[d]);
  }
  key.push_back(u_.facts.nesting.position(c.location));
  if (p_.locations[c.location].atomic) key.push_back(c.state.section);
  return key;
}

void Walk::run(std::vector<Term> arguments) {
  const ccfg::Thread& thread = p_.threads[u_.skeleton.instances[instance_].thread];
  State start;
  start.guard = u_.skeleton.instances[instance_].started;
  const StepId fork = u_.skeleton.instances[instance_].fork;
  start.dominator = fork;
  for (ccfg::RegId r : u_.facts.liveness.liveAt(thread.entry)) {
    const auto it = std::find(thread.params.begin(), thread.params.end(), r);
    const unsigned width = p_.regWidth(r);
    Term value = t_.constant(0, width);
    if (r == thread.self) value = t_.constant(u_.skeleton.instances[instance_].number, width);
    if (it != thread.params.end()) {
      const auto index = static_cast<size_t>(it - thread.params.begin());
      if (index < arguments.size()) value = t_.resize(arguments[index], width);
    }
    start.registers.push_back(value);
  }
  if (u_.watchesBlocks()) start.registers.resize(start.registers.size() + 2, t_.constant(0, 32));
  Copy entry{thread.entry, std::vector<uint32_t>(cyclesAround(thread.entry).size(), 0), std::move(start),
             none};
  entry.node = static_cast<NodeId>(u_.skeleton.nodes.size());
  u_.skeleton.nodes.push_back({instance_, thread.entry, {}, {}});
  u_.skeleton.instances[instance_].entry = entry.node;
  pending_.emplace(keyOf(entry), std::move(entry));
  while (!pending_.empty()) {
    auto first = pending_.extract(pending_.begin());
    Copy& c = first.mapped();
    u_.skeleton.nodes[c.node].guard = c.state.guard;
    if (c.location == thread.exit)
      finish(c);
    else if (!u_.facts.nesting.isHead(c.location) || enterHead(c))
      expand(c);
    u_.budget.check();
  }
}

void Walk::finish(const Copy& c) {
  const ccfg::Thread& thread = p_.threads[u_.skeleton.instances[instance_].thread];
  Instance& instance = u_.skeleton.instances[instance_];
  instance.ended = c.state.guard;
  if (thread.result == none) return;
  const std::vector<ccfg::RegId>& live = u_.facts.liveness.liveAt(c.location);
  const auto it = std::lower_bound(live.begin(), live.end(), thread.result);
  if (it != live.end() && *it == thread.result)
    instance.result = c.state.registers[static_cast<size_t>(it - live.begin())];
  else if (thread.result == thread.self)
    instance.result = t_.constant(instance.number, 32);
}

// ---- cycles

// False: unwound no further.
bool Walk::enterHead(Copy& c) {
  const size_t depth = c.iterations.size() - 1;
  const uint32_t cycle = u_.facts.nesting.cycleOf(c.location);
  Iterations& i = cycles_[cycleKey(c, depth)];
  if (c.iterations[depth] > 0) {
    const bool free = i.exitDecided && i.decided < u_.bounds.decidedAt(cycle);
    ++(free ? i.decided : i.counted);
    if (i.counted > u_.bounds.at(cycle) || u_.skeleton.nodes.size() > u_.bounds.maxNodes) {
      Cut cut;
      cut.guard = c.state.guard;
      cut.cycle = cycle;
      u_.skeleton.cuts.push_back(std::move(cut));
      u_.giveUp(c.state.section, c.state.guard);
      return false;
    }
  }
  i.exitDecided = false;
  i.registersAtHead = c.state.registers;
  c.state.effects.resize(depth, t_.trueTerm());
  c.state.effects.push_back(t_.falseTerm());
  return true;
}

void Walk::noteExits(const Copy& c, EdgeId e, Term condition) {
  if (!condition.isFalse()) return;
  const std::vector<uint32_t> cycles = cyclesAround(c.location);
  for (size_t d = cycles.size(); d-- > 0;) {
    if (u_.facts.nesting.contains(cycles[d], p_.edges[e].to)) break;
    cycles_[cycleKey(c, d)].exitDecided = true;
  }
}

// An iteration that has only read, and leaves the registers as they were, might as well not have been made:
// the thread stays at the head, as one that waits. True: it surely was such a one.
bool Walk::repeats(const Copy& from, EdgeId e, State& state) {
  const LocId head = p_.edges[e].to;
  if (!u_.facts.nesting.isHead(head)) return false;
  const size_t depth = cyclesAround(head).size() - 1;
  if (!u_.facts.nesting.contains(u_.facts.nesting.cycleOf(head), from.location)) return false;
  if (depth >= state.effects.size() || state.effects[depth].isTrue()) return false;
  const auto it = cycles_.find(cycleKey(from, depth));
  if (it == cycles_.end() || it->second.registersAtHead.size() != state.registers.size()) return false;
  Term changed = state.effects[depth];
  for (size_t i = 0; i < state.registers.size(); ++i)
    changed = t_.orOf(changed, t_.ne(state.registers[i], it->second.registersAtHead[i]));
  state.guard = t_.andOf(state.guard, changed);
  u_.skeleton.idles = u_.skeleton.idles || !changed.isTrue();
  return state.guard.isFalse();
}

// ---- arriving at a location

void Walk::merge(State& into, const State& from) {
  const Term isFrom = u_.tell(from.guard, into.guard);
  for (size_t i = 0; i < into.registers.size(); ++i)
    if (!(into.registers[i] == from.registers[i]))
      into.registers[i] = t_.ite(isFrom, from.registers[i], into.registers[i]);
  joinSlept(t_, into.slept, from.slept, isFrom);
  into.guard = u_.disjoin(into.guard, from.guard);
  into.dominator = u_.skeleton.commonDominator(into.dominator, from.dominator);
  into.effects.resize(std::min(into.effects.size(), from.effects.size()));
  for (size_t d = 0; d < into.effects.size(); ++d)
    if (!(into.effects[d] == from.effects[d]))
      into.effects[d] = t_.ite(isFrom, from.effects[d], into.effects[d]);
}

void Walk::arrive(const Copy* from, EdgeId e, State state, StepId step) {
  const LocId to = p_.edges[e].to;
  if (repeats(*from, e, state) || napsAgain(u_, to, state, step)) return;
  if (!p_.locations[to].atomic) state.section = none;
  const std::vector<uint32_t> before = cyclesAround(from->location), around = cyclesAround(to);
  state.effects.resize(std::min(state.effects.size(), around.size()));
  Copy c{to, {}, std::move(state), none};
  bool same = true;
  for (size_t d = 0; d < around.size(); ++d) {
    same = same && d < before.size() && before[d] == around[d];
    uint32_t iteration = same ? from->iterations[d] : 0;
    if (same && u_.facts.nesting.cycles()[around[d]].head == to) ++iteration;
    c.iterations.push_back(iteration);
  }
  const Key key = keyOf(c);
  const auto it = pending_.find(key);
  if (it != pending_.end()) {
    merge(it->second.state, c.state);
    u_.skeleton.steps[step].to = it->second.node;
    return;
  }
  c.node = static_cast<NodeId>(u_.skeleton.nodes.size());
  u_.skeleton.nodes.push_back({instance_, to, {}, {}});
  u_.skeleton.steps[step].to = c.node;
  pending_.emplace(key, std::move(c));
}

// ---- leaving a location

// Nothing can ever happen at l.
bool Walk::isStuck(LocId l) const {
  if (p_.threads[p_.locations[l].thread].exit == l) return false;
  return std::all_of(p_.out(l).begin(), p_.out(l).end(), [&](EdgeId e) {
    const auto* first = p_.edges[e].ops.empty() ? nullptr : std::get_if<ccfg::Assume>(&p_.edges[e].ops[0]);
    return first && first->cond.isFalse();
  });
}

void Walk::expand(Copy& c) {
  std::vector<StepRun> runs;
  std::vector<Term> conditions;
  for (EdgeId e : p_.out(c.location)) {
    StepRun run(u_, instance_, c.node, c.state, e);
    const Term condition = run.precondition();
    noteExits(c, e, condition);
    const bool pointless = isStuck(p_.edges[e].to) && !run.mattersWithoutSuccessor() &&
                           !u_.properties.has(ccfg::Property::Deadlock);
    if (condition.isFalse() || pointless) continue;
    runs.push_back(std::move(run));
    conditions.push_back(condition);
  }
  take(c, runs, conditions);
}

// The thread may stand here at the end of an execution, if none of the ways is open then.
void Walk::wait(const Copy& c, const std::vector<StepRun>& runs, const std::vector<Term>& conditions,
                const std::vector<Term>& taken) {
  const Term waits = u_.fresh("waits", 1);
  u_.clause({t_.notOf(waits), c.state.guard});
  Wait wait{instance_, waits, {}, t_.trueTerm()};
  for (size_t i = 0; i < runs.size(); ++i) {
    u_.clause({t_.notOf(waits), t_.notOf(taken[i])});
    StepRun probe = runs[i];
    const Term open = t_.andOf(conditions[i], probe.probe(waits));
    u_.clause({t_.notOf(waits), t_.notOf(open)});
    if (!probe.isWay()) continue;
    const Term on = probe.waitsFor();
    if (on && wait.on) wait.clear = t_.andOf(wait.clear, t_.eq(on, wait.on));
    if (!on) wait.clear = t_.falseTerm();
    wait.on = on;
  }
  u_.skeleton.waits.push_back(wait);
}

// The condition under which a way is taken: that of its guard if nothing but registers decides, else a
// variable.
Term Walk::takenBy(const Copy& c, const std::vector<StepRun>& runs, const std::vector<Term>& conditions,
                   size_t i, bool entersSection) {
  bool open = runs[i].isOpen() || entersSection;
  for (size_t j = 0; j < runs.size(); ++j)
    open = open || (j != i && !t_.andOf(conditions[i], conditions[j]).isFalse());
  const Term enabled = t_.andOf(c.state.guard, conditions[i]);
  if (!open || enabled.isFalse()) return enabled;
  const Term taken = u_.fresh("taken", 1);
  u_.clause({t_.notOf(taken), enabled});
  return taken;
}

// Whoever stands still in a section has made its accesses up to there: they may race.
void Walk::standStill(const Copy& c, const std::vector<Term>& taken) {
  Term still = c.state.guard;
  for (Term t : taken) still = t_.andOf(still, t_.notOf(t));
  u_.giveUp(c.state.section, still);
}

void Walk::take(Copy& c, std::vector<StepRun>& runs, std::vector<Term>& conditions) {
  const bool inSection = p_.locations[c.location].atomic;
  std::vector<Term> taken;
  for (size_t i = 0; i < runs.size(); ++i) {
    const bool enters = !inSection && p_.locations[p_.edges[runs[i].edge()].to].atomic;
    taken.push_back(takenBy(c, runs, conditions, i, enters));
    for (size_t j = 0; j < i; ++j)
      if (!t_.andOf(conditions[i], conditions[j]).isFalse())
        u_.clause({t_.notOf(taken[i]), t_.notOf(taken[j])});
  }
  if (u_.properties.has(ccfg::Property::Deadlock) && !inSection && ccfg::analysis::mayBlock(p_, c.location))
    wait(c, runs, conditions, taken);
  bool mayWait = runs.empty();
  for (size_t i = 0; i < runs.size(); ++i) mayWait = mayWait || runs[i].isOpen();
  if (inSection && mayWait && u_.mayStopInSection()) standStill(c, taken);
  for (size_t i = 0; i < runs.size(); ++i) {
    if (taken[i].isFalse()) continue;
    const EdgeId e = runs[i].edge();
    const bool enters = !inSection && p_.locations[p_.edges[e].to].atomic;
    EventIndex section = inSection ? c.state.section : none;
    if (enters) section = u_.newEvent(none);
    auto after = runs[i].run(taken[i], section);
    const StepId step = runs[i].step();
    if (enters) u_.skeleton.events[section].step = step;
    u_.skeleton.nodes[c.node].out.push_back(step);
    const bool leaves = section != none && !p_.locations[p_.edges[e].to].atomic;
    if (enters) u_.sectionTaken[section] = taken[i];
    if (leaves && after) u_.sectionEnds[section].push_back(after->guard);
    if (after) arrive(&c, e, std::move(*after), step);
  }
  if (inSection && mayWait && u_.properties.has(ccfg::Property::Deadlock) && !u_.skeleton.waitsInexact)
    u_.skeleton.waitsInexact = ccfg::analysis::mayBlock(p_, c.location);
}

} // namespace

InstanceId unwindInstance(Unwinding& u, ccfg::ThreadId thread, StepId fork, Term started,
                          std::vector<Term> arguments) {
  const auto id = static_cast<InstanceId>(u.skeleton.instances.size());
  Instance instance;
  instance.thread = thread;
  instance.number = id + 1;
  instance.fork = fork;
  instance.started = started;
  instance.ended = u.terms().falseTerm();
  u.skeleton.instances.push_back(instance);
  u.skeleton.events.push_back({id, none});
  u.skeleton.instances[id].first = static_cast<EventIndex>(u.skeleton.events.size() - 1);
  const InstanceId parent = std::exchange(u.currentInstance, id);
  Walk(u, id).run(std::move(arguments));
  u.currentInstance = parent;
  u.skeleton.events.push_back({id, none});
  u.skeleton.instances[id].last = static_cast<EventIndex>(u.skeleton.events.size() - 1);
  return id;
}

} // namespace heddle::bounded
