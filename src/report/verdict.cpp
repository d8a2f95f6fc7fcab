// The lines around the counterexample: what was proved, what it rests on, the verdict. See text.h.
#include "report/text.h"
#include "support/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace heddle::report {

using engine::Verdict;

const char* verdictName(Verdict v) {
  return v == Verdict::True ? "true" : v == Verdict::False ? "false" : "unknown";
}

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

// One line each, where they differ; where they don't, the last line says it all.
std::string propertiesText(const std::vector<engine::PropertyVerdict>& properties, const TextStyle& style) {
  const auto isAs = [&](const auto& p) {
    return p.verdict == properties.front().verdict && p.why == properties.front().why;
  };
  if (std::ranges::all_of(properties, isAs)) return "";
  std::string others;
  for (const engine::PropertyVerdict& p : properties)
    if (p.verdict != Verdict::True)
      others += fmt::format("{}{}", others.empty() ? "" : ", ", propertyName(p.property));
  std::string out;
  for (const engine::PropertyVerdict& p : properties) {
    std::string text = fmt::format("{}: {}", propertyName(p.property), verdictName(p.verdict));
    if (p.verdict == Verdict::True)
      text += fmt::format(" (up to a violation of {}, if there is one)", others);
    if (p.verdict == Verdict::Unknown && !p.why.empty()) text += ", because " + p.why;
    for (const std::string& line : wrapText(text, style.width, 2)) out += line + "\n";
  }
  return out;
}

const char* effectText(const ccfg::Assumption& a) {
  if (a.missesBehaviours)
    return a.addsBehaviours ? " (may miss bugs or report false ones)" : " (may miss bugs)";
  return a.addsBehaviours ? " (may report false bugs)" : "";
}

} // namespace

std::string resultText(const engine::Result& result, const std::vector<engine::PropertyVerdict>& properties,
                       const ccfg::Program& program, const TextStyle& style) {
  std::string out;
  if (result.verdict == Verdict::True) out += fmt::format("proved: {}\n", result.asked.toString());
  out += propertiesText(properties, style);
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
