// Leads the interpreter along a model; see toschedule.h.
#include "engines/bounded/toschedule.h"

#include "engines/bounded/candidate.h"
#include "interp/pending.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

namespace heddle::bounded {

using ccfg::Property;
using interp::StepKind;

namespace {

class Builder {
public:
  Builder(const Skeleton& s, const Interference& interference, logic::Solver& solver, const Goal& goal,
          ccfg::PropertySet properties)
      : s_(s), i_(interference), solver_(solver), goal_(goal),
        machine_(interference.facts().problem.code(), properties), state_(machine_.initialState()),
        chooser_(s, solver), candidate_(candidateOf(s, interference, solver, goal)),
        at_(s.instances.size(), 0), number_(s.instances.size(), 0) {
    number_[0] = 1;
    waiting_.resize(s.instances.size());
    schedule_.memoryModel = interference.facts().memoryModel;
    for (EventIndex e = 0; e < s.events.size(); ++e)
      if (s.events[e].store != none) stores_[s.events[e].step].push_back(e);
  }

  Witness build();

private:
  uint32_t positionOf(StepId step) const; // of the last event at or before it
  bool make(InstanceId i);                // the next step of its path; false: stop
  void flushUnseen(InstanceId i);
  bool flushAll(InstanceId i);
  bool flush(InstanceId i, uint64_t address);
  bool reachMemory(InstanceId i, AccessId store);
  bool advanceTo(InstanceId i, StepId step, bool including);
  bool runEvents(uint32_t end);
  bool finish();
  bool stop(std::string problem) {
    problem_ = std::move(problem);
    return false;
  }

