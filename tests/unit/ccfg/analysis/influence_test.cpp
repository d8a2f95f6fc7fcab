// Choices whose value nobody looks at, where it is stored in memory.
#include "analysis_models.h"

#include "ccfg/analysis/graph/influence.h"

#include <gtest/gtest.h>

namespace heddle::ccfg::analysis {
namespace {

// %a goes where nobody looks, %b where a condition looks through another pointer, %c where it is only copied
// on to where nobody looks, %d into an address.
const char* const choices = R"(
object unread global 4
object read global 4
object copied global 4
object table global 16
object pointer global 8
thread main {
  reg %a:32 %b:32 %c:32 %d:64 %r:32 %s:32 %t:32 %p:64
  entry L0 exit L1
  L0: e0 -> L2: store.8 &pointer &read
  L2: e1 -> L3: %a := nondet; %b := nondet; %c := nondet; %d := nondet 0 12
  L3: e2 -> L4: store.4 &unread %a
  L4: e3 -> L5: %p := load.8 &pointer
  L5: e4 -> L6: store.4 %p %b
  L6: e5 -> L7: %r := load.4 &read
  L7: e6 -> L8: store.4 &copied %c
  L8: e7 -> L9: %s := load.4 &copied
  L9: e8 -> L10: store.4 &unread (add %s 1:32)
  L10: e9 -> L11: %t := load.4 &unread
  L11: e10 -> L12: store.4 (add &table %d) 1:32
  L12: e11 -> L1: assert (ult %r 7:32) "r < 7"
}
)";

TEST(Influence, OfChoicesThroughMemory) {
  auto p = model(choices);
  const std::vector<bool> idle = idleChoices(Facts(*p));
  EXPECT_TRUE(idle[reg(*p, "main", "a")]);
  EXPECT_FALSE(idle[reg(*p, "main", "b")]);
  EXPECT_TRUE(idle[reg(*p, "main", "c")]);
  EXPECT_FALSE(idle[reg(*p, "main", "d")]);
}

TEST(Influence, WhatIsStoredCountsUnlessItIsLookedInto) {
  auto p = model(choices);
  const Influence counts(*p, Influence::Stored::Counts), never(*p, Influence::Stored::Never);
  for (const char* name : {"a", "b", "c", "d"}) EXPECT_TRUE(counts(reg(*p, "main", name))) << name;
  for (const char* name : {"a", "b", "c"}) EXPECT_FALSE(never(reg(*p, "main", name))) << name;
  EXPECT_TRUE(never(reg(*p, "main", "d")));
}

} // namespace
} // namespace heddle::ccfg::analysis
