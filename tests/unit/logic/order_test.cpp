// The order of events: random clauses over atoms, the SAT solver against Z3 and against trying all orders.
#include "logic/order/graph.h"
#include "logic/solver.h"
#include "support/error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace heddle::logic {
namespace {

TEST(Skeleton, KnowsChainsAndWhatFollowsAcrossThem) {
  OrderSkeleton s;
  const ChainId p = s.newChain(), q = s.newChain(), r = s.newChain();
  const EventId p0 = s.newEvent(p), q0 = s.newEvent(q), p1 = s.newEvent(p), q1 = s.newEvent(q),
                r0 = s.newEvent(r);
  s.alwaysBefore(p0, q1);
  s.alwaysBefore(q1, r0);
  EXPECT_EQ(s.known(p0, p1), true);
  EXPECT_EQ(s.known(p1, p0), false);
  EXPECT_EQ(s.known(p0, r0), true);
  EXPECT_EQ(s.known(r0, q0), false);
  EXPECT_EQ(s.known(p0, q0), std::nullopt);
  EXPECT_EQ(s.known(r0, p1), std::nullopt);
  EXPECT_THROW(s.newEvent(p), InternalError);
}

TEST(Skeleton, RefusesCycles) {
  OrderSkeleton s;
  const EventId a = s.newEvent(s.newChain()), b = s.newEvent(s.newChain());
  s.alwaysBefore(a, b);
  s.alwaysBefore(b, a);
  EXPECT_THROW(s.known(a, b), InternalError);
}

TEST(Graph, GivesAnOrderOrShortCycles) {
  OrderSkeleton s;
  std::vector<EventId> a, b, c;
  for (auto* line : {&a, &b, &c}) {
    const ChainId chain = s.newChain();
    for (int i = 0; i < 3; ++i) line->push_back(s.newEvent(chain));
  }
  OrderGraph g(s);
  g.addEdge(a[0], b[1], 1);
  g.addEdge(b[1], c[0], 2);
  ASSERT_TRUE(g.order());
  EXPECT_EQ(g.order()->size(), 9u);
  g.addEdge(c[2], a[0], 3);
  g.addEdge(c[1], b[0], 4);
  EXPECT_FALSE(g.order());
  std::set<std::set<int>> reasons;
  for (const auto& cycle : g.shortCycles(100)) {
    std::set<int> r;
    for (const auto& e : cycle) r.insert(e.reason);
    reasons.insert(r);
  }
  EXPECT_EQ(reasons, (std::set<std::set<int>>{{2, 4}, {1, 2, 3}}));
}

struct Literal {
  EventId a, b; // a before b
};
using Clause = std::vector<Literal>;

struct Instance {
  std::vector<unsigned> chains; // lengths
  std::vector<Literal> always;
  std::vector<Clause> first, later; // later: added after a check
  std::vector<Literal> assumptions;
};

Instance randomInstance(std::mt19937& random, unsigned maxChains, unsigned maxLength) {
  Instance in;
  const unsigned chains = 2 + random() % (maxChains - 1);
  std::vector<unsigned> chainOf;
  for (unsigned c = 0; c < chains; ++c) {
    in.chains.push_back(1 + random() % maxLength);
    chainOf.insert(chainOf.end(), in.chains.back(), c);
  }
  const auto events = static_cast<unsigned>(chainOf.size());
  auto pick = [&] { // of different chains
    Literal l{};
    do l = {static_cast<EventId>(random() % events), static_cast<EventId>(random() % events)};
    while (chainOf[l.a] == chainOf[l.b]);
    return l;
  };
  for (unsigned i = random() % 3; i > 0; --i) {
    const Literal l = pick(); // along the numbers, so never cyclic
    in.always.push_back({std::min(l.a, l.b), std::max(l.a, l.b)});
  }
  auto clauses = [&](unsigned count) {
    std::vector<Clause> r(count);
    for (Clause& c : r)
      for (unsigned i = 1 + random() % 3; i > 0; --i) c.push_back(pick());
    return r;
  };
  in.first = clauses(random() % (2 * events));
  in.later = clauses(random() % events);
  for (unsigned i = random() % 6; i > 0; --i) in.assumptions.push_back(pick());
  return in;
}

enum class Kind { Sat, SatFewCells, Z3 };

class Asked {
public:
  Asked(Kind kind, const Instance& in)
      : solver(kind == Kind::Z3 ? makeZ3Solver(tm)
                                : makeSatSolver(tm, {kind == Kind::SatFewCells ? 4u : 1000u})) {
    for (unsigned length : in.chains) {
      const ChainId c = solver->newChain();
      for (unsigned i = 0; i < length; ++i) solver->newEvent(c);
    }
    for (const Literal& l : in.always) solver->alwaysBefore(l.a, l.b);
  }

  void add(const std::vector<Clause>& clauses) {
    for (const Clause& c : clauses) {
      std::vector<Term> terms;
      for (const Literal& l : c) terms.push_back(solver->before(l.a, l.b));
      solver->addClause(terms);
    }
  }
  Answer check(const std::vector<Literal>& assumptions) {
    std::vector<Term> terms;
    for (const Literal& l : assumptions) terms.push_back(solver->before(l.a, l.b));
    return solver->check(terms, Budget());
  }

