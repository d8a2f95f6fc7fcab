// The order constraints: the bit matrices against Z3's Datalog engine on random inputs, and what the six
// rules of Kusano and Wang 2016 exclude against what Order excludes on random programs.
#include "../../repeatable.h"

#include "engines/modular/loadorder.h"

#include "ccfg/text.h"
#include "logic/datalog/datalog.h"
#include "order_rules.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

namespace heddle::modular {
namespace {

class Dice {
public:
  explicit Dice(uint64_t seed) : engine_(seed) {}
  uint32_t below(uint32_t n) { return std::uniform_int_distribution<uint32_t>(0, n - 1)(engine_); }
  bool chance(double p) { return std::bernoulli_distribution(p)(engine_); }

private:
  std::mt19937_64 engine_;
};

// Random facts about events and stores, told to both evaluators.
class RandomInput {
public:
  explicit RandomInput(uint64_t seed)
      : dice_(seed), stores_(2 + dice_.below(4)), events_(2 + dice_.below(5)),
        earlier_(stores_, BitSet(stores_)),
        matrix_(stores_, [this](uint32_t s) -> const BitSet& { return earlier_[s]; }),
        datalog_(orderRules, std::max(stores_, events_)) {
    for (uint32_t s = 0; s < stores_; ++s) // of the stores with lower numbers: without circles
      for (uint32_t t = 0; t < s; ++t)
        if (dice_.chance(0.25)) {
          earlier_[s].set(t);
          earlier_[s].unite(earlier_[t]);
        }
    for (uint32_t s = 0; s < stores_; ++s)
      earlier_[s].forEach([&](size_t t) { datalog_.add("mhb", {static_cast<uint32_t>(t), s}); });
    for (uint32_t e = 0; e < events_; ++e) addEvent(e);
    addFacts();
  }

  // More facts that hold until pop.
  void push() {
    matrix_.push();
    datalog_.push();
    addFacts();
  }
  void pop() {
    matrix_.pop();
    datalog_.pop();
  }

  bool byMatrix() { return !matrix_.close(); }
  bool byDatalog() const { return datalog_.holds("contradiction"); }

private:
  void addEvent(uint32_t e) {
    BitSet happened(stores_), notYet(stores_);
    for (uint32_t s = 0; s < stores_; ++s) {
      if (dice_.chance(0.15)) {
        happened.set(s);
        happened.unite(earlier_[s]);
      }
      if (dice_.chance(0.15)) notYet.set(s);
    }
    matrix_.addEvent(happened, notYet);
    happened.forEach([&](size_t s) { datalog_.add("happened", {static_cast<uint32_t>(s), e}); });
    notYet.forEach([&](size_t s) { datalog_.add("notYet", {e, static_cast<uint32_t>(s)}); });
    for (uint32_t f = 0; f < events_; ++f)
      if (f != e) datalog_.add("other", {e, f});
    if (!dice_.chance(0.5)) return;
    const uint32_t s = dice_.below(stores_);
    const bool once = dice_.chance(0.7);
    matrix_.addOccurrence(e, s, once);
    datalog_.add("occurrence", {e, s});
    if (once) datalog_.add("once", {e, s});
  }

  BitSet someStores() {
    BitSet result(stores_);
    for (uint32_t s = 0; s < stores_; ++s)
      if (dice_.chance(0.5)) result.set(s);
    return result;
  }

  void addFacts() {
    for (uint32_t i = 0; i < 3; ++i) {
      const uint32_t e = dice_.below(events_), f = dice_.below(events_);
      if (e == f) continue;
      const BitSet some = someStores();
      switch (dice_.below(3)) {
      case 0:
        matrix_.addBefore(std::min(e, f), std::max(e, f));
        datalog_.add("before", {std::min(e, f), std::max(e, f)});
        break;
      case 1:
        if (read_.size() <= e) read_.resize(events_);
        if (read_[e]) break; // a load reads once
        read_[e] = true;
        matrix_.addRead(e, f, some);
        datalog_.add("reads", {e, f});
        some.forEach([&](size_t s) { datalog_.add("overwriter", {e, static_cast<uint32_t>(s)}); });
        break;
      default:
        matrix_.addTogether(e, f, some);
        some.forEach([&](size_t s) { datalog_.add("keptOut", {e, f, static_cast<uint32_t>(s)}); });
      }
    }
  }

