#include "replay/witness.h"

#include "support/error.h"

#include <array>
#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

namespace heddle::replay {

namespace {

constexpr std::array<std::string_view, 5> roleNames = {"", "first", "remote", "second", "blocks"};

Role roleOf(const std::string& name) {
  for (size_t i = 0; i < roleNames.size(); ++i)
    if (name == roleNames[i]) return static_cast<Role>(i);
  throw std::invalid_argument("unknown role " + name);
}

// Of those that a run can show.
ccfg::Property propertyOf(const std::string& name) {
  const std::optional<ccfg::Property> p = ccfg::propertyFromName(name);
  if (!p || *p == ccfg::Property::Memory || *p == ccfg::Property::Overflow)
    throw std::invalid_argument("unknown property " + name);
  return *p;
}

uint64_t hashOf(const std::string& text) {
  uint64_t hash = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  if (error != std::errc() || end != text.data() + text.size())
    throw std::invalid_argument("no module: " + text);
  return hash;
}

WitnessStep stepFrom(const nlohmann::json& j) {
  WitnessStep s;
  s.thread = j.at("thread").get<uint32_t>();
  s.module = hashOf(j.at("module").get<std::string>());
  s.index = j.at("site").get<uint32_t>();
  s.occurrence = j.at("occurrence").get<uint32_t>();
  s.role = roleOf(j.value("violation", ""));
  s.bytes = j.value("bytes", uint64_t{0});
  s.told = j.value("told", notTold);
  s.where = j.value("where", "");
  s.what = j.value("what", "");
  if (s.thread == 0 || s.occurrence == 0) throw std::invalid_argument("threads and occurrences count from 1");
  return s;
}

} // namespace

size_t stepsBefore(const Witness& witness) {
  size_t n = 0;
  while (n < witness.steps.size() && witness.steps[n].told == notTold && witness.steps[n].role == Role::None)
    ++n;
  return n;
}

nlohmann::ordered_json toJson(const Witness& witness) {
  nlohmann::ordered_json out = {{"schema", "heddle-witness"},
                                {"schemaVersion", 1},
                                {"property", ccfg::propertyName(witness.property)},
                                {"command", witness.command},
                                {"strict", witness.strict}};
  auto& steps = out["steps"] = nlohmann::ordered_json::array();
  for (const WitnessStep& s : witness.steps) {
    nlohmann::ordered_json j = {{"thread", s.thread}, {"module", fmt::format("{:016x}", s.module)},
                                {"site", s.index},    {"occurrence", s.occurrence},
                                {"where", s.where},   {"what", s.what}};
    if (s.role != Role::None) j["violation"] = roleNames[static_cast<size_t>(s.role)];
    if (s.bytes != 0) j["bytes"] = s.bytes;
    if (s.told != notTold) j["told"] = s.told;
    steps.push_back(std::move(j));
  }
  return out;
}

Witness witnessFromJson(const nlohmann::json& json, const std::string& name) {
  if (!json.is_object() || json.value("schema", nlohmann::json()) != "heddle-witness")
    throw InputError(fmt::format("{}: not a witness that `heddle predict` wrote", name));
  if (json.value("schemaVersion", nlohmann::json()) != 1)
    throw InputError(fmt::format("{}: its schema version is not 1", name));
  try {
    Witness w;
    w.command = json.at("command").get<std::vector<std::string>>();
    w.strict = json.value("strict", false);
    if (json.contains("property")) w.property = propertyOf(json.at("property").get<std::string>());
    for (const nlohmann::json& j : json.at("steps")) w.steps.push_back(stepFrom(j));
    if (w.steps.empty()) throw std::invalid_argument("it has no steps");
    return w;
  } catch (const std::exception& e) {
    throw InputError(fmt::format("{}: not a valid witness: {}", name, e.what()));
  }
}

} // namespace heddle::replay
