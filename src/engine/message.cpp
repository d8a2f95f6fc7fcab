// See message.h.
#include "engine/message.h"

#include "engine/evidence_json.h"
#include "engine/json_parts.h"

namespace heddle::engine {

using nlohmann::json;

namespace {

json toJson(const ccfg::PropertySet& set) {
  json names = json::array();
  for (ccfg::Property p : ccfg::allProperties)
    if (set.has(p)) names.push_back(propertyName(p));
  return names;
}

ccfg::PropertySet propertiesFrom(const json& names) {
  ccfg::PropertySet set;
  for (const json& name : names) {
    const auto p = ccfg::propertyFromName(name.get<std::string>());
    if (!p) parts::fail("unknown property");
    set.add(*p);
  }
  return set;
}

// Text may hold any bytes, and JSON's strings may not.
json::binary_t bytesOf(const std::string& s) { return json::binary_t({s.begin(), s.end()}); }
std::string textOf(const json& j) {
  const auto& bytes = j.get_binary();
  return {bytes.begin(), bytes.end()};
}

json toJson(const ccfg::Assumption& a) {
  return {{"kind", static_cast<unsigned>(a.kind)},
          {"text", bytesOf(a.text)},
          {"at", {a.pos.file, a.pos.line, a.pos.column}},
          {"misses", a.missesBehaviours},
          {"adds", a.addsBehaviours}};
}

ccfg::Assumption assumptionFrom(const json& j) {
  ccfg::Assumption a;
  a.kind = static_cast<ccfg::AssumptionKind>(
      parts::number(j, "kind", static_cast<unsigned>(ccfg::AssumptionKind::Other)));
  a.text = textOf(parts::member(j, "text"));
  const json& at = parts::list(j, "at");
  a.pos = {at.at(0).get<uint32_t>(), at.at(1).get<uint32_t>(), at.at(2).get<uint32_t>()};
  a.missesBehaviours = parts::member(j, "misses").get<bool>();
  a.addsBehaviours = parts::member(j, "adds").get<bool>();
  return a;
}

} // namespace

std::vector<uint8_t> toMessage(const Result& r, const ccfg::Program& p) {
  json j = {{"verdict", static_cast<unsigned>(r.verdict)},
            {"why", bytesOf(r.why)},
            {"engine", r.engine},
            {"asked", toJson(r.asked)},
            {"proved", toJson(r.proved)},
            {"assumptions", json::array()},
            {"statistics", json::array()}};
  for (const ccfg::Assumption& a : r.assumptions) j["assumptions"].push_back(toJson(a));
  for (const auto& [name, value] : r.statistics.entries()) j["statistics"].push_back({name, value});
  if (!std::holds_alternative<std::monostate>(r.evidence)) j["evidence"] = toJson(r.evidence, p);
  return json::to_cbor(j);
}

Result fromMessage(const std::vector<uint8_t>& bytes, const ccfg::Program& p) try {
  const json j = json::from_cbor(bytes);
  Result r;
  r.verdict = static_cast<Verdict>(parts::number(j, "verdict", static_cast<unsigned>(Verdict::Unknown)));
  r.why = textOf(parts::member(j, "why"));
  r.engine = parts::text(j, "engine");
  r.asked = propertiesFrom(parts::list(j, "asked"));
  r.proved = propertiesFrom(parts::list(j, "proved"));
  for (const json& a : parts::list(j, "assumptions")) r.assumptions.push_back(assumptionFrom(a));
  for (const json& s : parts::list(j, "statistics"))
    r.statistics.set(s.at(0).get<std::string>(), s.at(1).get<double>());
  if (j.contains("evidence")) r.evidence = evidenceFromJson(j.at("evidence"), p);
  return r;
} catch (const json::exception& e) {
  parts::fail(fmt::format("no message: {}", e.what()));
}

} // namespace heddle::engine
