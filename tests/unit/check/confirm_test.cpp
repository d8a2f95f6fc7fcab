// A schedule that does not show its violation is a bug, and said to be one.
#include "../engines/explore/models.h"

#include "check/confirm.h"
#include "engines/explore/explore.h"
#include "support/error.h"

#include <gtest/gtest.h>

namespace heddle::check {
namespace {

TEST(Confirm, AcceptsWhatReproducesAndNothingElse) {
  const auto p = models::parse(models::lostUpdate);
  ccfg::PropertySet properties;
  properties.add(ccfg::Property::Assert);
  const engine::Result r = explore::makeExplore({})->ask(*p, {properties});
  ASSERT_TRUE(r.counterexample() != nullptr);
  EXPECT_EQ(confirm(*p, *r.counterexample(), properties).violation.message, "x == 2");

  ccfg::Schedule wrong = *r.counterexample();
  wrong.steps.pop_back();
  EXPECT_THROW(confirm(*p, wrong, properties), InternalError);
  wrong = *r.counterexample();
  wrong.violation.property = ccfg::Property::Deadlock;
  EXPECT_THROW(confirm(*p, wrong, properties), InternalError);
}

} // namespace
} // namespace heddle::check
