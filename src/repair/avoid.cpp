// See avoid.h.
#include "repair/avoid.h"

#include "ccfg/analysis/memory/escape.h"

namespace heddle::repair {

bool Avoider::isLocal(EdgeId e) const { return sections_->facts().escape().isLocal(e); }

void Avoider::step(const TraceStep& step) {
  Runner& r = runners_[step.thread];
  if (isLocal(step.edge)) {
    r.between.push_back(step.edge);
    return;
  }
  if (r.last != ccfg::none && r.interrupted) interrupted(r, step.edge);
  r = {step.edge, {}, false};
  for (auto& [thread, other] : runners_)
    if (thread != step.thread) other.interrupted = true;
}

void Avoider::interrupted(const Runner& r, EdgeId next) {
  ++out_.switches;
  const auto s = sections_->around(r.last, r.between, next);
  if (s && sections_->mayHold(*s))
    (sections_->forks(*s) ? out_.forking : out_.clause).insert(*s);
  else if (!s || !sections_->joins(*s))
    ++out_.unplaced;
}

// It would go on by the first step that concerns others, whichever that is.
void Avoider::pending(Runner r) {
  const ccfg::Program& p = sections_->program();
  std::set<LocId> seen;
  LocId at = p.edges[r.between.empty() ? r.last : r.between.back()].to;
  while (seen.insert(at).second && !p.out(at).empty()) {
    const EdgeId e = p.out(at).front();
    if (!isLocal(e)) return interrupted(r, e);
    r.between.push_back(e);
    at = p.edges[e].to;
  }
}

Avoided Avoider::end(const std::set<uint32_t>& racing) const {
  Avoider copy = *this;
  for (const auto& [thread, r] : runners_)
    if (r.last != ccfg::none && (r.interrupted || racing.contains(thread))) copy.pending(r);
  return copy.out_;
}

Avoided avoid(const SectionMap& sections, const std::vector<TraceStep>& trace) {
  Avoider a(sections);
  for (const TraceStep& step : trace) a.step(step);
  return a.end();
}

} // namespace heddle::repair
