// The lines around the counterexample: what was proved, what it rests on, the verdict. See text.h.
#include "report/text.h"
#include "support/error.h"

#include <cmath>
#include <fmt/format.h>

namespace heddle::report {

using engine::Verdict;

std::string verdictLine(const engine::Result& result) {
  switch (result.verdict) {
  case Verdict::True:
    return "verdict: true";
  case Verdict::False:
    return fmt::format("verdict: false({})", propertyName(result.counterexample()->violation.property));
  case Verdict::Unknown:
    return fmt::format("verdict: unknown ({})", result.why.empty() ? "no reason given" : result.why);
  }
  return "";
}

int exitCode(const engine::Result& result) {
  switch (result.verdict) {
  case Verdict::True:
    return static_cast<int>(ExitCode::Proved);
  case Verdict::False:
    return static_cast<int>(ExitCode::Violation);
  case Verdict::Unknown:
    return static_cast<int>(ExitCode::Unknown);
  }
  return static_cast<int>(ExitCode::Internal);
}

namespace {

const char* effectText(const ccfg::Assumption& a) {
  if (a.missesBehaviours)
    return a.addsBehaviours ? " (may miss bugs or report false ones)" : " (may miss bugs)";
  return a.addsBehaviours ? " (may report false bugs)" : "";
}

} // namespace

std::string resultText(const engine::Result& result, const ccfg::Program& program, const TextStyle& style) {
  std::string out;
  if (result.verdict == Verdict::True) out += fmt::format("proved: {}\n", result.asked.toString());
  if (result.verdict == Verdict::Unknown && !result.proved.empty())
    out += fmt::format("proved so far: {} (up to the first violation of {}, if there is one)\n",
                       result.proved.toString(), engine::unproved(result).toString());
  if (result.verdict == Verdict::True && std::holds_alternative<engine::ProofTree>(result.evidence) &&
      result.recheck.outcome == engine::Recheck::Outcome::Open)
    out += fmt::format("the proof was not re-checked: {}\n", result.recheck.why);
  if (!result.assumptions.empty()) out += "assumptions:\n";
  for (const std::string& text : assumptionLines(result, program))
    for (const std::string& line : wrapText("  " + text, style.width, 4)) out += line + "\n";
  return out;
}

std::vector<std::string> assumptionLines(const engine::Result& result, const ccfg::Program& program) {
  std::vector<std::string> out;
  for (const ccfg::Assumption& a : result.assumptions) {
    const std::string place = a.pos.known() ? program.posString(a.pos) : "";
    const bool saysWhere = a.text.find(place) != std::string::npos;
    out.push_back((saysWhere ? a.text : fmt::format("{}: {}", place, a.text)) + effectText(a));
  }
  return out;
}

std::string statisticsText(const Statistics& statistics) {
  std::string out;
  for (const auto& [name, value] : statistics.entries())
    out += std::floor(value) == value && std::abs(value) < 1e15 ? fmt::format("{:<32} {:.0f}\n", name, value)
                                                                : fmt::format("{:<32} {:.3f}\n", name, value);
  return out;
}

} // namespace heddle::report