  const Skeleton& s_;
  const Interference& i_;
  logic::Solver& solver_;
  const Goal& goal_;
  interp::Machine machine_;
  interp::State state_;
  ModelChooser chooser_;
  interp::StepLog log_;
  Candidate candidate_;
  std::vector<size_t> at_;
  std::vector<uint32_t> number_;                     // of the instance, as the interpreter gave it
  std::map<StepId, std::vector<EventIndex>> stores_; // that it sends on their way
  std::vector<std::multiset<uint64_t>> waiting_;     // by instance: where they go
  ccfg::Schedule schedule_;
  bool violated_ = false;
  std::string problem_;
};

uint32_t Builder::positionOf(StepId step) const {
  const InstanceId i = s_.steps[step].instance;
  uint32_t position = candidate_.position[s_.instances[i].first];
  for (StepId other : candidate_.paths[i]) {
    if (s_.steps[other].event != none) position = candidate_.position[s_.steps[other].event];
    if (other == step) break;
  }
  return position;
}

bool Builder::make(InstanceId i) {
  const StepId step = candidate_.paths[i][at_[i]++];
  const ccfg::EdgeId edge = s_.steps[step].edge;
  if (number_[i] == 0) return stop("a thread moves that was not started");
  chooser_.at(step);
  StepKind kind = machine_.step(state_, number_[i], edge, chooser_, &log_);
  if (kind == StepKind::Disabled && !machine_.touched() && flushAll(i))
    kind = machine_.step(state_, number_[i], edge, chooser_, &log_);
  if (kind == StepKind::Disabled)
    return stop(fmt::format("edge {} of thread {} is not enabled", edge, number_[i]));
  schedule_.steps.push_back({number_[i], edge, log_.values});
  for (EventIndex e : stores_[step])
    waiting_[i].insert(solver_.value(s_.accesses[s_.events[e].store].address));
  flushUnseen(i);
  if (s_.steps[step].forked != none) number_[s_.steps[step].forked] = log_.forked;
  if (kind == StepKind::Done) return true;
  if (kind != StepKind::Violation) return stop("the execution ends before the violation");
  violated_ = true;
  schedule_.violation = {
      machine_.violation().property, machine_.violation().message, number_[i], edge, 0, none};
  return false;
}

// Stores that no other thread sees are not in the encoding: they leave as soon as they can.
void Builder::flushUnseen(InstanceId i) {
  for (bool again = true; again;) {
    again = false;
    for (uint64_t address : machine_.flushable(state_.view(), number_[i]))
      if (waiting_[i].count(address) == 0) again = flush(i, address) || again;
  }
}

// A thread that is led on to a race may have to wait for its own stores, whose moments come after the other
// access.
bool Builder::flushAll(InstanceId i) {
  bool any = false;
  for (auto open = machine_.flushable(state_.view(), number_[i]); !open.empty();
       open = machine_.flushable(state_.view(), number_[i])) {
    if (!flush(i, open.front())) break;
    any = true;
    if (const auto it = waiting_[i].find(open.front()); it != waiting_[i].end()) waiting_[i].erase(it);
  }
  return any;
}

bool Builder::flush(InstanceId i, uint64_t address) {
  if (!machine_.flush(state_, number_[i], address, &log_)) return false;
  schedule_.steps.push_back({number_[i], none, log_.values});
  return true;
}

bool Builder::reachMemory(InstanceId i, AccessId store) {
  if (solver_.value(s_.accesses[store].enabled) == 0) return true;
  const uint64_t address = solver_.value(s_.accesses[store].address);
  const auto it = waiting_[i].find(address);
  if (it == waiting_[i].end()) return true; // the thread did not get there before the violation
  if (!flush(i, address)) return stop("a store can't reach memory");
  waiting_[i].erase(it);
  flushUnseen(i);
  return true;
}

bool Builder::advanceTo(InstanceId i, StepId step, bool including) {
  while (at_[i] < candidate_.paths[i].size()) {
    if (candidate_.paths[i][at_[i]] == step) return including ? make(i) : true;
    if (!make(i)) return false;
  }
  return stop("the violation is not on the thread's path");
}

// All events before that position, each with the local steps that lead to it.
bool Builder::runEvents(uint32_t end) {
  for (uint32_t k = 0; k < end; ++k) {
    const EventIndex event = candidate_.order[k];
    const InstanceId i = s_.events[event].instance;
    if (i == none) continue;
    if (s_.events[event].store != none) {
      if (!reachMemory(i, s_.events[event].store)) return false;
      continue;
    }
    size_t last = at_[i];
    bool found = event == s_.instances[i].last; // what is left is local, and others may wait for the end
    if (found) last = candidate_.paths[i].size();
    for (size_t n = at_[i]; n < candidate_.paths[i].size(); ++n) {
      if (s_.steps[candidate_.paths[i][n]].event == event) {
        last = n + 1;
        found = true;
      } else if (found) {
        break;
      }
    }
    if (!found) continue;
    while (at_[i] < last)
      if (!make(i)) return false;
  }
  return true;
}

bool Builder::finish() {
  if (goal_.property == Property::Deadlock) {
    if (!runEvents(static_cast<uint32_t>(candidate_.order.size()))) return false;
    for (InstanceId i = 0; i < candidate_.paths.size(); ++i)
      while (number_[i] != 0 && at_[i] < candidate_.paths[i].size())
        if (!make(i)) return false;
    return true;
  }
  const InstanceId i = s_.steps[goal_.step].instance;
  if (goal_.property != Property::Race)
    return runEvents(positionOf(goal_.step)) && advanceTo(i, goal_.step, true);
  InstanceId first = i, second = s_.steps[goal_.other].instance;
  StepId firstStep = goal_.step, secondStep = goal_.other;
  if (!runEvents(std::min(positionOf(firstStep), positionOf(secondStep)))) return false;
  const auto& locations = i_.facts().program.locations;
  const auto& edges = i_.facts().program.edges;
  if (locations[edges[s_.steps[firstStep].edge].from]
          .atomic) { // who is in a section keeps the other from moving
    std::swap(first, second);
    std::swap(firstStep, secondStep);
  }
  return advanceTo(first, firstStep, false) && advanceTo(second, secondStep, false);
}

Witness Builder::build() {
  const bool reached = finish();
  if (!reached && !violated_) return {std::nullopt, problem_};
  if (!violated_ && goal_.property != Property::Race && goal_.property != Property::Deadlock)
    return {std::nullopt, "the violation does not show"};
  if (!violated_) {
    schedule_.violation.property = goal_.property;
    if (goal_.property == Property::Race) {
      schedule_.violation.thread = number_[s_.steps[goal_.step].instance];
      schedule_.violation.edge = s_.steps[goal_.step].edge;
      schedule_.violation.otherThread = number_[s_.steps[goal_.other].instance];
      schedule_.violation.otherEdge = s_.steps[goal_.other].edge;
    }
  }
  return {std::move(schedule_), {}};
}

} // namespace

Witness makeWitness(const Skeleton& s, const Interference& interference, logic::Solver& solver,
                    const Goal& goal, ccfg::PropertySet properties) {
  return Builder(s, interference, solver, goal, properties).build();
}

} // namespace heddle::bounded
