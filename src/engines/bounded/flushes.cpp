// Stores that wait in buffers (memory models tso and pso): when they may reach memory. Program order is
// relaxed for them alone; what the thread itself sees of them does not depend on it.
#include "engines/bounded/interference.h"

namespace heddle::bounded {

using ccfg::MemoryModel;

// Under tso the stores of a thread reach memory in order, under pso each for itself. All do after they were
// made and before their thread has ended.
void Interference::declareFlushes() {
  flushes_.resize(s_.instances.size());
  for (EventIndex e = 0; e < s_.events.size(); ++e)
    if (s_.events[e].store != none) flushes_[s_.events[e].instance].push_back(e);
  for (InstanceId i = 0; i < flushes_.size(); ++i) {
    if (flushes_[i].empty()) continue;
    if (flushes_[i].size() > interp::maxBuffered)
      s_.approximate = true; // the interpreter has room for no more
    logic::ChainId chain = solver_.newChain();
    for (EventIndex e : flushes_[i]) {
      events_[e] = solver_.newEvent(chain);
      if (facts_.memoryModel == MemoryModel::Pso) chain = solver_.newChain();
      solver_.alwaysBefore(events_[s_.accesses[s_.events[e].store].issue], events_[e]);
      solver_.alwaysBefore(events_[e], events_[s_.instances[i].last]);
      for (EventIndex earlier : flushes_[i]) { // to one place: in order
        if (earlier == e || facts_.memoryModel == MemoryModel::Tso) break;
        const Access &x = s_.accesses[s_.events[earlier].store], &y = s_.accesses[s_.events[e].store];
        if (x.address == y.address && x.bytes == y.bytes) solver_.alwaysBefore(events_[earlier], events_[e]);
      }
    }
  }
  for (StepId d : s_.drains)
    if (passedByAllLater(d))
      for (EventIndex e : flushes_[s_.steps[d].instance])
        if (s_.accesses[s_.events[e].store].issue < s_.steps[d].event)
          solver_.alwaysBefore(events_[e], events_[s_.steps[d].event]);
}

void Interference::orderFlushes() {
  for (StepId d : s_.drains) {
    if (passedByAllLater(d)) continue;
    for (EventIndex e : flushes_[s_.steps[d].instance])
      if (s_.accesses[s_.events[e].store].issue < s_.steps[d].event)
        s_.clauses.push_back({t_.notOf(s_.steps[d].taken), before(e, s_.steps[d].event)});
  }
  if (facts_.memoryModel != MemoryModel::Pso) return;
  for (InstanceId i = 0; i < flushes_.size(); ++i) orderFlushes(i, flushes_[i]);
}

// Under pso: stores that overlap, release stores after all before them, and both sides of a barrier.
void Interference::orderFlushes(InstanceId i, const std::vector<EventIndex>& flushes) {
  for (size_t b = 0; b < flushes.size(); ++b)
    for (size_t a = 0; a < b; ++a) {
      const Access &x = s_.accesses[s_.events[flushes[a]].store],
                   &y = s_.accesses[s_.events[flushes[b]].store];
      const std::vector<Term> both{t_.notOf(x.enabled), t_.notOf(y.enabled), before(flushes[a], flushes[b])};
      const auto require = [&](Term condition) {
        std::vector<Term> clause = both;
        clause.push_back(t_.notOf(condition));
        s_.clauses.push_back(std::move(clause));
      };
      const unsigned w = x.address.width();
      const Term overlap = t_.orOf(t_.ult(t_.sub(x.address, y.address), t_.constant(y.bytes, w)),
                                   t_.ult(t_.sub(y.address, x.address), t_.constant(x.bytes, w)));
      if (!overlap.isFalse()) require(overlap);
      if (y.inOrder) require(t_.trueTerm());
      for (StepId barrier : s_.barriers) {
        const Step& s = s_.steps[barrier];
        if (s.instance == i && x.issue < s.event && s.event < y.issue) require(s.taken);
      }
    }
}

} // namespace heddle::bounded
