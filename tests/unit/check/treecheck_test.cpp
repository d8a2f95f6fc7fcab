// Trees of proofs are accepted; trees with one label weakened, one cover moved, one child removed, and trees
// that prove something else than is asked, are not.
#include "check/treecheck.h"

#include "ccfg/text.h"
#include "engines/impact/impact.h"

#include <gtest/gtest.h>

namespace heddle::check {
namespace {

using ccfg::Property;
using engine::ProofTree;
using engine::Recheck;
using impact::Configuration;
using Outcome = Recheck::Outcome;

constexpr Configuration all[] = {Configuration::Full, Configuration::Spor, Configuration::SporFc,
                                 Configuration::Dpor, Configuration::DporFc};

ccfg::PropertySet only(Property p) {
  ccfg::PropertySet set;
  set.add(p);
  return set;
}

struct Proof {
  std::unique_ptr<ccfg::Program> program;
  ProofTree tree;

  Recheck check(const ProofTree& t) const { return check(t, t.properties); }
  Recheck check(const ProofTree& t, ccfg::PropertySet asked) const {
    return checkTree({*program, {asked}}, t, Budget()).recheck;
  }
  bool isRefused(const ProofTree& t) const { return check(t).outcome == Outcome::Rejected; }
};

Proof prove(const std::string& text, const impact::ImpactOptions& options = {},
            Property property = Property::Assert) {
  Proof proof{ccfg::parseText("program LP64\n" + text, "model"), {}};
  engine::Result r = impact::makeImpact(options)->ask(*proof.program, {only(property)});
  EXPECT_EQ(r.verdict, engine::Verdict::True) << r.why;
  proof.tree = std::get<ProofTree>(r.evidence);
  return proof;
}

// Each thread adds one to both of two counters, under a lock, without end.
const std::string counters = R"(
object m global 4
object x global 4
object y global 4
thread main {
  reg %o:32 %a:32 %b:32
  entry A exit Z
  A: -> B: fork worker
  B: -> C: atomic %o := load.4.seq_cst &m; assume (eq %o 0:32); store.4.seq_cst &m 1:32
  C: -> D: %a := load.4 &x
  D: -> E: %b := load.4 &y
  E: -> F: assert (eq %a %b) "equal"
  F: -> B: store.4.seq_cst &m 0:32
}
thread worker {
  reg %o:32 %a:32 %b:32
  entry A exit Z
  A: -> B: atomic %o := load.4.seq_cst &m; assume (eq %o 0:32); store.4.seq_cst &m 2:32
  B: -> C: %a := load.4 &x
  C: -> D: store.4 &x (add %a 1:32)
  D: -> E: %b := load.4 &y
  E: -> F: store.4 &y (add %b 1:32)
  F: -> A: store.4.seq_cst &m 0:32
}
)";

// Independence that only labels show: two threads write to different elements of an array.
const std::string elements = R"(
object v global 8
object i global 8
object j global 8
thread main {
  reg %c:1 %i:64 %h:32 %k:32 %r:32
  entry A exit Z
  A: -> B: %c := nondet
  B: -> C: store.8 &i (ite %c 0:64 4:64)
  C: -> D: store.8 &j (ite %c 4:64 0:64)
  D: -> E: %h := fork first
  E: -> F: %k := fork second
  F: -> G: join %h
  G: -> H: join %k
  H: -> I: %i := load.8 &i
  I: -> J: %r := load.4 (add &v %i)
  J: -> Z: assert (eq %r 1:32) "the first one's"
}
thread first {
  reg %i:64
  entry A exit Z
  A: -> B: %i := load.8 &i
  B: -> Z: store.4 (add &v %i) 1:32
}
thread second {
  reg %j:64
  entry A exit Z
  A: -> B: %j := load.8 &j
  B: -> Z: store.4 (add &v %j) 2:32
}
)";

// A block that one thread fills and another one frees.
const std::string blocks = R"(
object p global 8
object site heap 8
thread main {
  reg %p:64 %h:32 %v:32
  entry A exit Z
  A: -> B: %p := alloc &site 8:64
  B: -> C: store.4 (add %p 4:64) 7:32
  C: -> D: store.8 &p %p
  D: -> E: %h := fork worker
  E: -> F: join %h
  F: -> Z: skip
}
thread worker {
  reg %q:64 %v:32
  entry A exit Z
  A: -> B: %q := load.8 &p
  B: -> C: %v := load.4 (add %q 4:64)
  C: -> D: assert (eq %v 7:32) "still there"
  D: -> Z: free %q
}
)";

