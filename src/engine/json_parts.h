// What the readers and writers of evidence share: members of JSON objects, read with a message of what is
// wrong, and the kinds of evidence that have a file of their own.
#pragma once

#include "engine/evidence.h"
#include "support/error.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace heddle::engine {

namespace parts {

[[noreturn]] inline void fail(const std::string& message) {
  throw InputError(fmt::format("evidence: {}", message));
}

inline const nlohmann::json& member(const nlohmann::json& j, const char* name) {
  if (!j.is_object() || !j.contains(name)) fail(fmt::format("\"{}\" is missing", name));
  return j.at(name);
}

inline uint64_t asNumber(const nlohmann::json& j, const char* name, uint64_t most) {
  const bool natural = j.is_number_unsigned() || (j.is_number_integer() && j.get<int64_t>() >= 0);
  if (!natural || j.get<uint64_t>() > most)
    fail(fmt::format("\"{}\" is not a number from 0 to {}", name, most));
  return j.get<uint64_t>();
}

inline uint64_t number(const nlohmann::json& j, const char* name, uint64_t most) {
  return asNumber(member(j, name), name, most);
}

// An index into something of this size.
inline uint32_t index(const nlohmann::json& j, const char* name, size_t size) {
  if (size == 0) fail(fmt::format("\"{}\": there is none", name));
  return static_cast<uint32_t>(asNumber(j, name, size - 1));
}

inline std::string text(const nlohmann::json& j, const char* name) {
  if (!member(j, name).is_string()) fail(fmt::format("\"{}\" is not a string", name));
  return member(j, name).get<std::string>();
}

inline const nlohmann::json& list(const nlohmann::json& j, const char* name) {
  if (!member(j, name).is_array()) fail(fmt::format("\"{}\" is not a list", name));
  return member(j, name);
}

} // namespace parts

nlohmann::json invariantsToJson(const Invariants& invariants);
Invariants invariantsFromJson(const nlohmann::json& j, const ccfg::Program& p);
nlohmann::json treeToJson(const ProofTree& tree);
ProofTree treeFromJson(const nlohmann::json& j, const ccfg::Program& p);

} // namespace heddle::engine
