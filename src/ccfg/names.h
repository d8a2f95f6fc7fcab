// Names of the model's enumerations, as in its text form and in JSON; both ways.
#pragma once

#include "ccfg/program.h"

#include <optional>
#include <span>
#include <string_view>

namespace heddle::ccfg {

// The names of an enumeration's values, in their order.
template <typename Enum>
std::span<const std::string_view> enumNames();
template <>
std::span<const std::string_view> enumNames<ObjectKind>(); // "global", ...
template <>
std::span<const std::string_view> enumNames<MemOrder>(); // "plain", "relaxed", "seq_cst", ...
template <>
std::span<const std::string_view> enumNames<SyncKind>(); // "acquire", "wait-begin", ...
template <>
std::span<const std::string_view> enumNames<MarkKind>(); // "atomic-begin", ...
template <>
std::span<const std::string_view> enumNames<HaltKind>(); // "exit", ...
template <>
std::span<const std::string_view> enumNames<DataModel>(); // "ILP32", "LP64"
template <>
std::span<const std::string_view> enumNames<StatementKind>(); // "expression", ...

template <typename Enum>
std::string_view nameOf(Enum e) {
  return enumNames<Enum>()[static_cast<size_t>(e)];
}

template <typename Enum>
std::optional<Enum> enumFromName(std::string_view name) {
  const auto names = enumNames<Enum>();
  for (size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return static_cast<Enum>(i);
  return std::nullopt;
}

} // namespace heddle::ccfg
