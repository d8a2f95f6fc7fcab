// See evidence_json.h. Invariants are in invariant_json.cpp, trees in prooftree_json.cpp.
#include "engine/evidence_json.h"

#include "engine/json_parts.h"

namespace heddle::engine {

using nlohmann::json;

namespace {

constexpr int version = 1;
constexpr std::array<std::string_view, 4> kindNames = {"none", "schedule", "invariants", "tree"};
static_assert(kindNames.size() == std::variant_size_v<Evidence>);

std::string modelText(const ccfg::Program& p) { return fmt::format("{:016x}", ccfg::fingerprint(p)); }

Evidence contentFromJson(const std::string& kind, const json& content, const ccfg::Program& p) {
  if (kind == "schedule") return ccfg::scheduleFromJson(content, p);
  if (kind == "invariants") return invariantsFromJson(content, p);
  if (kind == "tree") return treeFromJson(content, p);
  parts::fail(fmt::format("unknown kind \"{}\"", kind));
}

} // namespace

std::string_view kindName(const Evidence& e) { return kindNames[e.index()]; }

json toJson(const Evidence& e, const ccfg::Program& p) {
  json j = {{"version", version}, {"model", modelText(p)}, {"kind", kindName(e)}};
  if (const auto* schedule = std::get_if<ccfg::Schedule>(&e)) j["schedule"] = ccfg::toJson(*schedule, p);
  if (const auto* invariants = std::get_if<Invariants>(&e)) j["invariants"] = invariantsToJson(*invariants);
  if (const auto* tree = std::get_if<ProofTree>(&e)) j["tree"] = treeToJson(*tree);
  return j;
}

Evidence evidenceFromJson(const json& j, const ccfg::Program& p) {
  if (parts::number(j, "version", UINT32_MAX) != version)
    parts::fail(fmt::format("version {} is expected", version));
  if (parts::text(j, "model") != modelText(p))
    parts::fail("it was made for another program, or for other options");
  const std::string kind = parts::text(j, "kind");
  return contentFromJson(kind, parts::member(j, kind.c_str()), p);
}

} // namespace heddle::engine
