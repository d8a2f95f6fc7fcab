// Names that verification tasks use, often without a declaration: compile.cpp asks.
#pragma once

#include <algorithm>
#include <array>
#include <string>

namespace heddle::llvm2ccfg {

// Their models win over definitions in the program.
inline constexpr std::array overridingNames = {
    "reach_error",           "__VERIFIER_error",      "__VERIFIER_assume",  "__VERIFIER_atomic_begin",
    "__VERIFIER_atomic_end", "__heddle_atomic_begin", "__heddle_atomic_end"};

inline bool isVerifiersName(const std::string& name) {
  return name.starts_with("__VERIFIER_") || std::ranges::find(overridingNames, name) != overridingNames.end();
}

} // namespace heddle::llvm2ccfg
