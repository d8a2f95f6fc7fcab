// See prediction.h. What was predicted is an execution of a model, and is told as every other is.
#include "report/prediction.h"

#include "report/story_json.h"
#include "report/teller.h"
#include "report/text.h"
#include "trace/event_text.h"

#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace heddle::report {

namespace {

using predict::EventRole;
using predict::Predicted;
using predict::Prediction;
using trace::EventRef;
using trace::Trace;

const trace::Event& eventAt(const Trace& trace, EventRef r) {
  return trace.threads[r.thread].events[r.event];
}

std::string accessText(const Trace& trace, EventRef r) {
  const trace::Event& e = eventAt(trace, r);
  const trace::Site& site = trace.site(e);
  return fmt::format("thread {}, {} in {}: {}", trace.threads[r.thread].number, placeText(site),
                     site.function, eventText(trace, e, false));
}

std::string title(const Predicted& p) {
  switch (p.property) {
  case ccfg::Property::Race:
    return "a data race";
  case ccfg::Property::Deadlock:
    return "a deadlock";
  case ccfg::Property::LockMisuse:
    return p.events[0].role == EventRole::Destroys ? "a lock is destroyed while a thread holds it"
           : p.events[0].role == EventRole::Locks  ? "a thread locks a lock that it already holds"
                                                   : "a thread unlocks a lock that it does not hold";
  case ccfg::Property::Assert:
    return p.assertion->text;
  default:
    return "an atomic block is interrupted";
  }
}

std::string placeOf(const replay::Assertion& a) {
  return fmt::format("{}:{} in {}", std::filesystem::path(a.file).filename().string(), a.line, a.function);
}

// One line for each of its events, or for the place of an assertion.
std::string eventLines(const Trace& trace, const Predicted& p) {
  std::string out;
  for (const predict::PredictedEvent& e : p.events)
    out += fmt::format("  {:<9}{}\n", eventRoleName(e.role), accessText(trace, e.event));
  if (p.assertion) out += fmt::format("  {:<9}{}\n", "at", placeOf(*p.assertion));
  return out;
}

// What the model's execution says of itself, where that says it; the others show in the run's, not in it.
ccfg::Violation violationOf(const Trace& trace, const Predicted& p, const interp::Replay& execution) {
  if (execution.reproduced) return execution.violation;
  ccfg::Violation v = p.schedule.violation;
  v.message = title(p);
  if (p.property == ccfg::Property::Atomicity)
    v.message =
        fmt::format("the block is not atomic: another thread accesses `{}` between two of its accesses",
                    trace.site(eventAt(trace, p.events.back().event)).name);
  return v;
}

Story storyOf(const Trace& trace, const Predicted& p) {
  OfRun run{{}, p.edges, p.schedule.violation};
  for (const trace::Thread& t : trace.threads) run.numbers.push_back(t.number);
  Teller teller(std::move(run));
  ccfg::Schedule steps = p.schedule;
  // These are the question's, not the model's: no step of the model fails.
  if (p.property == ccfg::Property::Atomicity || p.property == ccfg::Property::LockMisuse)
    steps.violation = {};
  const interp::Replay execution = interp::replay(*p.model, steps, {}, &teller);
  if (execution.steps.size() != p.schedule.steps.size())
    throw InternalError("what is predicted is no execution of the run's model: " + execution.reason);
  Story story = teller.story(violationOf(trace, p, execution));
  story.before = stepsBefore(p.witness);
  return story;
}

std::string whyUnknown(const Prediction& r) {
  if (!r.spent.empty()) return r.spent;
  const auto some = [](size_t n, const char* what) { return fmt::format("{} predicted, {}", n, what); };
  if (!r.unconfirmed.empty()) return some(r.unconfirmed.size(), "but not reproduced on the program");
  if (!r.undecided.empty()) return fmt::format("{} not decided", r.undecided.size());
  if (r.regions == 0 && r.atomicityAsked) return "no block is marked as atomic";
  if (r.windowed) return "only windows of the run were looked at";
  return r.narrowed ? "an option leaves out interleavings" : "only some of the candidates were looked at";
}

} // namespace

PredictionReport::PredictionReport(const Trace& trace, const Prediction& found)
    : trace_(trace), found_(found) {
  for (const auto* all : {&found.violations, &found.unconfirmed})
    for (const Predicted& p : *all) stories_.emplace(&p, storyOf(trace, p));
}

std::string verdictLine(const Prediction& found) {
  if (found.allInfeasible())
    return "verdict: nothing predicted (other interleavings of this run satisfy what was asked; other runs "
           "need not)";
  if (found.violations.empty()) return fmt::format("verdict: unknown ({})", whyUnknown(found));
  const auto reproduced = std::find_if(found.violations.begin(), found.violations.end(),
                                       [](const Predicted& p) { return p.reproduced; });
  if (reproduced != found.violations.end())
    return fmt::format("verdict: false({})", propertyName(reproduced->property));
  return fmt::format("verdict: false({}), on the model of the run only",
                     propertyName(found.violations[0].property));
}

ExitCode exitCode(const Prediction& found) {
  return !found.violations.empty() ? ExitCode::Violation
         : found.allInfeasible()   ? ExitCode::Proved
                                   : ExitCode::Unknown;
}

std::string PredictionReport::violationText(const Predicted& p, const TextStyle& style) const {
  SourceText source(p.model->files);
  std::string out = counterexampleText(stories_.at(&p), source, style);
  return p.why.empty() ? out : out + p.why + "\n\n";
}

