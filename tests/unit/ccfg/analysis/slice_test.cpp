// A slice decides the same as the whole program: random programs with one assertion, in which everything
// outside of its slice is replaced by steps that do nothing, get the same verdict from the exhaustive engine.
#include "../../repeatable.h"

#include "ccfg/analysis/graph/slice.h"
#include "ccfg/text.h"
#include "engines/explore/explore.h"

#include <gtest/gtest.h>

#include <random>

namespace heddle::ccfg::analysis {
namespace {

// Threads on a few variables, most of which the assertion does not depend on.
class Programs {
public:
  explicit Programs(uint32_t seed) : rng_(seed) {}

  std::string text() {
    out_ = "program LP64\n";
    for (const char* o : {"x", "y", "z", "u", "m0", "m1"}) out_ += std::string("object ") + o + " global 4\n";
    out_ += "object ptr global 8\n  init 0 8 &z\n";
    for (index_ = 0; index_ < 3; ++index_) thread();
    return out_;
  }

private:
  unsigned below(unsigned n) { return static_cast<unsigned>(rng_() % n); }
  std::string variable() { return std::string("&") + "xyzu"[below(4)]; }
  std::string value() { return below(2) == 0 ? "%r" : std::to_string(below(3)) + ":32"; }
  void step(const std::string& operations) {
    out_ += "  " + at_ + ": -> N" + std::to_string(names_) + ": " + operations + "\n";
    at_ = "N" + std::to_string(names_++);
  }

  void thread() {
    out_ += "thread t" + std::to_string(index_) +
            " {\n  reg %r:32 %s:32 %o:32 %h:32 %g:32 %p:64\n  entry A exit Z\n";
    at_ = "A";
    if (index_ == 0) step("%h := fork t1");
    if (index_ == 0) step("%g := fork t2");
    for (unsigned n = 3 + below(4); n > 0; --n) statement(2);
    if (index_ == 0 && below(2) == 0) step("join %h");
    if (index_ == 0 && below(3) == 0) step("join %g");
    if (index_ == 0) {
      step("%r := load.4 " + variable());
      step("assert (ule %r " + std::to_string(below(3)) + ":32) \"r\"");
    }
    out_ += "  " + at_ + ": -> Z: " + (index_ == 0 && below(2) == 0 ? "halt exit" : "skip") + "\n}\n";
  }

  void statement(unsigned depth) {
    switch (below(depth > 0 ? 10 : 6)) {
    case 0:
    case 1:
      return step("%r := load.4 " + variable());
    case 2:
    case 3:
      return step("store.4 " + variable() + " " + value());
    case 4:
      return step("%r, %s := (add %s 1:32), %r");
    case 5:
      return step(below(2) == 0 ? "%p := load.8 &ptr" : "atomic %p := load.8 &ptr; store.4 %p " + value());
    case 6:
    case 7:
      return branch(depth - 1);
    case 8:
      return locked(depth - 1);
    default:
      return below(2) == 0 ? wait() : section();
    }
  }

  void branch(unsigned depth) {
    std::string from = at_, n = std::to_string(names_++), condition = "(eq %r " + value() + ")";
    out_ += "  " + from + ": -> T" + n + ": assume " + condition + "\n    -> E" + n + ": assume (not " +
            condition + ")\n";
    at_ = "T" + n;
    statement(depth);
    out_ += "  " + at_ + ": -> J" + n + ": " + (below(6) == 0 ? "halt abort" : "skip") + "\n";
    at_ = "E" + n;
    if (below(2) == 0) statement(depth);
    out_ += "  " + at_ + ": -> J" + n + ": skip\n";
    at_ = "J" + n;
  }

  void locked(unsigned depth) {
    std::string m = below(2) == 0 ? "&m0" : "&m1";
    step("atomic %o := load.4 " + m + "; assume (eq %o 0:32); store.4 " + m + " %self sync acquire " + m);
    statement(depth);
    step("store.4 " + m + " 0:32 sync release " + m);
  }

  void wait() { step("atomic %o := load.4 " + variable() + "; assume (eq %o 1:32)"); }

  void section() {
    step("atomic-begin");
    for (unsigned i = 0; i < 2; ++i) {
      at_ += ": atomic\n    ->";
      out_ += "  " + at_ + " N" + std::to_string(names_) + ": store.4 " + variable() + " " + value() + "\n";
      at_ = "N" + std::to_string(names_++);
    }
    out_ += "  " + at_ + ": atomic\n    -> N" + std::to_string(names_) + ": atomic-end\n";
    at_ = "N" + std::to_string(names_++);
  }

  std::mt19937 rng_;
  std::string out_, at_;
  unsigned index_ = 0, names_ = 0;
};

engine::Verdict verdict(const Program& p, PropertySet properties) {
  Budget budget;
  budget.setTimeout(20);
  return explore::makeExplore({})->ask(p, {properties}, budget).verdict;
}

TEST(SliceSoundness, TheSliceDecidesTheAssertion) {
  PropertySet asserts;
  asserts.add(Property::Assert);
  unsigned holds = 0, fails = 0;
  size_t kept = 0, dropped = 0;
  for (uint32_t seed = 1; seed <= 1500 && !HasFailure(); ++seed) {
    auto p = parseText(Programs(seed).text(), "random");
    markRepeatable(*p);
    const Facts facts(*p);
    BitSet slice = sliceOf(*p, asserts, facts.dependence(), facts.escape());
    engine::Verdict whole = verdict(*p, asserts);
    std::string text = printText(*p);
    for (EdgeId e = 0; e < p->edges.size(); ++e) {
      ++(slice.test(e) ? kept : dropped);
      if (slice.test(e)) continue;
      std::erase_if(p->edges[e].ops, [](const Operation& op) { return !std::holds_alternative<Halt>(op); });
      p->edges[e].sync.reset();
    }
    engine::Verdict sliced = verdict(*p, asserts);
    ASSERT_NE(whole, engine::Verdict::Unknown);
    EXPECT_EQ(whole, sliced) << "seed " << seed << "\n" << text << "sliced:\n" << printText(*p);
    ++(whole == engine::Verdict::True ? holds : fails);
  }
  EXPECT_GT(holds, 150u);
  EXPECT_GT(fails, 150u);
  EXPECT_GT(dropped, kept / 5);
}

} // namespace
} // namespace heddle::ccfg::analysis
