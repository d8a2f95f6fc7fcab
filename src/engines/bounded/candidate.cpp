// Reads a model of the encoding; see candidate.h.
#include "engines/bounded/candidate.h"

#include "ccfg/analysis/graph/dominators.h"

namespace heddle::bounded {

namespace {

// A section in whose midst the execution ends, and not the one that is looked for.
bool isGivenUp(const Skeleton& s, logic::Solver& solver, const Goal& goal, EventIndex e) {
  if (e == none || !s.events[e].complete || solver.value(s.events[e].complete) != 0) return false;
  const auto shows = [&](StepId step) { return step != none && s.steps[step].event == e; };
  return !shows(goal.step) && !shows(goal.other);
}

// Steps that end the program are left out: whatever others do may as well come before.
std::vector<StepId> pathOf(const Skeleton& s, const ccfg::Program& program, logic::Solver& solver,
                           const Goal& goal, InstanceId i) {
  std::vector<StepId> path;
  NodeId node = s.instances[i].entry;
  while (node != none) {
    NodeId next = none;
    for (StepId step : s.nodes[node].out)
      if (solver.value(s.steps[step].taken) != 0) {
        if (step != goal.step && ccfg::analysis::halts(program.edges[s.steps[step].edge])) break;
        if (isGivenUp(s, solver, goal, s.steps[step].event)) break;
        path.push_back(step);
        next = s.steps[step].to;
        break;
      }
    node = next;
  }
  return path;
}

} // namespace

Candidate candidateOf(const Skeleton& s, const Interference& interference, logic::Solver& solver,
                      const Goal& goal) {
  Candidate c;
  for (InstanceId i = 0; i < s.instances.size(); ++i)
    c.paths.push_back(pathOf(s, interference.facts().program, solver, goal, i));
  std::vector<EventIndex> indexOf(s.events.size());
  for (EventIndex e = 0; e < s.events.size(); ++e) indexOf[interference.event(e)] = e;
  c.position.resize(s.events.size());
  for (logic::EventId e : solver.linearisation())
    if (e < indexOf.size()) c.order.push_back(indexOf[e]);
  for (uint32_t k = 0; k < c.order.size(); ++k) c.position[c.order[k]] = k;
  return c;
}

uint64_t ModelChooser::choose(const interp::Choice& c) {
  if (step_ != none)
    for (const Choice& choice : s_.steps[step_].choices)
      if (choice.op == c.op) return (solver_.value(choice.value) & ~c.known) | c.knownBits;
  return (c.lo & ~c.known) | c.knownBits;
}

} // namespace heddle::bounded
