// What the analyses claim, checked on random executions of random models: every claim that a state or a step
// contradicts is a failure. The counters at the end make sure that the claims were put to the test.
#include "../../repeatable.h"

#include "random_model.h"

#include "ccfg/analysis/locks/locksets.h"
#include "ccfg/analysis/memory/accesses.h"
#include "ccfg/analysis/order/handles.h"
#include "ccfg/text.h"
#include "interp/pending.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace heddle::ccfg::analysis {
namespace {

using interp::StepKind;

struct Counters {
  size_t steps = 0, accesses = 0, exactAccesses = 0, unsharedAccesses = 0, privateAccesses = 0, futures = 0;
  size_t mhbAcross = 0, notParallel = 0, ordered = 0, joins = 0, knownJoins = 0, held = 0, excluded = 0,
         commuted = 0;
};

class RandomChooser : public interp::Chooser {
public:
  explicit RandomChooser(std::mt19937& rng) : rng_(rng) {}
  uint64_t choose(const interp::Choice& c) override {
    uint64_t span = std::min<uint64_t>(c.hi - c.lo, 3);
    return ((c.lo + rng_() % (span + 1)) & ~c.known) | c.knownBits;
  }

private:
  std::mt19937& rng_;
};

struct Analyses {
  explicit Analyses(const Program& p, OrderFrom from = OrderFrom::ForkAndJoin)
      : facts(p), pointsTo(facts.pointsTo()), escape(facts.escape()), accesses(facts.accesses()),
        mhb(facts.mhb(from)), handles(facts.handles()), locksets(facts.locksets(from)) {}

  Facts facts;
  const PointsTo& pointsTo;
  const Escape& escape;
  const Accesses& accesses;
  const Mhb& mhb;
  const Handles& handles;
  const Locksets& locksets;
};

// One execution under a random schedule.
class Walk {
public:
  Walk(const interp::Code& code, const Analyses& a, std::mt19937& rng, Counters& counters)
      : p_(code.program()), a_(a), code_(code), machine_(code, PropertySet{}), rng_(rng), counters_(counters),
        state_(machine_.initialState()), executed_(p_.edges.size()) {
    instances_.resize(2);
    instances_[1].passed.insert(state_.view().location(1));
  }

  void run() {
    for (unsigned i = 0; i < 300 && !::testing::Test::HasFailure(); ++i) {
      checkState();
      if (i % 4 == 0) checkCommutation();
      if (!stepSomewhere()) return;
    }
  }

private:
  struct Instance {
    EdgeId forkEdge = none;
    std::set<LocId> passed; // places where it, or one it descends from, has stood
  };
  struct Touched {
    uint32_t allocator = 0;
    std::set<uint32_t> by;
  };

  std::vector<std::pair<uint32_t, EdgeId>> moves() const {
    std::vector<std::pair<uint32_t, EdgeId>> result;
    interp::StateView s = state_.view();
    uint32_t holder = interp::sectionHolder(code_, s);
    for (uint32_t t = 1; t <= s.threadCount(); ++t)
      if (holder == 0 || holder == t)
        for (EdgeId e : p_.out(s.location(t))) result.emplace_back(t, e);
    return result;
  }

  bool stepSomewhere() {
    auto candidates = moves();
    std::shuffle(candidates.begin(), candidates.end(), rng_);
    for (auto [thread, edge] : candidates) {
      interp::State before = state_;
      interp::StepLog log;
      log.wantRegisters = true;
      RandomChooser chooser(rng_);
      StepKind kind = machine_.step(state_, thread, edge, chooser, &log);
      if (kind == StepKind::Done) {
        checkStep(before.view(), thread, edge, log);
        return true;
      }
      state_ = before;
      if (kind != StepKind::Disabled && rng_() % 40 == 0) return false; // else look for another way on
    }
    return false;
  }

