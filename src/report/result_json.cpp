// See result_json.h.
#include "report/result_json.h"

#include "report/invariants.h"

#include "report/text.h"

#include <nlohmann/json.hpp>

namespace heddle::report {

namespace {

using Json = nlohmann::ordered_json;

Json positionJson(const ccfg::Program& program, SourcePos pos) {
  if (!pos.known()) return nullptr;
  return {{"file", program.files.name(pos.file)}, {"line", pos.line}, {"column", pos.column}};
}

Json propertiesJson(const ccfg::PropertySet& set) {
  Json names = Json::array();
  for (ccfg::Property p : ccfg::allProperties)
    if (set.has(p)) names.push_back(propertyName(p));
  return names;
}

Json effectJson(const Effect& effect) {
  switch (effect.kind) {
  case Effect::Kind::Read:
    return {{"kind", "read"}, {"cell", effect.text}, {"value", effect.after}};
  case Effect::Kind::Write:
    return {{"kind", "write"}, {"cell", effect.text}, {"before", effect.before}, {"value", effect.after}};
  case Effect::Kind::Note:
    return {{"kind", "note"}, {"text", effect.text}};
  }
  return nullptr;
}

Json stackJson(const ccfg::Program& program, ccfg::StackId stack) {
  Json functions = Json::array(); // outermost last
  for (; stack != 0; stack = program.stacks[stack].parent)
    functions.push_back(program.stacks[stack].function);
  return functions;
}

Json pendingJson(const ccfg::Program& program, const Pending& pending) {
  Json locks = Json::array();
  for (const HeldLock& h : pending.held)
    locks.push_back({{"lock", h.lock}, {"since", positionJson(program, h.since)}});
  return {{"thread", pending.thread},
          {"position", positionJson(program, pending.pos)},
          {"what", pending.what},
          {"holds", locks}};
}

Json violationJson(const ccfg::Program& program, const Story& story) {
  const ccfg::Violation& v = story.violation;
  Json pending = Json::array();
  for (const Pending& p : story.pending) pending.push_back(pendingJson(program, p));
  Json broken = Json::array();
  for (const Pending& p : story.broken) broken.push_back(pendingJson(program, p));
  return {{"property", propertyName(v.property)},
          {"message", v.message},
          {"thread", v.thread == 0 ? Json(nullptr) : Json(v.thread)},
          {"position", positionJson(program, story.violationPos)},
          {"pending", pending},
          {"broken", broken}};
}

Json threadsJson(const ccfg::Program& program, const Story& story) {
  Json threads = Json::array();
  for (const ThreadStory& t : story.threads)
    threads.push_back({{"number", t.number},
                       {"name", t.name},
                       {"creator", t.creator == 0 ? Json(nullptr) : Json(t.creator)},
                       {"createdAt", positionJson(program, t.createdAt)}});
  return threads;
}

Json stepsJson(const ccfg::Program& program, const Story& story) {
  Json steps = Json::array();
  SourceText source(program.files);
  for (const Event& event : story.events) {
    Json effects = Json::array();
    for (const Effect& effect : event.effects) effects.push_back(effectJson(effect));
    Json step = {{"thread", event.thread},
                 {"position", positionJson(program, event.pos)},
                 {"source", source.line(event.pos)},
                 {"stack", stackJson(program, event.stack)}};
    if (event.library) step["call"] = event.call;
    step["effects"] = effects;
    steps.push_back(step);
  }
  return steps;
}

Json assumptionsJson(const ccfg::Program& program, const std::vector<ccfg::Assumption>& assumptions) {
  Json list = Json::array();
  for (const ccfg::Assumption& a : assumptions)
    list.push_back({{"kind", assumptionKindName(a.kind)},
                    {"text", a.text},
                    {"position", positionJson(program, a.pos)},
                    {"missesBehaviours", a.missesBehaviours},
                    {"addsBehaviours", a.addsBehaviours}});
  return list;
}

const char* verdictName(engine::Verdict v) {
  return v == engine::Verdict::True ? "true" : v == engine::Verdict::False ? "false" : "unknown";
}

} // namespace

Json resultJson(const engine::Result& result, const ccfg::Program& program, const Story* story,
                const RunInfo& run) {
  Json json = {{"schema", "heddle-result"},
               {"schemaVersion", resultSchemaVersion},
               {"tool", {{"name", "heddle"}, {"version", run.toolVersion}}},
               {"inputs", run.inputs},
               {"verdict", verdictName(result.verdict)},
               {"why", result.why},
               {"exitCode", exitCode(result)},
               {"engine", result.engine},
               {"memoryModel", memoryModelName(run.memoryModel)},
               {"asked", propertiesJson(result.asked)},
               {"proved", propertiesJson(result.proved)},
               {"violation", nullptr},
               {"threads", Json::array()},
               {"steps", Json::array()},
               {"assumptions", assumptionsJson(program, result.assumptions)},
               {"notes", run.notes},
               {"statistics", Json::object()},
               {"seconds", run.seconds}};
  if (!result.invariants.empty()) json["invariants"] = invariantsJson(result.invariants, program);
  for (const auto& [name, value] : result.statistics.entries()) json["statistics"][name] = value;
  if (story != nullptr) {
    json["violation"] = violationJson(program, *story);
    json["threads"] = threadsJson(program, *story);
    json["steps"] = stepsJson(program, *story);
  }
  return json;
}

} // namespace heddle::report
