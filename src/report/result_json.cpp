// See result_json.h.
#include "report/result_json.h"

#include "engine/evidence_json.h"
#include "report/invariants.h"
#include "report/story_json.h"
#include "report/text.h"

#include <nlohmann/json.hpp>

namespace heddle::report {

namespace {

using Json = nlohmann::ordered_json;

Json propertiesJson(const ccfg::PropertySet& set) {
  Json names = Json::array();
  for (ccfg::Property p : ccfg::allProperties)
    if (set.has(p)) names.push_back(propertyName(p));
  return names;
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

const char* outcomeName(engine::Recheck::Outcome o) {
  using Outcome = engine::Recheck::Outcome;
  return o == Outcome::Accepted ? "accepted" : o == Outcome::Rejected ? "rejected" : "open";
}

Json evidenceJson(const engine::Result& result) {
  if (std::holds_alternative<std::monostate>(result.evidence)) return nullptr;
  return {{"kind", engine::kindName(result.evidence)},
          {"recheck", outcomeName(result.recheck.outcome)},
          {"why", result.recheck.why}};
}

Json verdictsJson(const std::vector<engine::PropertyVerdict>& properties) {
  Json list = Json::array();
  for (const engine::PropertyVerdict& p : properties)
    list.push_back(
        {{"property", propertyName(p.property)}, {"verdict", verdictName(p.verdict)}, {"why", p.why}});
  return list;
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
               {"properties", verdictsJson(run.properties)},
               {"violation", nullptr},
               {"threads", Json::array()},
               {"steps", Json::array()},
               {"assumptions", assumptionsJson(program, result.assumptions)},
               {"evidence", evidenceJson(result)},
               {"notes", run.notes},
               {"statistics", Json::object()},
               {"seconds", run.seconds}};
  if (const auto* invariants = result.invariants(); invariants != nullptr && !invariants->empty())
    json["invariants"] = invariantsJson(*invariants, program);
  for (const auto& [of, model] : run.all) json["violations"].push_back(storyJson(*of, *model));
  for (const auto& [name, value] : result.statistics.entries()) json["statistics"][name] = value;
  if (story != nullptr) {
    if (result.verdict == engine::Verdict::False) {
      json.update(storyJson(*story, program));
    } else {
      json["possible"] = storyJson(*story, program);
      json["possible"]["dependsOn"] = story->dependsOn;
    }
  }
  return json;
}

} // namespace heddle::report
