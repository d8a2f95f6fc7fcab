// See trace_text.h.
#include "report/trace_text.h"

#include "trace/event_text.h"

#include <array>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

namespace heddle::report {

namespace {

using trace::EventKind;
using trace::Site;
using trace::SiteKind;
using trace::Trace;

constexpr std::array<std::string_view, 17> eventNames = {
    "?",      "read",  "write", "update", "range-read", "range-write", "sync", "enter", "exit",
    "result", "start", "end",   "create", "join",       "mark",        "lost", "after"};

std::string_view eventName(const Trace& t, const trace::Event& e) {
  const bool bySite = e.kind == EventKind::Sync || e.kind == EventKind::Mark;
  return bySite ? siteKindName(t.site(e).kind) : eventNames[static_cast<size_t>(e.kind)];
}

struct Creation {
  uint32_t creator = 0;
  uint32_t site = 0;
};

std::map<uint32_t, Creation> creations(const Trace& trace) {
  std::map<uint32_t, Creation> out;
  for (const trace::Thread& t : trace.threads)
    for (const trace::Event& e : t.events)
      if (e.kind == EventKind::Create) out[static_cast<uint32_t>(e.value)] = {t.number, e.site};
  return out;
}

std::string threadLine(const Trace& trace, const trace::Thread& t, const std::map<uint32_t, Creation>& made) {
  std::string origin = t.number == 1 ? "main" : "not created by instrumented code";
  if (auto c = made.find(t.number); c != made.end())
    origin = fmt::format("{}, created by thread {} at {}", trace.sites[c->second.site].name,
                         c->second.creator, placeText(trace.sites[c->second.site]));
  const bool ended = !t.events.empty() && t.events.back().kind == EventKind::End;
  const double begin = t.events.empty() ? 0 : static_cast<double>(t.events.front().value) / 1e9;
  const std::string end = ended ? fmt::format("{:.6f} s", static_cast<double>(t.events.back().value) / 1e9)
                                : "the end of the program";
  return fmt::format("thread {}: {}; {} events, from {:.6f} s to {}\n", t.number, origin, t.events.size(),
                     begin, end);
}

std::string row(const Trace& trace, trace::EventRef ref) {
  const trace::Thread& t = trace.threads[ref.thread];
  const trace::Event& e = t.events[ref.event];
  const std::string place = e.site == 0 ? "" : placeText(trace.site(e));
  return fmt::format("{:>4}  {:<24} {}\n", t.number, place, eventText(trace, e));
}

} // namespace

std::string howItEnded(const Trace& t) {
  std::string out = t.ended ? "it ran to its end" : "it did not run to its end";
  if (t.hasStatus && WIFSIGNALED(t.waitStatus)) {
    const char* name = sigabbrev_np(WTERMSIG(t.waitStatus));
    out = fmt::format("it was ended by signal SIG{}", name == nullptr ? "?" : name);
  } else if (t.hasStatus) {
    out += fmt::format(", exit code {}", WEXITSTATUS(t.waitStatus));
  }
  if (t.stop == HEDDLE_DISK_FULL) out += "; recording stopped before: the disk was full";
  if (t.stop == HEDDLE_LIMIT) out += "; recording stopped before: limit of file sizes";
  if (t.stop == HEDDLE_IO_ERROR) out += "; recording stopped before: the file could not be written";
  if (t.lost != 0) out += fmt::format("; {} events in signal handlers were not recorded", t.lost);
  return out;
}

std::string traceText(const Trace& trace, const std::vector<trace::EventRef>& order, size_t rows) {
  std::string out = fmt::format("a run of {}: {}\n", trace.program, howItEnded(trace));
  const uint64_t events = trace.eventCount();
  std::array<uint64_t, eventNames.size()> counts{};
  for (const trace::Thread& t : trace.threads)
    for (const trace::Event& e : t.events) ++counts[static_cast<size_t>(e.kind)];
  out += fmt::format("{} events of {} threads, {:.2f} bytes an event\n", events, trace.threads.size(),
                     events == 0 ? 0.0 : static_cast<double>(trace.eventBytes) / static_cast<double>(events));
  for (size_t k = 1; k < counts.size(); ++k)
    if (counts[k] != 0) out += fmt::format("  {:<12}{}\n", eventNames[k], counts[k]);
  const auto made = creations(trace);
  out += "\n";
  for (const trace::Thread& t : trace.threads) out += threadLine(trace, t, made);
  out += "\n";
  for (size_t i = 0; i < std::min(rows, order.size()); ++i) out += row(trace, order[i]);
  if (order.size() > rows) out += fmt::format("... and {} more; --all shows them\n", order.size() - rows);
  return out;
}

nlohmann::ordered_json traceJson(const Trace& trace, const std::vector<trace::EventRef>& order) {
  nlohmann::ordered_json out;
  out["schema"] = "heddle-trace";
  out["schemaVersion"] = 1;
  out["program"] = trace.program;
  out["ended"] = howItEnded(trace);
  auto& sites = out["sites"] = nlohmann::ordered_json::array();
  for (const Site& s : trace.sites)
    sites.push_back(
        {{"kind", &s == &trace.sites[0] ? "none" : siteKindName(s.kind)},
         {"module", &s == &trace.sites[0] ? "" : fmt::format("{:016x}", trace.modules[s.module].hash)},
         {"index", s.index},
         {"file", s.file},
         {"line", s.line},
         {"column", s.column},
         {"function", s.function},
         {"name", s.name},
         {"bytes", s.bytes}});
  auto& events = out["events"] = nlohmann::ordered_json::array();
  for (const trace::EventRef& ref : order) {
    const trace::Event& e = trace.threads[ref.thread].events[ref.event];
    nlohmann::ordered_json j = {{"thread", trace.threads[ref.thread].number}, {"kind", eventName(trace, e)}};
    if (e.site != 0) j["site"] = e.site;
    if (e.hasAddress()) j["address"] = e.address;
    if (e.kind != EventKind::Enter && e.kind != EventKind::Exit && e.kind != EventKind::Mark)
      j["value"] = e.value;
    events.push_back(std::move(j));
  }
  return out;
}

} // namespace heddle::report
