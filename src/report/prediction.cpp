// See prediction.h.
#include "report/prediction.h"

#include "report/layout.h"
#include "trace/event_text.h"

#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace heddle::report {

namespace {

using predict::EventRole;
using predict::Predicted;
using predict::Prediction;
using trace::Event;
using trace::EventRef;
using trace::Trace;

const Event& eventAt(const Trace& trace, EventRef r) { return trace.threads[r.thread].events[r.event]; }

std::string accessText(const Trace& trace, EventRef r) {
  const Event& e = eventAt(trace, r);
  const trace::Site& site = trace.site(e);
  return fmt::format("thread {}, {} in {}: {}", trace.threads[r.thread].number, placeText(site),
                     site.function, eventText(trace, e, false));
}

// Why no serial order has the same effect: what the other thread's access does to the two of the block.
std::string brokenBlock(const Trace& trace, const Predicted& p) {
  const bool first = eventAt(trace, p.events[0].event).writes(),
             remote = eventAt(trace, p.events[1].event).writes(),
             second = eventAt(trace, p.events[2].event).writes();
  const char* why =
      !remote             ? "the other thread sees an intermediate value of the block"
      : !first && !second ? "the block's two reads see different values"
      : !first && second  ? "the block writes what it computed from a value that is no longer there"
      : first && !second  ? "the block does not read back what it wrote"
                          : "the other thread's write falls between the block's two writes and is lost";
  return fmt::format("{}-{}-{}: {}", first ? 'W' : 'R', remote ? 'W' : 'R', second ? 'W' : 'R', why);
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

std::string reason(const Trace& trace, const Predicted& p) {
  switch (p.property) {
  case ccfg::Property::Race:
    return "nothing orders the two accesses";
  case ccfg::Property::Deadlock:
    return "each waits for a lock that another one holds";
  case ccfg::Property::LockMisuse:
    return p.events[0].role == EventRole::Destroys
               ? "another thread has taken the lock and not yet released it"
           : p.events[0].role == EventRole::Locks ? "it has taken the lock before and not released it"
                                                  : "it has not taken the lock, or released it before";
  case ccfg::Property::Assert:
    return "a value that the thread has read makes it fail";
  default:
    return brokenBlock(trace, p);
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

constexpr size_t columnWidth = 34;

// The interleaving, one column a thread; long stretches of one thread are shortened.
std::string interleaving(const replay::Witness& w) {
  std::map<uint32_t, size_t> columns;
  for (const replay::WitnessStep& s : w.steps) columns.try_emplace(s.thread, 0);
  size_t n = 0;
  for (auto& [thread, column] : columns) column = n++;
  std::string out = "    ";
  for (const auto& [thread, column] : columns) out += padded(fmt::format("thread {}", thread), columnWidth);
  out += "\n";
  for (size_t i = 0; i < w.steps.size(); ++i) {
    const replay::WitnessStep& s = w.steps[i];
    size_t run = 0;
    while (i + run < w.steps.size() && w.steps[i + run].thread == s.thread &&
           w.steps[i + run].role == replay::Role::None)
      ++run;
    if (run > 8) {
      out +=
          fmt::format("    {}... {} steps ...\n", std::string(columns[s.thread] * columnWidth, ' '), run - 4);
      i += run - 5;
      continue;
    }
    out += s.role == replay::Role::None ? "    " : " => ";
    out += std::string(columns[s.thread] * columnWidth, ' ') + fmt::format("{}: {}\n", s.where, s.what);
  }
  return out;
}

std::string violationText(const Trace& trace, const Predicted& p, size_t number) {
  std::string out = fmt::format("violation {}: {}\n", number, title(p)) + eventLines(trace, p);
  out += fmt::format("  {}\n", reason(trace, p));
  if (!p.why.empty()) out += fmt::format("  {}\n", p.why);
  return out + interleaving(p.witness) + "\n";
}

nlohmann::ordered_json violationJson(const Trace& trace, const Predicted& p) {
  nlohmann::ordered_json out = {{"property", propertyName(p.property)}};
  size_t waiting = 0;
  for (const predict::PredictedEvent& part : p.events) {
    const Event& e = eventAt(trace, part.event);
    const trace::Site& site = trace.site(e);
    const std::string key = part.role == EventRole::Waits
                                ? fmt::format("waits{}", ++waiting)
                                : std::string(eventRoleName(part.role)); // of a deadlock, one a thread
    out[key] = {{"thread", trace.threads[part.event.thread].number},
                {"file", site.file},
                {"line", site.line},
                {"column", site.column},
                {"function", site.function},
                {"variable", site.name},
                {"writes", e.writes()}};
  }
  if (p.assertion) out["place"] = placeOf(*p.assertion);
  if (p.assertion) out["text"] = p.assertion->text;
  out["reason"] = reason(trace, p);
  out["reproduced"] = p.reproduced;
  out["why"] = p.why;
  if (!p.witness.steps.empty()) out["witness"] = replay::toJson(p.witness);
  return out;
}

} // namespace

std::string predictionText(const Trace& trace, const Prediction& r) {
  std::string out;
  size_t number = 0;
  for (const Predicted& p : r.violations) out += violationText(trace, p, ++number);
  const auto list = [&](const std::vector<Predicted>& all, const char* heading) {
    if (!all.empty()) out += heading;
    for (const Predicted& p : all)
      out += fmt::format("  {}\n{}    {}\n", title(p), eventLines(trace, p), p.why);
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
  return out;
}

nlohmann::ordered_json predictionJson(const Trace& trace, const Prediction& r) {
  nlohmann::ordered_json out = {{"schema", "heddle-prediction"},
                                {"schemaVersion", 1},
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
    for (const Predicted& p : all) array.push_back(violationJson(trace, p));
  };
  list("violations", r.violations);
  list("notReproduced", r.unconfirmed);
  list("undecided", r.undecided);
  return out;
}

} // namespace heddle::report