// Two workers again and again, who give way to the next ones.
const std::string rounds = R"(
object x global 4
thread main {
  reg %h:32 %k:32 %r:32 %x:32
  entry A exit Z
  A: -> B: %h := fork worker 5:32
  B: -> C: %k := fork worker 7:32
  C: -> D: %r := join %h
  D: -> E: join %k
  E: -> F: assert (eq %r 5:32) "the first one's"
  F: -> G: %x := load.4 &x
  G: -> A: assert (ult %x 4:32) "small"
}
thread worker {
  reg %n:32 %x:32
  params %n
  result %n
  entry A exit Z
  A: -> B: atomic %x := load.4 &x; store.4 &x (ite (ult %x 3:32) (add %x 1:32) 0:32)
  B: -> Z: skip
}
)";

// A local variable of a loop; `keep` may leave a pointer to it.
std::string local(const std::string& keep) {
  return R"(
object q global 8
object n global 4
object site local 4
thread main {
  reg %p:64 %v:32 %n:32
  entry A exit Z
  A: -> B: %p := alloc &site 4:64
  B: -> C: store.4 %p 7:32
  C: -> D: )" +
         keep + R"(
  D: -> E: %v := load.4 %p
  E: -> F: assert (eq %v 7:32) "seven"
  F: -> G: free.local %p
  G: -> H: %n := load.4 &n
  H: -> I: store.4 &n (add %n 1:32)
  I: -> A: assume (ult %n 2:32)
     -> Z: assume (not (ult %n 2:32))
}
)";
}

// Wachter et al. 2013, section IV-C; the assertion fails.
const std::string coverExample = R"(
object x global 4
thread main {
  entry A exit Z
  A: -> B: fork reader
  B: -> Z: fork writer
}
thread reader {
  reg %r:32
  entry A exit Z
  A: -> B: %r := load.4 &x
  B: -> Z: assert (eq %r 0:32) "x is 0"
}
thread writer {
  reg %c:1
  entry A exit Z
  A: -> B: %c := nondet
  B: -> C: assume %c
     -> D: assume (not %c)
  C: -> D: store.4 &x 1:32
  D: -> Z: store.4 &x 0:32
}
)";

// Without the node and all that hangs on it. Nothing: something else is covered by that.
std::optional<ProofTree> without(const ProofTree& tree, uint32_t node) {
  ProofTree less = tree;
  less.nodes.clear();
  std::vector<uint32_t> number(tree.nodes.size(), ccfg::none);
  for (uint32_t n = 0; n < tree.nodes.size(); ++n) {
    const engine::ProofNode& from = tree.nodes[n];
    if (n == node || (from.parent != ccfg::none && number[from.parent] == ccfg::none)) continue;
    number[n] = static_cast<uint32_t>(less.nodes.size());
    less.nodes.push_back(from);
    if (from.parent != ccfg::none) less.nodes.back().parent = number[from.parent];
  }
  for (engine::ProofNode& n : less.nodes) {
    if (!n.isCovered()) continue;
    n.coveredBy = number[n.coveredBy];
    if (!n.isCovered()) return std::nullopt;
  }
  return less;
}

TEST(TreeCheck, AcceptsProofs) {
  for (Configuration c : all)
    for (const std::string& text : {counters, elements, blocks}) {
      const Proof proof = prove(text, {.configuration = c});
      const Recheck r = proof.check(proof.tree);
      EXPECT_EQ(r.outcome, Outcome::Accepted) << configurationName(c) << ": " << r.why;
    }
  for (Configuration c : all) {
    const Proof proof = prove(rounds, {.configuration = c, .maxThreads = 4});
    const Recheck r = proof.check(proof.tree);
    EXPECT_EQ(r.outcome, Outcome::Accepted) << configurationName(c) << ": " << r.why;
    EXPECT_TRUE(r.assumptions.empty());
  }
  const Proof memory = prove(blocks, {}, Property::Memory);
  EXPECT_EQ(memory.check(memory.tree).outcome, Outcome::Accepted);
}

TEST(TreeCheck, RefusesAProofThatLacksCoverExpansions) {
  for (Configuration c : {Configuration::Dpor, Configuration::DporFc}) {
    const Proof wrong = prove(coverExample, {.configuration = c, .coverExpansions = false});
    EXPECT_TRUE(wrong.isRefused(wrong.tree));
  }
}

TEST(TreeCheck, RefusesAChildRemoved) {
  size_t removed = 0; // where the engine leaves out what it can: others may do without some child
  for (Configuration c : {Configuration::Dpor, Configuration::DporFc})
    for (const std::string& text : {counters, elements, blocks, rounds}) {
      const Proof proof = prove(text, {.configuration = c, .maxThreads = 4});
      for (uint32_t n = 1; n < proof.tree.nodes.size(); ++n)
        if (const auto less = without(proof.tree, n)) {
          ++removed;
          EXPECT_TRUE(proof.isRefused(*less)) << configurationName(c) << ": node " << n;
        }
    }
  EXPECT_GT(removed, 70u);
}