  Dice dice_;
  uint32_t stores_, events_;
  std::vector<BitSet> earlier_;
  OrderMatrix matrix_;
  logic::Datalog datalog_;
  std::vector<bool> read_;
};

TEST(Order, MatricesAndDatalogAgreeOnRandomInputs) {
  int contradictions = 0;
  constexpr int inputs = 200;
  for (uint64_t seed = 0; seed < inputs; ++seed) {
    RandomInput input(seed);
    const bool expected = input.byDatalog();
    contradictions += expected ? 1 : 0;
    ASSERT_EQ(input.byMatrix(), expected) << "seed " << seed;
    input.push();
    ASSERT_EQ(input.byMatrix(), input.byDatalog()) << "seed " << seed << " with more facts";
    input.pop();
    ASSERT_EQ(input.byMatrix(), expected) << "seed " << seed << " without them again";
  }
  EXPECT_GT(contradictions, inputs / 5);
  EXPECT_LT(contradictions, inputs - inputs / 5);
}

// Figure 4, and rule 6 as the text around Figure 6 tells it.
constexpr std::string_view paperRules = R"(
  mhb(M, N)  :- dominates(M, N), notReachableFrom(M, N).
  mhb(M, N)  :- thCreates(M, N).
  mhb(N, M)  :- thJoins(M, N).
  mhb(L, T)  :- readsFrom(L, S), mhb(S, T), isLoad(L, V), isStore(S, V), isStore(T, V).
  mhb(A, C)  :- mhb(A, B), mhb(B, C).
  mustNotReadFrom(A, B)  :- mhb(A, B).
  mustNotReadFrom(K, S)  :- readsFrom(L, S), mhb(L, T), mhb(T, K), isLoad(L, V), isStore(S, V), isStore(T, V),
                            isLoad(K, V).
  contradiction  :- readsFrom(L, S), mustNotReadFrom(L, S).
)";

// Threads without branches that load and store two variables, as a model and as the relations of section 5.1.
struct RandomProgram {
  explicit RandomProgram(uint64_t seed) : dice(seed), datalog(paperRules, 64) {
    for (uint32_t v : {0u, 1u}) addNode(false, v); // the initial content
    const uint32_t threads = 2 + dice.below(2);
    const bool joins = dice.chance(0.5);
    std::string main = "thread main {\n  reg %a:32 %b:32 %c:32 %m:32\n  entry M0 exit M9\n  M0:\n", others;
    std::vector<uint32_t> mainNodes = {0, 1};
    uint32_t at = 0;
    const auto step = [&](const std::string& what) {
      main += fmt::format("    -> M{0}: {1}\n  M{0}:\n", 20 + at, what);
      ++at;
    };
    const auto inMain = [&](uint32_t node) {
      for (uint32_t earlier : mainNodes) order(earlier, node);
      mainNodes.push_back(node);
    };
    std::vector<std::pair<uint32_t, uint32_t>> ends; // of threads: first and last node
    for (uint32_t t = 0; t < threads; ++t) {
      ends.push_back(addThread(t, others));
      step(fmt::format("%{} := fork t{}", "abc"[t], t));
      inMain(nodes++); // the fork
      datalog.add("thCreates", {mainNodes.back(), ends[t].first});
    }
    for (uint32_t t = 0; t < threads && joins; ++t) {
      step(fmt::format("join %{}", "abc"[t]));
      inMain(nodes++);
      datalog.add("thJoins", {mainNodes.back(), ends[t].second});
    }
    for (uint32_t v : {0u, 1u}) {
      step(fmt::format("%m := load.4 &{}", "xy"[v]));
      inMain(addNode(true, v));
    }
    main += "    -> M9: skip\n  M9:\n}\n";
    text = "program LP64\nobject x global 4\nobject y global 4\n" + main + others;
  }

  uint32_t addNode(bool isLoad, uint32_t variable) {
    datalog.add(isLoad ? "isLoad" : "isStore", {nodes, variable});
    (isLoad ? loads : stores).emplace_back(nodes, variable);
    return nodes++;
  }

  void order(uint32_t a, uint32_t b) {
    datalog.add("dominates", {a, b});
    datalog.add("notReachableFrom", {a, b});
  }

  std::pair<uint32_t, uint32_t> addThread(uint32_t t, std::string& to) {
    to += fmt::format("thread t{0} {{\n  reg %r:32\n  entry T{0}S exit T{0}E\n  T{0}S:\n", t);
    std::vector<uint32_t> own;
    const uint32_t length = 2 + dice.below(3);
    for (uint32_t i = 0; i < length; ++i) {
      const bool isLoad = dice.chance(0.5);
      const uint32_t v = dice.below(2);
      own.push_back(addNode(isLoad, v));
      for (uint32_t j = 0; j < i; ++j) order(own[j], own[i]);
      const std::string what = isLoad ? fmt::format("%r := load.4 &{}", "xy"[v])
                                      : fmt::format("store.4 &{} {}:32", "xy"[v], own.back());
      to += fmt::format("    -> T{0}L{1}: {2}\n  T{0}L{1}:\n", t, i, what);
    }
    to += fmt::format("    -> T{0}E: skip\n  T{0}E:\n}}\n", t);
    return {own.front(), own.back()};
  }

  Dice dice;
  logic::Datalog datalog;
  uint32_t nodes = 0;
  std::vector<std::pair<uint32_t, uint32_t>> loads, stores; // node and variable, in order
  std::string text;
};

TEST(Order, ExcludesWhatThePapersRulesExclude) {
  int excluded = 0, asked = 0;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    RandomProgram random(seed);
    const auto p = ccfg::parseText(random.text, "model");
    ccfg::markRepeatable(*p);
    const ccfg::analysis::Facts known(*p);
    const Facts facts(known);
    Order order(facts);
    // The model lists main's loads first; the relations number them last.
    std::rotate(random.loads.rbegin(), random.loads.rbegin() + 2, random.loads.rend());
    if (facts.sites.loads().size() != random.loads.size()) continue; // a variable that only main uses
    for (int i = 0; i < 5; ++i) {
      Combination c;
      random.datalog.push();
      for (LoadId l = 0; l < random.loads.size(); ++l) {
        const auto [node, variable] = random.loads[l];
        std::vector<uint32_t> sources;
        for (uint32_t s = 0; s < random.stores.size(); ++s)
          if (random.stores[s].second == variable) sources.push_back(s);
        const uint32_t s = sources[random.dice.below(static_cast<uint32_t>(sources.size()))];
        random.datalog.add("readsFrom", {node, random.stores[s].first});
        c.push_back({l, {s < 2 ? initialContent : s - 2 + 1}});
      }
      const bool byPaper = random.datalog.holds("contradiction");
      random.datalog.pop();
      const bool byOrder = !order.isFeasible(c, ccfg::none);
      ++asked, excluded += byPaper ? 1 : 0;
      EXPECT_TRUE(byOrder || !byPaper) << "seed " << seed << "\n" << random.text;
    }
  }
  EXPECT_GT(excluded, asked / 10);
  EXPECT_LT(excluded, asked);
}

} // namespace
} // namespace heddle::modular