  void checkStep(const interp::StateView& before, uint32_t thread, EdgeId edge, const interp::StepLog& log) {
    ++counters_.steps;
    Instance& me = instances_[thread];
    for (const interp::Access& a : log.accesses) checkAccess(before, thread, edge, a, log);
    checkOrder(edge);
    checkJoin(before, thread, edge);
    executed_.set(edge);
    me.passed.insert(state_.view().location(thread));
    if (log.allocated != 0) touched_[log.allocated] = {thread, {}};
    if (log.forked != 0) {
      instances_.resize(log.forked + 1);
      instances_[log.forked] = {edge, instances_[thread].passed};
      instances_[log.forked].passed.erase(p_.edges[edge].to); // where the parent stands after the fork
      instances_[log.forked].passed.insert(p_.edges[edge].from);
      instances_[log.forked].passed.insert(state_.view().location(log.forked));
    }
  }

  static std::string at(EdgeId e) { return " at e" + std::to_string(e); }

  void checkAccess(const interp::StateView& before, uint32_t thread, EdgeId edge,
                   const interp::Access& access, const interp::StepLog& log) {
    interp::ObjectPlace place = interp::placeOf(code_, before, access.address);
    if (place.object == none)
      place = interp::placeOf(code_, state_.view(), access.address); // made by this step
    ASSERT_NE(place.object, none);
    if (access.isFree && access.bytes == 0) return;
    ++counters_.accesses;
    auto offset = static_cast<int64_t>(place.offset);
    bool found = false;
    for (const Target& t : a_.pointsTo.targets(addressOf(edge, access.op))) {
      found = found || (t.object == place.object && t.offsets.contains(Offsets::exact(offset)));
      counters_.exactAccesses += t.offsets.isExact() ? 1 : 0;
    }
    EXPECT_TRUE(found) << "points-to misses " << p_.objects[place.object].name << "+" << offset << at(edge);
    checkListed(edge, access, place);
    checkFuture(thread, edge, access, place);
    checkSharing(thread, edge, access, place, log);
  }

  Term addressOf(EdgeId edge, uint32_t op) const { return *accessedAddress(p_.edges[edge].ops[op]); }

  void checkListed(EdgeId edge, const interp::Access& access, const interp::ObjectPlace& place) const {
    bool listed = false;
    for (const Access& b : a_.accesses.of(edge))
      listed = listed || (b.object == place.object && b.write == access.isWrite &&
                          overlap(b.offsets, b.bytes, Offsets::exact(static_cast<int64_t>(place.offset)),
                                  access.bytes));
    EXPECT_TRUE(listed) << "accesses miss " << p_.objects[place.object].name << at(edge);
  }

  void checkFuture(uint32_t thread, EdgeId edge, const interp::Access& access,
                   const interp::ObjectPlace& place) {
    if (!a_.escape.isShared(place.object)) return;
    for (LocId l : instances_[thread].passed) {
      ++counters_.futures;
      EXPECT_TRUE(
          a_.accesses.conflictsLater(l, place.object, static_cast<int64_t>(place.offset), access.bytes, true))
          << "future of L" << l << at(edge);
      EXPECT_TRUE(!access.isWrite ||
                  a_.accesses.conflictsLater(l, place.object, static_cast<int64_t>(place.offset),
                                             access.bytes, false))
          << "future of L" << l << at(edge);
    }
  }

  void checkSharing(uint32_t thread, EdgeId edge, const interp::Access& access,
                    const interp::ObjectPlace& place, const interp::StepLog& log) {
    if (log.allocated != 0) return; // an object that this very edge makes
    Touched& touched = touched_[access.address - place.offset];
    touched.by.insert(thread);
    bool shared = a_.escape.isShared(place.object);
    counters_.unsharedAccesses += shared ? 0 : 1;
    EXPECT_TRUE(shared || touched.by.size() == 1)
        << p_.objects[place.object].name << " is shared" << at(edge);
    EXPECT_TRUE(shared || !a_.escape.isLocal(edge) || touched.by.size() == 1);
    if (!a_.escape.isPrivate(place.object)) return;
    ++counters_.privateAccesses;
    EXPECT_EQ(touched.allocator, thread) << p_.objects[place.object].name << " is not private" << at(edge);
  }

