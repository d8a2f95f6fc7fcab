#include "report/prediction.h"

#include "report/layout.h"

#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace heddle::report {

namespace {

using trace::Event;
using trace::EventRef;
using trace::Role;
using trace::Trace;

const Event& eventAt(const Trace& trace, EventRef r) { return trace.threads[r.thread].events[r.event]; }

std::string accessText(const Trace& trace, EventRef r) {
  const Event& e = eventAt(trace, r);
  const trace::Site& site = trace.site(e);
  return fmt::format("thread {}, {} in {}: {}", trace.threads[r.thread].number, placeText(site),
                     site.function, eventText(trace, e, false));
}

// Why no serial order has the same effect: what the other thread's access does to the two of the block.
std::string reason(const Trace& trace, const PredictedTriple& t) {
  const bool first = eventAt(trace, t.first).writes(), remote = eventAt(trace, t.remote).writes(),
             second = eventAt(trace, t.second).writes();
  const char* why = !remote             ? "the other thread sees a value in the middle of the block"
                    : !first && !second ? "the block's two reads see different values"
                    : !first && second
                        ? "the block writes what it computed from a value that is no longer there"
                    : first && !second ? "the block reads back something else than it wrote"
                                       : "the other thread's write comes between the block's two and is lost";
  return fmt::format("{}-{}-{}: {}", first ? 'W' : 'R', remote ? 'W' : 'R', second ? 'W' : 'R', why);
}

constexpr size_t columnWidth = 34;

// The interleaving, one column a thread; long stretches of one thread are shortened.
std::string interleaving(const trace::Witness& w) {
  std::map<uint32_t, size_t> columns;
  for (const trace::WitnessStep& s : w.steps) columns.try_emplace(s.thread, 0);
  size_t n = 0;
  for (auto& [thread, column] : columns) column = n++;
  std::string out = "    ";
  for (const auto& [thread, column] : columns) out += padded(fmt::format("thread {}", thread), columnWidth);
  out += "\n";
  for (size_t i = 0; i < w.steps.size(); ++i) {
    const trace::WitnessStep& s = w.steps[i];
    size_t run = 0;
    while (i + run < w.steps.size() && w.steps[i + run].thread == s.thread &&
           w.steps[i + run].role == Role::None)
      ++run;
    if (run > 8) {
      out +=
          fmt::format("    {}... {} steps ...\n", std::string(columns[s.thread] * columnWidth, ' '), run - 4);
      i += run - 5;
      continue;
    }
    out += s.role == Role::None ? "    " : " => ";
    out += std::string(columns[s.thread] * columnWidth, ' ') + fmt::format("{}: {}\n", s.where, s.what);
  }
  return out;
}

std::string violationText(const Trace& trace, const PredictedTriple& t, size_t number) {
  std::string out = fmt::format("violation {}: a block that is meant to be atomic is not\n", number);
  out += fmt::format("  first   {}\n  remote  {}\n  second  {}\n", accessText(trace, t.first),
                     accessText(trace, t.remote), accessText(trace, t.second));
  out += fmt::format("  {}\n", reason(trace, t));
  if (!t.why.empty()) out += fmt::format("  {}\n", t.why);
  return out + interleaving(t.witness) + "\n";
}

nlohmann::ordered_json tripleJson(const Trace& trace, const PredictedTriple& t) {
  nlohmann::ordered_json out;
  const auto access = [&](EventRef r) {
    const Event& e = eventAt(trace, r);
    const trace::Site& site = trace.site(e);
    return nlohmann::ordered_json{{"thread", trace.threads[r.thread].number},
                                  {"file", site.file},
                                  {"line", site.line},
                                  {"column", site.column},
                                  {"function", site.function},
                                  {"variable", site.name},
                                  {"writes", e.writes()}};
  };
  out["first"] = access(t.first);
  out["remote"] = access(t.remote);
  out["second"] = access(t.second);
  out["reason"] = reason(trace, t);
  out["reproduced"] = t.reproduced;
  out["why"] = t.why;
  if (!t.witness.steps.empty()) out["witness"] = trace::toJson(t.witness);
  return out;
}

} // namespace

std::string predictionText(const Trace& trace, const PredictionReport& r) {
  std::string out;
  size_t number = 0;
  for (const PredictedTriple& t : r.violations) out += violationText(trace, t, ++number);
  const auto list = [&](const std::vector<PredictedTriple>& all, const char* title) {
    if (!all.empty()) out += title;
    for (const PredictedTriple& t : all)
      out += fmt::format("  {}\n  {}\n  {}\n    {}\n", accessText(trace, t.first),
                         accessText(trace, t.remote), accessText(trace, t.second), t.why);
  };
  list(r.unconfirmed, "not reproduced on the program, so not counted:\n");
  list(r.undecided, "not decided:\n");
  for (const std::string& note : r.notes) out += fmt::format("note: {}\n", note);
  if (!r.complete) out += "note: of accesses at the same three places only some executions were looked at\n";
  out += fmt::format("{} threads, {} shared variables, {} events ({} in the model), {} blocks\n", r.threads,
                     r.variables, r.events, r.modelEvents, r.regions);
  out += fmt::format("potential violations: {}, after must-happen-before: {}, without data: {}\n",
                     r.potential, r.afterMustOrder, r.withoutData);
  out += fmt::format("the recorded run itself interrupted {} blocks\n", r.serialViolations);
  if (r.windowed)
    out += fmt::format(
        "looked at in {} windows: what needs events of more than one was not seen; {} potential violations "
        "are wider\n",
        r.windows, r.beyondWindows);
  if (r.regions == 0)
    out += "no block is meant to be atomic: mark some with heddle.h, or name functions with --atomic\n";
  out += fmt::format("violations: {}, infeasible: {}, not reproduced: {}, not decided: {}; {:.2f} s\n",
                     r.violations.size(), r.infeasible, r.unconfirmed.size(), r.undecided.size(), r.seconds);
  return out;
}

nlohmann::ordered_json predictionJson(const Trace& trace, const PredictionReport& r) {
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
                                {"infeasible", r.infeasible},
                                {"interruptedInTheRun", r.serialViolations},
                                {"complete", r.complete},
                                {"windowed", r.windowed},
                                {"windows", r.windows},
                                {"beyondWindows", r.beyondWindows},
                                {"seconds", r.seconds},
                                {"notes", r.notes}};
  const auto list = [&](const char* name, const std::vector<PredictedTriple>& all) {
    auto& array = out[name] = nlohmann::ordered_json::array();
    for (const PredictedTriple& t : all) array.push_back(tripleJson(trace, t));
  };
  list("violations", r.violations);
  list("notReproduced", r.unconfirmed);
  list("undecided", r.undecided);
  return out;
}

} // namespace heddle::report
