// Violations in SARIF 2.1.0, the format in which code hosts and editors take the findings of analysers: a
// result a violation, with its CWE, and the interleaving as a code flow with one thread flow a thread.
#pragma once

#include "report/told.h"

#include <nlohmann/json_fwd.hpp>

namespace heddle::report {

struct SarifRun {
  std::string version;
  std::string commandLine;
  int exitCode = 0;
  std::string verdict; // "verdict: unknown (...)"
  bool isUnknown = false;
  std::vector<std::string> notes; // assumptions, warnings
};

nlohmann::ordered_json sarifJson(const std::vector<Told>& violations, const SarifRun& run);

} // namespace heddle::report
