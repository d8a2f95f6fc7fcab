// See replayed.h.
#include "report/replayed.h"

#include "ccfg/type.h"
#include "support/error.h"

#include <fmt/format.h>

namespace heddle::report {

namespace {

using replay::Outcome;

// What a run finds in memory has no type.
std::string numberText(uint64_t number, uint64_t bytes) {
  return ccfg::formatValue({}, number, static_cast<unsigned>(8 * bytes));
}

void setValues(Event& event, const replay::Seen& seen, uint64_t bytes) {
  for (Effect& e : event.effects) {
    if (e.kind == Effect::Kind::Read) e.after = numberText(seen.before, bytes);
    if (e.kind != Effect::Kind::Write) continue;
    e.before = numberText(seen.before, bytes);
    e.after = numberText(seen.after, bytes);
  }
}

} // namespace

Story replayedStory(const Story& predicted, const replay::Witness& witness, const replay::Result& run) {
  Story out = predicted;
  out.before = stepsBefore(witness);
  out.violation.property = witness.property;
  size_t end = out.events.size(); // that happened
  for (size_t i = witness.steps.size(); i-- > 0;) {
    const replay::WitnessStep& s = witness.steps[i];
    if (s.told >= out.events.size()) continue;
    if (i >= run.made.size())
      end = s.told;
    else if (s.bytes != 0 && s.bytes <= 8)
      setValues(out.events[s.told], run.made[i], s.bytes);
  }
  if (run.outcome == Outcome::Reproduced) return out;
  out.isCut = true;
  out.violation.message = fmt::format("{}: {}", outcomeName(run.outcome), run.text);
  out.violation.thread = 0;
  out.violationPos = {};
  out.broken.clear();
  out.pending.clear();
  out.standing.clear(); // known of the prediction only
  out.events.resize(end);
  if (run.made.size() == witness.steps.size()) return out;
  const replay::WitnessStep& missing = witness.steps[run.made.size()];
  Pending p;
  p.thread = missing.thread;
  if (missing.told < predicted.events.size()) p.pos = predicted.events[missing.told].pos;
  p.call = missing.what;
  p.what = "does not come here, or not past it";
  out.pending.push_back(std::move(p));
  return out;
}

std::string verdictLine(const replay::Witness& witness, const replay::Result& run) {
  if (run.outcome == Outcome::Reproduced)
    return fmt::format("verdict: false({})", propertyName(witness.property));
  return fmt::format("verdict: unknown ({}: {})", outcomeName(run.outcome), run.text);
}

int exitCode(const replay::Result& run) {
  return static_cast<int>(run.outcome == Outcome::Reproduced ? ExitCode::Violation : ExitCode::Unknown);
}

} // namespace heddle::report
