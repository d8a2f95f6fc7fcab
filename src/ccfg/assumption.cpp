// Names of the kinds of assumptions, as in JSON and the model's text form.
#include "ccfg/assumption.h"

#include <array>

namespace heddle::ccfg {

namespace {

constexpr std::array<std::string_view, static_cast<size_t>(AssumptionKind::Other) + 1> names = {
    "havocked-function",   "recursion-bound", "thread-bound",   "nondet-values",
    "uninitialised-value", "float-unknown",   "invalid-access", "weak-atomics",
    "race-as-sc",          "address-reuse",   "store-buffer",   "other"};

}

std::string_view assumptionKindName(AssumptionKind k) { return names[static_cast<size_t>(k)]; }

std::optional<AssumptionKind> assumptionKindFromName(std::string_view name) {
  for (size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return static_cast<AssumptionKind>(i);
  return std::nullopt;
}

} // namespace heddle::ccfg
