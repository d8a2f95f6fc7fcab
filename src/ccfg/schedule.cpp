// Schedules as JSON, and the number that ties a schedule to its model.
#include "ccfg/schedule.h"

#include "ccfg/text.h"
#include "support/error.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace heddle::ccfg {

using nlohmann::json;

size_t contextSwitches(const std::vector<ScheduleStep>& steps) {
  size_t count = 0;
  for (size_t i = 1; i < steps.size(); ++i) count += steps[i].thread != steps[i - 1].thread;
  return count;
}

// Of the text form without positions: moving a file or adding a comment leaves schedules valid.
uint64_t fingerprint(const Program& p) {
  uint64_t hash = 0xcbf29ce484222325ull; // FNV-1a
  for (char ch : printText(p, false)) hash = (hash ^ static_cast<unsigned char>(ch)) * 0x100000001b3ull;
  return hash;
}

namespace {

constexpr int version = 1;

std::string fingerprintText(const Program& p) { return fmt::format("{:016x}", fingerprint(p)); }

json toJson(const Violation& v) {
  json j = {{"property", propertyName(v.property)}, {"message", v.message}};
  if (v.thread != 0) j["thread"] = v.thread;
  if (v.edge != none) j["edge"] = v.edge;
  if (v.otherThread != 0) j["otherThread"] = v.otherThread;
  if (v.otherEdge != none) j["otherEdge"] = v.otherEdge;
  return j;
}

// Reads members of a JSON object; what is wrong with it is said with its place.
class Reader {
public:
  Reader(const json& j, std::string place, const Program& p) : j_(j), place_(std::move(place)), p_(p) {
    if (!j.is_object()) fail("an object is expected");
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw InputError(fmt::format("schedule: {}: {}", place_, message));
  }

  const json& member(const char* name) const {
    auto it = j_.find(name);
    if (it == j_.end()) fail(fmt::format("\"{}\" is missing", name));
    return *it;
  }
  bool has(const char* name) const { return j_.contains(name); }

  uint64_t number(const char* name, uint64_t max) const { return numberIn(member(name), name, max); }
  uint64_t numberIn(const json& value, const char* name, uint64_t max) const {
    const bool natural =
        value.is_number_unsigned() || (value.is_number_integer() && value.get<int64_t>() >= 0);
    if (!natural || value.get<uint64_t>() > max)
      fail(fmt::format("\"{}\" is not a number from 0 to {}", name, max));
    return value.get<uint64_t>();
  }
  std::string string(const char* name) const {
    if (!member(name).is_string()) fail(fmt::format("\"{}\" is not a string", name));
    return member(name).get<std::string>();
  }
  const json& array(const char* name) const {
    if (!member(name).is_array()) fail(fmt::format("\"{}\" is not a list", name));
    return member(name);
  }
  uint32_t thread(const char* name) const {
    const auto t = static_cast<uint32_t>(number(name, UINT32_MAX));
    if (t == 0) fail("threads are numbered from 1");
    return t;
  }
  EdgeId edge(const char* name) const {
    const uint64_t e = number(name, UINT32_MAX);
    if (e >= p_.edges.size()) fail(fmt::format("the model has no edge {}", e));
    return static_cast<EdgeId>(e);
  }

private:
  const json& j_;
  std::string place_;
  const Program& p_;
};

ScheduleStep stepFromJson(const json& j, size_t index, const Program& p) {
  const Reader r(j, fmt::format("step {}", index), p);
  ScheduleStep s;
  s.thread = r.thread("thread");
  if (r.has("flush")) {
    s.values.push_back(r.number("flush", UINT64_MAX));
    return s;
  }
  s.edge = r.edge("edge");
  if (r.has("values"))
    for (const json& v : r.array("values")) s.values.push_back(r.numberIn(v, "values", UINT64_MAX));
  return s;
}

Violation violationFromJson(const json& j, const Program& p) {
  const Reader r(j, "violation", p);
  Violation v;
  const auto property = propertyFromName(r.string("property"));
  if (!property) r.fail(fmt::format("unknown property \"{}\"", r.string("property")));
  v.property = *property;
  v.message = r.string("message");
  if (r.has("thread")) v.thread = r.thread("thread");
  if (r.has("edge")) v.edge = r.edge("edge");
  if (r.has("otherThread")) v.otherThread = r.thread("otherThread");
  if (r.has("otherEdge")) v.otherEdge = r.edge("otherEdge");
  return v;
}

} // namespace

json toJson(const Schedule& s, const Program& p) {
  json j = {{"format", "heddle-schedule"}, {"version", version},
            {"model", fingerprintText(p)}, {"memoryModel", memoryModelName(s.memoryModel)},
            {"steps", json::array()},      {"violation", toJson(s.violation)}};
  for (const ScheduleStep& step : s.steps) {
    json entry = {{"thread", step.thread}};
    if (step.isFlush())
      entry["flush"] = step.values.at(0);
    else
      entry["edge"] = step.edge;
    if (!step.isFlush() && !step.values.empty()) entry["values"] = step.values;
    j["steps"].push_back(std::move(entry));
  }
  return j;
}

Schedule scheduleFromJson(const json& j, const Program& p) {
  const Reader r(j, "top level", p);
  if (r.string("format") != "heddle-schedule") r.fail("not a schedule");
  if (r.number("version", UINT32_MAX) != version) r.fail(fmt::format("version {} is expected", version));
  if (r.string("model") != fingerprintText(p))
    r.fail("it was made for another program, or for other options");
  Schedule s;
  if (r.has("memoryModel")) { // schedules without it are older than the choice
    const auto model = memoryModelFromName(r.string("memoryModel"));
    if (!model) r.fail(fmt::format("unknown memory model \"{}\"", r.string("memoryModel")));
    s.memoryModel = *model;
  }
  const json& steps = r.array("steps");
  for (size_t i = 0; i < steps.size(); ++i) s.steps.push_back(stepFromJson(steps[i], i, p));
  s.violation = violationFromJson(r.member("violation"), p);
  return s;
}

} // namespace heddle::ccfg