  void checkOrder(EdgeId edge) {
    for (EdgeId other = 0; other < p_.edges.size(); ++other) {
      bool across = p_.locations[p_.edges[other].from].thread != p_.locations[p_.edges[edge].from].thread;
      if (a_.mhb.mhb(other, edge)) {
        counters_.mhbAcross += across ? 1 : 0;
        EXPECT_TRUE(executed_.test(other)) << "mhb of e" << other << at(edge);
      }
      EXPECT_FALSE(executed_.test(other) && a_.mhb.orderedBefore(edge, other)) << "e" << other << at(edge);
      counters_.ordered += across && executed_.test(other) && a_.mhb.orderedBefore(other, edge) ? 1 : 0;
    }
  }

  void checkJoin(const interp::StateView& before, uint32_t thread, EdgeId edge) {
    for (const Operation& op : p_.edges[edge].ops) {
      const auto* join = std::get_if<Join>(&op);
      if (join == nullptr) continue;
      ++counters_.joins;
      auto handle = machine_.evaluate(before, thread, join->handle);
      ASSERT_TRUE(handle.has_value());
      const auto& forks = a_.handles.joined(edge);
      if (!forks) continue;
      ++counters_.knownJoins;
      EXPECT_TRUE(std::count(forks->begin(), forks->end(), instances_[*handle].forkEdge) == 1) << at(edge);
    }
  }

  void checkState() {
    interp::StateView s = state_.view();
    for (uint32_t t = 1; t <= s.threadCount(); ++t) {
      checkLocks(s, t);
      for (uint32_t u = t + 1; u <= s.threadCount(); ++u) checkPair(s.location(t), s.location(u));
    }
  }

  void checkLocks(const interp::StateView& s, uint32_t thread) {
    for (const HeldLock& h : a_.locksets.held(s.location(thread))) {
      const Lock& lock = a_.locksets.locks()[h.lock];
      uint32_t owner = 0;
      std::memcpy(&owner,
                  s.at(code_.layout().object(lock.object).memory + static_cast<uint32_t>(lock.offset)), 4);
      EXPECT_EQ(owner, thread) << "lockset of L" << s.location(thread);
      ++counters_.held;
    }
  }

  void checkPair(LocId a, LocId b) {
    EXPECT_FALSE(a_.locksets.exclude(a, b)) << "L" << a << " L" << b;
    for (LocId l : {a, b}) counters_.excluded += a_.locksets.held(l).empty() ? 0 : 1;
    for (EdgeId e : p_.out(a))
      for (EdgeId f : p_.out(b)) {
        EXPECT_TRUE(a_.mhb.mayRunInParallel(e, f)) << "e" << e << " e" << f;
        ++counters_.notParallel;
      }
  }

  // A local edge and any edge of another thread give the same state in both orders.
  void checkCommutation() {
    auto candidates = moves();
    if (interp::sectionHolder(code_, state_.view()) != 0) return;
    for (auto [t, e] : candidates)
      for (auto [u, f] : candidates)
        if (t != u && a_.escape.isLocal(e)) commute(t, e, u, f);
  }