TEST(TreeCheck, RefusesThatAnotherInstanceGivesWay) {
  const Proof proof = prove(rounds, {.maxThreads = 4});
  EXPECT_TRUE(std::ranges::any_of(proof.tree.nodes, [](const auto& n) { return n.takes != 0; }));
  for (uint32_t n = 1; n < proof.tree.nodes.size(); ++n)
    for (uint32_t takes = 0; takes <= 4; ++takes) {
      ProofTree other = proof.tree;
      if (std::exchange(other.nodes[n].takes, takes) == takes) continue;
      EXPECT_TRUE(proof.isRefused(other)) << "node " << n << " takes " << takes;
    }
}

TEST(TreeCheck, RefusesThatAnotherBlockGivesWay) {
  const auto reuses = [](const ProofTree& t) {
    return std::ranges::any_of(t.nodes, [](const auto& n) { return !n.reuses.empty(); });
  };
  for (const Property property : {Property::Assert, Property::Memory}) {
    const Proof proof = prove(local("skip"), {}, property);
    EXPECT_TRUE(reuses(proof.tree));
    EXPECT_EQ(proof.check(proof.tree).outcome, Outcome::Accepted);
    for (uint32_t n = 1; n < proof.tree.nodes.size(); ++n) {
      if (proof.tree.nodes[n].reuses.empty()) continue;
      ProofTree absent = proof.tree;
      absent.nodes[n].reuses = {1};
      EXPECT_TRUE(proof.isRefused(absent)) << "node " << n;
      ProofTree unsaid = proof.tree; // the label does not say that the block was freed
      unsaid.nodes[unsaid.nodes[n].parent].label.clear();
      EXPECT_TRUE(proof.isRefused(unsaid)) << "node " << n;
    }
  }
  // A pointer is left: that it is used must be seen where `memory` is asked for.
  const std::string kept = local("store.8 &q %p");
  EXPECT_TRUE(reuses(prove(kept).tree));
  EXPECT_FALSE(reuses(prove(kept, {}, Property::Memory).tree));
  const Proof proof = prove(kept);
  EXPECT_EQ(proof.check(proof.tree, only(Property::Memory)).outcome, Outcome::Rejected);
}

