// JSON and Graphviz of a model, and schedules as JSON.
#include "ccfg/dot.h"
#include "ccfg/json.h"
#include "ccfg/schedule.h"
#include "ccfg/text.h"
#include "models.h"

#include "support/error.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <functional>

namespace heddle::ccfg {
namespace {

using nlohmann::json;

TEST(JsonTest, ModelIsWhole) {
  const auto p = parseText(everything, "m");
  const json j = modelToJson(*p);
  EXPECT_EQ(j["format"], "heddle-model");
  EXPECT_EQ(j["dataModel"], "ILP32");
  EXPECT_EQ(j["objects"].size(), p->objects.size());
  EXPECT_EQ(j["objects"][1]["init"][1]["value"], "(add &x#0 2:32)");
  EXPECT_EQ(j["threads"][0]["locations"].size() + j["threads"][1]["locations"].size(), p->locations.size());
  EXPECT_EQ(j["threads"][0]["edges"].size() + j["threads"][1]["edges"].size(), p->edges.size());
  EXPECT_EQ(j["threads"][0]["edges"][3]["ops"][2], "store.4.seq_cst &x#0 %self");
  EXPECT_EQ(j["threads"][0]["edges"][3]["sync"]["kind"], "acquire");
  EXPECT_EQ(j["threads"][1]["result"], "%ret");
  EXPECT_EQ(j["assumptions"][0]["position"]["line"], 3);
  EXPECT_EQ(j["frames"][1]["parent"], 1);
}

TEST(DotTest, HasEveryLocationAndEdge) {
  const auto p = parseText(everything, "m");
  const std::string dot = printDot(*p);
  auto count = [&](const std::string& what) {
    size_t n = 0;
    for (size_t at = dot.find(what); at != std::string::npos; at = dot.find(what, at + 1)) ++n;
    return n;
  };
  EXPECT_EQ(count("subgraph"), 2u);
  EXPECT_EQ(count(" -> "), p->edges.size() + 1); // one fork
  EXPECT_EQ(count("doublecircle"), 2u);
  EXPECT_NE(dot.find("pthread_create(&t, \\\"x\\\")"), std::string::npos);
}

Schedule sampleSchedule() {
  Schedule s;
  s.steps = {{1, 2, {}}, {2, 13, {7, UINT64_MAX}}};
  s.violation = {Property::Race, "race on \"x\"", 1, 3, 2, 13};
  return s;
}

TEST(ScheduleTest, JsonGoesBothWays) {
  const auto p = parseText(everything, "m");
  const Schedule s = sampleSchedule();
  const Schedule back = scheduleFromJson(json::parse(toJson(s, *p).dump()), *p);
  EXPECT_EQ(back.steps, s.steps);
  EXPECT_EQ(back.violation.property, Property::Race);
  EXPECT_EQ(back.violation.message, s.violation.message);
  EXPECT_EQ(back.violation.thread, 1u);
  EXPECT_EQ(back.violation.edge, 3u);
  EXPECT_EQ(back.violation.otherThread, 2u);
  EXPECT_EQ(back.violation.otherEdge, 13u);
}

TEST(ScheduleTest, UnknownPartsOfAViolationStayUnknown) {
  const auto p = parseText(lostUpdate, "m");
  Schedule s;
  s.violation = {Property::Deadlock, "deadlock", 0, none, 0, none};
  const Schedule back = scheduleFromJson(toJson(s, *p), *p);
  EXPECT_EQ(back.violation.edge, none);
  EXPECT_EQ(back.violation.thread, 0u);
}

TEST(ScheduleTest, KeepsItsMemoryModelAndStoresThatReachMemory) {
  const auto p = parseText(lostUpdate, "m");
  Schedule s;
  s.memoryModel = MemoryModel::Pso;
  s.steps = {{2, none, {1ull << 40}}, {1, 0, {7}}};
  json j = toJson(s, *p);
  const Schedule back = scheduleFromJson(j, *p);
  EXPECT_EQ(back.steps, s.steps);
  EXPECT_EQ(back.memoryModel, MemoryModel::Pso);
  j.erase("memoryModel");
  EXPECT_EQ(scheduleFromJson(j, *p).memoryModel, MemoryModel::Sc);
}

TEST(ScheduleTest, BelongsToOneModel) {
  const auto p = parseText(everything, "m"), other = parseText(lostUpdate, "m");
  EXPECT_NE(fingerprint(*p), fingerprint(*other));
  EXPECT_THROW(scheduleFromJson(toJson(sampleSchedule(), *p), *other), InputError);
  const auto printed = parseText(printText(*p), "elsewhere");
  EXPECT_EQ(fingerprint(*p), fingerprint(*printed));
  printed->edges[2].pos.line += 5; // a comment was added above
  EXPECT_EQ(fingerprint(*p), fingerprint(*printed));
  std::get<Nondet>(printed->edges[4].ops[0]).hi = 11;
  EXPECT_NE(fingerprint(*p), fingerprint(*printed));
}

TEST(ScheduleTest, BadJsonIsRefused) {
  const auto p = parseText(everything, "m");
  const json good = toJson(sampleSchedule(), *p);
  ASSERT_NO_THROW(scheduleFromJson(good, *p));
  const std::function<void(json&)> damages[] = {
      [](json& j) { j = json::array(); },
      [](json& j) { j.erase("format"); },
      [](json& j) { j["format"] = "heddle-model"; },
      [](json& j) { j["version"] = 2; },
      [](json& j) { j["model"] = 5; },
      [](json& j) { j.erase("steps"); },
      [](json& j) { j["steps"] = 3; },
      [](json& j) { j["steps"][0] = "x"; },
      [](json& j) { j["steps"][0]["edge"] = 15; },
      [](json& j) { j["steps"][0]["edge"] = -1; },
      [](json& j) { j["steps"][0]["edge"] = 0.5; },
      [](json& j) { j["steps"][0]["thread"] = 0; },
      [](json& j) { j["steps"][0]["thread"] = 1ull << 40; },
      [](json& j) { j["steps"][1]["values"][0] = "7"; },
      [](json& j) { j["steps"][1]["values"] = 7; },
      [](json& j) { j["steps"][0]["flush"] = "x"; },
      [](json& j) { j["memoryModel"] = "arm"; },
      [](json& j) { j.erase("violation"); },
      [](json& j) { j["violation"]["property"] = "sadness"; },
      [](json& j) { j["violation"]["message"] = nullptr; },
      [](json& j) { j["violation"]["otherEdge"] = 99; },
  };
  for (size_t i = 0; i < std::size(damages); ++i) {
    json bad = good;
    damages[i](bad);
    EXPECT_THROW(scheduleFromJson(bad, *p), InputError) << "damage " << i;
  }
}

} // namespace
} // namespace heddle::ccfg