  void commute(uint32_t t, EdgeId e, uint32_t u, EdgeId f) {
    for (EdgeId x : {e, f})
      for (const Operation& op : p_.edges[x].ops)
        if (std::holds_alternative<Nondet>(op)) return;
    interp::State one = state_, other = state_;
    std::mt19937 fixed(1);
    RandomChooser chooser(
        fixed); // a read of what was never written chooses; then the orders can't be compared
    interp::StepLog log;
    StepKind e1 = machine_.step(one, t, e, chooser, &log);
    if (e1 != StepKind::Done || !log.values.empty()) return;
    EXPECT_EQ(interp::sectionHolder(code_, one.view()), 0u) << "e" << e << " enters an atomic section";
    StepKind f1 = machine_.step(one, u, f, chooser, &log);
    StepKind f2 = machine_.step(other, u, f, chooser, &log);
    if (!log.values.empty()) return;
    if (code_.isExit(p_.edges[e].to) && f2 == StepKind::Disabled) return; // a join may wait for this
    EXPECT_EQ(f1, f2) << "e" << e << " decides over e" << f;
    if (f1 != StepKind::Done) return;
    EXPECT_EQ(machine_.step(other, t, e, chooser, &log), StepKind::Done);
    EXPECT_TRUE(std::ranges::equal(one.bytes(), other.bytes()))
        << "e" << e << " does not commute with e" << f;
    ++counters_.commuted;
  }

  const Program& p_;
  const Analyses& a_;
  const interp::Code& code_;
  interp::Machine machine_;
  std::mt19937& rng_;
  Counters& counters_;
  interp::State state_;
  BitSet executed_;
  std::vector<Instance> instances_;     // by number
  std::map<uint64_t, Touched> touched_; // by base address
};

TEST(Soundness, ClaimsHoldOnRandomExecutions) {
  Counters counters;
  for (uint32_t seed = 1; seed <= 400 && !HasFailure(); ++seed) {
    std::string text = RandomModel(seed).text();
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto p = parseText(text, "random");
    markRepeatable(*p);
    Analyses analyses(*p);
    interp::Code code(*p);
    std::mt19937 rng(seed);
    for (unsigned run = 0; run < 20 && !HasFailure(); ++run) Walk(code, analyses, rng, counters).run();
    if (HasFailure()) ADD_FAILURE() << printText(*p);
  }
  for (auto [name, count] :
       std::initializer_list<std::pair<const char*, size_t>>{{"steps", counters.steps},
                                                             {"accesses", counters.accesses},
                                                             {"exact", counters.exactAccesses},
                                                             {"unshared", counters.unsharedAccesses},
                                                             {"private", counters.privateAccesses},
                                                             {"futures", counters.futures},
                                                             {"mhb", counters.mhbAcross},
                                                             {"ordered", counters.ordered},
                                                             {"pairs", counters.notParallel},
                                                             {"joins", counters.joins},
                                                             {"known joins", counters.knownJoins},
                                                             {"held", counters.held},
                                                             {"excluded", counters.excluded},
                                                             {"commuted", counters.commuted}}) {
    EXPECT_GT(count, 1000u) << name;
    RecordProperty(name, static_cast<int>(count));
  }
}

// With order from waiting. The weaker relation tells how much of it is new.
TEST(Soundness, OrderFromWaitsHoldsOnRandomExecutions) {
  Counters counters;
  size_t more = 0;
  for (uint32_t seed = 1; seed <= 600 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto p = parseText(RandomModel(seed, true).text(), "random");
    markRepeatable(*p);
    Analyses analyses(*p, OrderFrom::Waits);
    const Mhb& weaker = analyses.facts.mhb();
    for (EdgeId a = 0; a < p->edges.size(); ++a)
      for (EdgeId b = 0; b < p->edges.size(); ++b)
        more += analyses.mhb.orderedBefore(a, b) && !weaker.orderedBefore(a, b) ? 1 : 0;
    interp::Code code(*p);
    std::mt19937 rng(seed);
    for (unsigned run = 0; run < 20 && !HasFailure(); ++run) Walk(code, analyses, rng, counters).run();
    if (HasFailure()) ADD_FAILURE() << printText(*p);
  }
  EXPECT_GT(more, 1000u);
  for (size_t count : {counters.steps, counters.mhbAcross, counters.ordered, counters.notParallel})
    EXPECT_GT(count, 1000u);
}

} // namespace
} // namespace heddle::ccfg::analysis