TEST(TreeCheck, RefusesInvariantsThatDoNotFollow) {
  size_t changed = 0, refused = 0;
  for (const std::string& text : {counters, elements, rounds}) {
    const Proof proof = prove(text, {.maxThreads = 4});
    ASSERT_FALSE(proof.tree.invariants.empty());
    for (size_t i = 0; i < proof.tree.invariants.size(); ++i) {
      ProofTree other = proof.tree;
      other.invariants.erase(other.invariants.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_EQ(proof.isRefused(other), !other.invariants.empty()) << "without " << i;
      other = proof.tree;
      other.invariants.push_back(other.invariants[i]);
      EXPECT_TRUE(proof.isRefused(other)) << "twice " << i;
      other = proof.tree;
      other.invariants[i].anyOf = {{other.terms->falseTerm()}};
      EXPECT_TRUE(proof.isRefused(other)) << "false " << i;
      for (size_t k = 0; k < proof.tree.invariants[i].anyOf.size(); ++k) {
        other = proof.tree;
        auto& anyOf = other.invariants[i].anyOf;
        anyOf.erase(anyOf.begin() + static_cast<std::ptrdiff_t>(k));
        ++changed, refused += proof.isRefused(other);
      }
    }
  }
  EXPECT_GT(changed, 50u);
  EXPECT_GT(refused * 100, changed * 90); // one list may follow from the others
}

TEST(TreeCheck, RefusesACoverMoved) {
  size_t moved = 0, refused = 0;
  for (Configuration c : all) {
    const Proof proof = prove(counters, {.configuration = c});
    for (uint32_t n = 0; n < proof.tree.nodes.size(); ++n)
      for (uint32_t by = 0; proof.tree.nodes[n].isCovered() && by < proof.tree.nodes.size(); ++by) {
        if (by == proof.tree.nodes[n].coveredBy) continue;
        ProofTree other = proof.tree;
        other.nodes[n].coveredBy = by;
        const bool isElsewhere = other.nodes[by].at != other.nodes[n].at || other.nodes[by].isCovered();
        const bool isRefused = proof.isRefused(other);
        EXPECT_TRUE(isRefused || !isElsewhere) << configurationName(c) << ": node " << n << " by " << by;
        ++moved, refused += isRefused;
      }
  }
  EXPECT_GT(moved, 100u);
  EXPECT_GT(refused * 100, moved * 98); // a node at the same places may cover as well
}

TEST(TreeCheck, RefusesALabelWeakenedOrMadeUp) {
  size_t weakened = 0, refused = 0;
  for (Configuration c : {Configuration::SporFc, Configuration::DporFc})
    for (const std::string& text : {counters, elements}) {
      const Proof proof = prove(text, {.configuration = c});
      for (uint32_t n = 0; n < proof.tree.nodes.size(); ++n) {
        for (size_t k = 0; k < proof.tree.nodes[n].label.size(); ++k) {
          ProofTree other = proof.tree;
          other.nodes[n].label.erase(other.nodes[n].label.begin() + static_cast<std::ptrdiff_t>(k));
          ++weakened, refused += proof.isRefused(other);
        }
        ProofTree other = proof.tree;
        other.nodes[n].label.push_back(other.terms->falseTerm());
        EXPECT_TRUE(proof.isRefused(other)) << configurationName(c) << ": node " << n;
      }
    }
  EXPECT_GT(weakened, 200u);
  EXPECT_GT(refused * 100, weakened * 60); // what a label says besides others may be needed nowhere
  Proof one = prove(counters);
  for (engine::ProofNode& n : one.tree.nodes) n.label.clear();
  EXPECT_TRUE(one.isRefused(one.tree));
}

TEST(TreeCheck, AsksForEachPropertyItself) {
  const Proof racy = prove(coverExample, {}, Property::Memory);
  EXPECT_EQ(racy.check(racy.tree).outcome, Outcome::Accepted);
  EXPECT_EQ(racy.check(racy.tree, only(Property::Race)).outcome, Outcome::Rejected);
  EXPECT_EQ(racy.check(racy.tree, only(Property::Deadlock)).outcome, Outcome::Accepted);

  const Proof stuck = prove(R"(
object x global 4
thread main {
  reg %a:32
  entry A exit Z
  A: -> B: atomic %a := load.4 &x; assume (eq %a 1:32)
  B: -> Z: assert (eq %a 1:32) "one"
}
)");
  EXPECT_EQ(stuck.check(stuck.tree).outcome, Outcome::Accepted);
  EXPECT_EQ(stuck.check(stuck.tree, only(Property::Deadlock)).outcome, Outcome::Rejected);

  const Proof wild = prove(R"(
object x global 4
thread main {
  reg %a:32 %i:64
  entry A exit Z
  A: -> B: %i := nondet 0 4
  B: -> Z: %a := load.4 (add &x %i)
}
)",
                           {}, Property::Race);
  const Recheck ends = wild.check(wild.tree);
  EXPECT_EQ(ends.outcome, Outcome::Accepted);
  ASSERT_EQ(ends.assumptions.size(), 1u);
  EXPECT_EQ(ends.assumptions[0].kind, ccfg::AssumptionKind::InvalidAccess);
  EXPECT_EQ(wild.check(wild.tree, only(Property::Memory)).outcome, Outcome::Rejected);
}

TEST(TreeCheck, SaysWhatTreesAreNotAbout) {
  const Proof proof = prove(counters);
  engine::Question partial{only(Property::Deadlock)};
  partial.partialDeadlock = true;
  EXPECT_EQ(checkTree({*proof.program, partial}, proof.tree, Budget()).recheck.outcome, Outcome::Open);
  const engine::Question weak{.properties = only(Property::Assert), .memoryModel = ccfg::MemoryModel::Tso};
  EXPECT_EQ(checkTree({*proof.program, weak}, proof.tree, Budget()).recheck.outcome, Outcome::Open);
}

TEST(TreeCheck, SaysWhatItDoesNotFollow) {
  const Proof proof = prove(R"(
object n global 8
object site heap 0
thread main {
  reg %n:64 %p:64
  entry A exit Z
  A: -> B: %n := load.8 &n
  B: -> C: store.8 &n (add %n 8:64)
  C: -> D: %n := load.8 &n
  D: -> Z: %p := alloc &site %n
}
)");
  const Recheck r = proof.check(proof.tree);
  EXPECT_EQ(r.outcome, Outcome::Open);
  EXPECT_NE(r.why.find("an allocation of a size that is not constant"), std::string::npos) << r.why;
}

TEST(TreeCheck, EndsWithItsBudget) {
  const Proof proof = prove(counters);
  Budget spent;
  spent.setTimeout(1e-9);
  const Recheck r = checkTree({*proof.program, {only(Property::Assert)}}, proof.tree, spent).recheck;
  EXPECT_EQ(r.outcome, Outcome::Open);
}

} // namespace
} // namespace heddle::check