std::vector<Told> PredictionReport::told() const {
  std::vector<Told> all;
  for (const Predicted& p : found_.violations)
    all.push_back({&stories_.at(&p), &p.model->files, p.model.get(),
                   p.reproduced ? "reproduced on the program" : "on the model of the run only"});
  return all;
}

nlohmann::ordered_json PredictionReport::witness(const Predicted& p) const {
  nlohmann::ordered_json out = toJson(p.witness);
  out["story"] = storyJson(stories_.at(&p), *p.model);
  return out;
}

nlohmann::ordered_json PredictionReport::violationJson(const Predicted& p) const {
  nlohmann::ordered_json out = {{"property", propertyName(p.property)}};
  size_t waiting = 0;
  for (const predict::PredictedEvent& part : p.events) {
    const trace::Event& e = eventAt(trace_, part.event);
    const trace::Site& site = trace_.site(e);
    const std::string key = part.role == EventRole::Waits
                                ? fmt::format("waits{}", ++waiting)
                                : std::string(eventRoleName(part.role)); // of a deadlock, one a thread
    out[key] = {{"thread", trace_.threads[part.event.thread].number},
                {"file", site.file},
                {"line", site.line},
                {"column", site.column},
                {"function", site.function},
                {"variable", site.name},
                {"writes", e.writes()}};
  }
  if (p.assertion) out["place"] = placeOf(*p.assertion);
  if (p.assertion) out["text"] = p.assertion->text;
  const auto story = stories_.find(&p);
  const bool isTold = story != stories_.end();
  out["message"] = isTold ? story->second.violation.message : title(p);
  out["reason"] = isTold ? story->second.whyBroken : "";
  out["reproduced"] = p.reproduced;
  out["why"] = p.why;
  if (isTold) out["witness"] = witness(p);
  return out;
}

std::string PredictionReport::text(const TextStyle& style) const {
  const Prediction& r = found_;
  std::string out;
  size_t number = 0;
  for (const Predicted& p : r.violations)
    out += fmt::format("violation {} of {}\n\n", ++number, r.violations.size()) + violationText(p, style);
  const auto list = [&](const std::vector<Predicted>& all, const char* heading) {
    if (!all.empty()) out += heading;
    for (const Predicted& p : all)
      out += fmt::format("  {}\n{}    {}\n", title(p), eventLines(trace_, p), p.why);
  };
  list(r.unconfirmed, "not reproduced on the program, so not counted:\n");
  list(r.undecided, "not decided:\n");
  for (const std::string& note : r.notes) out += fmt::format("note: {}\n", note);
  if (!r.complete && r.spent.empty())
    out += "note: only some of the candidates at the same source locations were checked\n";
  out += fmt::format("{} threads, {} shared variables, {} events ({} in the model), {} blocks\n", r.threads,
                     r.variables, r.events, r.modelEvents, r.regions);
  for (const std::string& block : r.inferred) out += fmt::format("proposed as atomic: {}\n", block);
  if (r.atomicityAsked)
    out += fmt::format("potential violations: {}, left after thread create/join ordering: {}, if only locks "
                       "are considered: {}\n"
                       "blocks interrupted in the recorded run itself: {}\n",
                       r.potential, r.afterMustOrder, r.withoutData, r.serialViolations);
  if (r.others != 0) out += fmt::format("candidates for other properties: {}\n", r.others);
  if (r.windowed)
    out += fmt::format("analysed in {} windows: violations that need events of more than one are not found; "
                       "{} candidates do not fit into a window\n",
                       r.windows, r.beyondWindows);
  if (r.regions == 0 && r.atomicityAsked && r.spent.empty())
    out += "no block is marked as atomic: mark some with heddle.h, name functions with --atomic, or let "
           "--infer-atomic propose some\n";
  out += fmt::format("violations: {}, infeasible: {}, not reproduced: {}, not decided: {}; {:.2f} s\n",
                     r.violations.size(), r.infeasible, r.unconfirmed.size(), r.undecided.size(), r.seconds);
  return out + verdictLine(r) + "\n";
}

nlohmann::ordered_json PredictionReport::json() const {
  const Prediction& r = found_;
  nlohmann::ordered_json out = {{"schema", "heddle-prediction"},
                                {"schemaVersion", 1},
                                {"verdict", verdictLine(r).substr(std::string_view("verdict: ").size())},
                                {"exitCode", exitCode(r)},
                                {"threads", r.threads},
                                {"sharedVariables", r.variables},
                                {"events", r.events},
                                {"modelEvents", r.modelEvents},
                                {"regions", r.regions},
                                {"potential", r.potential},
                                {"afterMustHappenBefore", r.afterMustOrder},
                                {"withoutData", r.withoutData},
                                {"others", r.others},
                                {"inferred", r.inferred},
                                {"infeasible", r.infeasible},
                                {"interruptedInTheRun", r.serialViolations},
                                {"complete", r.complete},
                                {"windowed", r.windowed},
                                {"windows", r.windows},
                                {"beyondWindows", r.beyondWindows},
                                {"seconds", r.seconds},
                                {"notes", r.notes}};
  const auto list = [&](const char* name, const std::vector<Predicted>& all) {
    auto& array = out[name] = nlohmann::ordered_json::array();
    for (const Predicted& p : all) array.push_back(violationJson(p));
  };
  list("violations", r.violations);
  list("notReproduced", r.unconfirmed);
  list("undecided", r.undecided);
  return out;
}

} // namespace heddle::report
