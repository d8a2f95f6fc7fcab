// Runs the engine on a model in text form, under every reduction.
#pragma once

#include "models.h"

#include "check/ask.h"
#include "engines/explore/explore.h"

#include <gtest/gtest.h>

namespace heddle::explore {

inline constexpr Reduction allReductions[] = {Reduction::None, Reduction::Local, Reduction::Persistent,
                                              Reduction::Optimistic};

inline ccfg::PropertySet only(ccfg::Property p) {
  ccfg::PropertySet s;
  s.add(p);
  return s;
}

// Confirms a counterexample, and applies the assumptions.
inline engine::Result explore(const ccfg::Program& p, const engine::Question& question,
                              ExploreOptions options, const Budget& budget = {}) {
  return check::ask(*makeExplore(options), {p, question}, budget);
}

inline double statistic(const engine::Result& r, const std::string& name) {
  for (const auto& [n, value] : r.statistics.entries())
    if (n == name) return value;
  ADD_FAILURE() << "no statistic " << name;
  return 0;
}

inline std::string nameOf(engine::Verdict v) {
  return v == engine::Verdict::True ? "true" : v == engine::Verdict::False ? "false" : "unknown";
}

inline void expectVerdict(const std::string& text, const engine::Question& question,
                          const std::string& expected) {
  const auto p = models::parse(text);
  for (Reduction reduction : allReductions) {
    ExploreOptions options;
    options.reduction = reduction;
    EXPECT_EQ(nameOf(explore(*p, question, options).verdict), expected)
        << reductionName(reduction) << " on " << question.properties.toString();
  }
}

inline void expectVerdict(const std::string& text, ccfg::Property property, const std::string& expected) {
  expectVerdict(text, {only(property)}, expected);
}

} // namespace heddle::explore