  TermManager tm;
  std::unique_ptr<Solver> solver;
};

bool fits(const Instance& in, bool withLater, bool withAssumptions, const std::vector<EventId>& order) {
  std::vector<size_t> place(order.size());
  for (size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  auto holds = [&](const Literal& l) { return place[l.a] < place[l.b]; };
  EventId e = 0;
  for (unsigned length : in.chains) {
    for (unsigned i = 0; i + 1 < length; ++i, ++e)
      if (place[e] > place[e + 1]) return false;
    ++e;
  }
  auto satisfied = [&](const Clause& c) { return std::ranges::any_of(c, holds); };
  return std::ranges::all_of(in.always, holds) && std::ranges::all_of(in.first, satisfied) &&
         (!withLater || std::ranges::all_of(in.later, satisfied)) &&
         (!withAssumptions || std::ranges::all_of(in.assumptions, holds));
}

bool anyOrderFits(const Instance& in, bool withLater, bool withAssumptions) {
  // Interleavings of the chains, as permutations of a multiset of chain numbers.
  std::vector<unsigned> turns, firstOf;
  unsigned events = 0;
  for (unsigned c = 0; c < in.chains.size(); ++c) {
    turns.insert(turns.end(), in.chains[c], c);
    firstOf.push_back(events);
    events += in.chains[c];
  }
  do {
    std::vector<unsigned> next = firstOf;
    std::vector<EventId> order;
    for (unsigned c : turns) order.push_back(next[c]++);
    if (fits(in, withLater, withAssumptions, order)) return true;
  } while (std::next_permutation(turns.begin(), turns.end()));
  return false;
}

Answer answerOf(bool satisfiable) { return satisfiable ? Answer::Sat : Answer::Unsat; }

using Truth = std::function<Answer(const Instance& in, bool later, bool assumptions)>;

void expectRightOrder(const Instance& in, bool later, bool assumptions, Solver& solver) {
  const auto order = solver.linearisation();
  size_t events = 0;
  for (unsigned length : in.chains) events += length;
  ASSERT_EQ(std::set<EventId>(order.begin(), order.end()).size(), events);
  ASSERT_TRUE(fits(in, later, assumptions, order));
  for (const Literal& l : in.assumptions) { // also atoms that the solver has not seen
    const auto a = std::ranges::find(order, l.a), b = std::ranges::find(order, l.b);
    ASSERT_EQ(solver.value(solver.before(l.a, l.b)), a < b);
  }
}

void expectRightCore(const Instance& in, bool later, Solver& solver, const Truth& truth) {
  Instance cored = in;
  cored.assumptions.clear();
  const std::vector<Term> core = solver.core();
  for (const Literal& l : in.assumptions)
    if (std::ranges::find(core, solver.before(l.a, l.b)) != core.end()) cored.assumptions.push_back(l);
  ASSERT_EQ(truth(cored, later, true), Answer::Unsat) << "the core alone";
}

// The first clauses alone, then all, each with and without assumptions; `truth` says what is right.
void compare(Kind kind, const Instance& in, const Truth& truth) {
  Asked asked(kind, in);
  asked.add(in.first);
  for (auto [later, assumptions] : {std::pair{false, true}, {false, false}, {true, true}, {true, false}}) {
    if (later && assumptions) asked.add(in.later);
    const Answer answer = asked.check(assumptions ? in.assumptions : std::vector<Literal>());
    ASSERT_EQ(answer, truth(in, later, assumptions));
    if (answer == Answer::Sat)
      expectRightOrder(in, later, assumptions, *asked.solver);
    else if (assumptions)
      expectRightCore(in, later, *asked.solver, truth);
    if (testing::Test::HasFatalFailure()) return;
  }
}

void compareWithAllInterleavings(Kind kind, unsigned seeds) {
  for (unsigned seed = 0; seed < seeds; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const Instance in = seed % 2 == 0 ? randomInstance(random, 4, 2) : randomInstance(random, 3, 3);
    compare(kind, in, [](const Instance& i, bool later, bool assumptions) {
      return answerOf(anyOrderFits(i, later, assumptions));
    });
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(Order, SatAgreesWithAllInterleavings) { compareWithAllInterleavings(Kind::Sat, 1000); }
TEST(Order, AtomsWithoutMatrixAgreeWithAllInterleavings) {
  compareWithAllInterleavings(Kind::SatFewCells, 1000);
}
TEST(Order, Z3AgreesWithAllInterleavings) { compareWithAllInterleavings(Kind::Z3, 20); }

TEST(Order, AgreesWithZ3) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const Instance in = randomInstance(random, 6, 6);
    compare(seed % 2 == 0 ? Kind::Sat : Kind::SatFewCells, in,
            [](const Instance& i, bool later, bool assumptions) {
              Asked z3(Kind::Z3, i);
              z3.add(i.first);
              if (later) z3.add(i.later);
              return z3.check(assumptions ? i.assumptions : std::vector<Literal>());
            });
    if (testing::Test::HasFatalFailure()) return;
  }
}

} // namespace
} // namespace heddle::logic
