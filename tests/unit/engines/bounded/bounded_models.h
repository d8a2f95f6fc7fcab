// What the tests of `bounded` share: models in text form, unwound, and asked.
#pragma once

#include "../../repeatable.h"

#include "ccfg/text.h"
#include "check/ask.h"
#include "engines/bounded/bounded.h"
#include "engines/bounded/interference.h"
#include "engines/bounded/unwind.h"

#include <gtest/gtest.h>

namespace heddle::bounded {

inline std::unique_ptr<ccfg::Program> model(const std::string& text) {
  auto p = ccfg::parseText("program LP64\n" + text, "model");
  ccfg::markRepeatable(*p);
  return p;
}

inline ccfg::PropertySet only(ccfg::Property property) {
  ccfg::PropertySet set;
  set.add(property);
  return set;
}

// A counterexample is executed before it is believed.
inline engine::Result ask(const ccfg::Program& p, ccfg::Property property,
                          const BoundedOptions& options = {}) {
  return check::ask(*makeBounded(options), {p, {only(property)}});
}

inline const char* name(engine::Verdict v) {
  return v == engine::Verdict::True ? "true" : v == engine::Verdict::False ? "false" : "unknown";
}

inline constexpr Strategy allStrategies[] = {Strategy::Full, Strategy::Oia, Strategy::Uia, Strategy::Mia};

// By every strategy, with each heuristic switched off in turn.
inline void expectVerdict(const std::string& text, ccfg::Property property, const std::string& expected) {
  const auto p = model(text);
  bool BoundedOptions::* const heuristics[] = {&BoundedOptions::prune,      &BoundedOptions::biased,
                                               &BoundedOptions::lockValues, &BoundedOptions::lockOrder,
                                               &BoundedOptions::partialP2,  &BoundedOptions::layered};
  for (Strategy strategy : allStrategies) {
    BoundedOptions options;
    options.strategy = strategy;
    EXPECT_EQ(name(ask(*p, property, options).verdict), expected) << strategyName(strategy);
    for (bool BoundedOptions::* heuristic : heuristics) {
      BoundedOptions without = options;
      without.*heuristic = false;
      EXPECT_EQ(name(ask(*p, property, without).verdict), expected) << strategyName(strategy);
    }
  }
}

// A program unwound to a bound, and who may read from whom.
struct Unwound {
  explicit Unwound(const std::string& text, unsigned bound = 1,
                   ccfg::Property property = ccfg::Property::Assert)
      : program(model(text)), problem(*program, {only(property)}), facts(problem) {
    bounds.standard = bound;
    skeleton = unwind(facts, only(property), bounds, budget);
  }

  // Cuts of cycles that may be reached.
  size_t cuts() const {
    size_t count = 0;
    for (const Cut& c : skeleton.cuts) count += c.cycle != none && !c.guard.isFalse();
    return count;
  }

  std::unique_ptr<ccfg::Program> program;
  engine::Problem problem;
  Facts facts;
  Bounds bounds;
  Budget budget;
  Skeleton skeleton;
};

} // namespace heddle::bounded
