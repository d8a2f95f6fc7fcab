// Questions about random concurrent trace programs: leaving threads out, or letting them do anything, must
// not change an answer; `explore` looks at all threads.
#include "engines/bounded/bounded.h"
#include "engines/explore/explore.h"
#include "engines/predict/other.h"

#include <gtest/gtest.h>
#include <random>

namespace heddle::predict {

namespace {

using ccfg::MemOrder;

// Threads are straight lines of accesses, conditions on what was read, sections of locks, and semaphores;
// main starts them all and joins some.
class RandomTrace {
public:
  explicit RandomTrace(unsigned seed) : random_(seed) {
    for (unsigned i = 0; i < variables + locks + 1; ++i) {
      ccfg::Object o;
      o.name = "o" + std::to_string(i);
      o.size = 4;
      objects_.push_back(p.addObject(std::move(o)));
    }
    const unsigned threads = 3 + pick(2);
    for (unsigned t = 0; t < threads; ++t) {
      ccfg::Thread thread;
      thread.name = "t" + std::to_string(t);
      p.addThread(std::move(thread));
    }
    for (ThreadId t = 0; t < threads; ++t) line(t);
    p.reindex();
    ccfg::verify(p);
  }

  Program p;
  std::vector<std::vector<EdgeId>> accesses; // by thread
  std::vector<std::vector<EdgeId>> acquisitions;

private:
  static constexpr unsigned variables = 2, locks = 2;
  unsigned pick(unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random_); }
  Term number(uint64_t n) { return p.terms->constant(n, 32); }
  Term place(unsigned n) { return p.addressOf(objects_[n]); }

  EdgeId draw(std::vector<ccfg::Operation> ops, bool atomic = false) {
    ccfg::Edge e;
    e.from = here_;
    e.to = here_ = p.addLocation(thread_);
    e.ops = std::move(ops);
    e.atomicGroup = e.primitive = e.library = atomic;
    return p.addEdge(std::move(e));
  }
  Term fresh() { return p.regTerm(p.addRegister(thread_, "r", 32)); }
  static ccfg::Load load(Term r, Term at, MemOrder order = MemOrder::Plain) {
    return {static_cast<RegId>(r.value()), at, 4, order};
  }

  void acquire(unsigned lock, bool takes) {
    const Term at = place(variables + lock), owner = fresh();
    const EdgeId e =
        takes ? draw({load(owner, at, MemOrder::SeqCst), ccfg::Assume{p.terms->eq(owner, number(0))},
                      ccfg::Store{at, number(1), 4, MemOrder::SeqCst}},
                     true)
              : draw({ccfg::Store{at, number(0), 4, MemOrder::SeqCst}}, true);
    p.edges[e].sync = ccfg::Sync{takes ? ccfg::SyncKind::Acquire : ccfg::SyncKind::Release, at, {}, false};
    if (takes) acquisitions[thread_].push_back(e);
  }
  void semaphore(bool post) {
    const Term at = place(variables + locks), n = fresh();
    std::vector<ccfg::Operation> ops = {load(n, at, MemOrder::SeqCst)};
    if (!post) ops.push_back(ccfg::Assume{p.terms->ult(number(0), n)});
    const Term after = post ? p.terms->add(n, number(1)) : p.terms->sub(n, number(1));
    ops.push_back(ccfg::Store{at, after, 4, MemOrder::SeqCst});
    draw(std::move(ops), true);
  }
  void access() {
    const Term at = place(pick(variables));
    if (pick(2) == 0) {
      accesses[thread_].push_back(draw({ccfg::Store{at, pick(2) == 0 ? number(pick(3)) : last_, 4}}));
      return;
    }
    last_ = fresh();
    accesses[thread_].push_back(draw({load(last_, at)}));
    if (pick(3) == 0) draw({ccfg::Assume{p.terms->eq(last_, number(pick(2)))}});
  }

  void body() {
    for (unsigned n = 2 + pick(2); n > 0; --n) switch (pick(5)) {
      case 0: {
        const unsigned outer = pick(locks);
        acquire(outer, true);
        access();
        if (pick(2) == 0) {
          acquire(1 - outer, true);
          access();
          acquire(1 - outer, false);
        }
        acquire(outer, false);
        break;
      }
      case 1:
        semaphore(pick(3) != 0);
        break;
      default:
        access();
      }
  }

  void line(ThreadId t) {
    accesses.resize(t + 1);
    acquisitions.resize(t + 1);
    thread_ = t;
    here_ = p.threads[t].entry;
    last_ = number(1);
    draw({});
    std::vector<Term> handles;
    if (t == 0)
      for (ThreadId other = 1; other < p.threads.size(); ++other) {
        handles.push_back(fresh());
        draw({ccfg::Fork{other, {}, static_cast<RegId>(handles.back().value())}}, true);
      }
    draw({ccfg::Mark{ccfg::MarkKind::TransactionBegin}});
    body();
    for (const Term h : handles)
      if (pick(2) == 0) draw({ccfg::Join{h, ccfg::none}}, true);
    if (t == 0) access();
    draw({ccfg::Mark{ccfg::MarkKind::TransactionEnd}});
    ccfg::Edge end;
    end.from = here_;
    end.to = p.threads[t].exit;
    if (t == 0) end.ops.push_back(ccfg::Halt{ccfg::HaltKind::Exit});
    p.addEdge(std::move(end));
  }

  std::mt19937 random_;
  std::vector<ccfg::ObjectId> objects_;
  ThreadId thread_ = 0;
  ccfg::LocId here_ = 0;
  Term last_;
};

bool writes(const Program& p, EdgeId e) { return std::holds_alternative<ccfg::Store>(p.edges[e].ops[0]); }
Term placeOf(const Program& p, EdgeId e) {
  const auto* store = std::get_if<ccfg::Store>(&p.edges[e].ops[0]);
  return store != nullptr ? store->addr : std::get<ccfg::Load>(p.edges[e].ops[0]).addr;
}

std::vector<TripleEdges> triplesOf(const RandomTrace& r, bool byValues) {
  std::vector<TripleEdges> out;
  for (size_t t = 0; t < r.accesses.size(); ++t)
    for (size_t i = 0; i + 1 < r.accesses[t].size(); ++i)
      for (size_t u = 0; u < r.accesses.size(); ++u)
        for (const EdgeId other : r.accesses[u]) {
          const EdgeId a = r.accesses[t][i], b = r.accesses[t][i + 1];
          const bool same = placeOf(r.p, a) == placeOf(r.p, b) && placeOf(r.p, a) == placeOf(r.p, other);
          if (u != t && same && (writes(r.p, other) || (writes(r.p, a) && writes(r.p, b))))
            out.push_back({a, other, b, byValues});
        }
  return out;
}

// All threads at once, every interleaving.
bool reference(const Program& p, const std::function<void(Query&)>& write, const Part& part) {
  Query q(p, part);
  write(q);
  explore::ExploreOptions options;
  options.reduction = explore::Reduction::None;
  const auto explore = explore::makeExplore(options);
  const engine::Result r = q.ask(ccfg::Property::Assert, *explore, Budget());
  EXPECT_NE(r.verdict, engine::Verdict::Unknown);
  return r.verdict == engine::Verdict::False;
}

} // namespace

TEST(Symbolic, TriplesOfFewThreadsAndOfAll) {
  size_t feasible = 0, infeasible = 0;
  const auto engine = bounded::makeBounded({});
  for (unsigned seed = 0; seed < 80; ++seed) {
    const RandomTrace r(seed);
    const std::vector<TripleEdges> triples = triplesOf(r, seed % 2 == 0);
    const std::vector<engine::Result> results = checkTriples(r.p, triples, *engine, Budget());
    for (size_t i = 0; i < triples.size(); ++i) {
      const bool expected =
          reference(r.p, [&](Query& q) { askTriple(q, triples[i], false); }, {allThreads(r.p)});
      ++(expected ? feasible : infeasible);
      EXPECT_EQ(static_cast<int>(results[i].verdict),
                static_cast<int>(expected ? engine::Verdict::False : engine::Verdict::True))
          << "seed " << seed << ", triple " << i;
    }
  }
  EXPECT_GT(feasible, 50u);
  EXPECT_GT(infeasible, 50u);
}

TEST(Symbolic, MeetingsOfFewThreadsAndOfAll) {
  size_t feasible = 0, infeasible = 0;
  const auto engine = bounded::makeBounded({});
  for (unsigned seed = 0; seed < 40; ++seed) {
    const RandomTrace r(seed);
    for (size_t t = 0; t < r.accesses.size(); ++t)
      for (size_t u = t + 1; u < r.accesses.size(); ++u)
        for (const bool locks : {false, true}) {
          const auto& all = locks ? r.acquisitions : r.accesses;
          if (all[t].empty() || all[u].empty()) continue;
          const Asked asked = askMeeting(r.p, {all[t].back(), all[u].back()});
          const engine::Result result = decideFully(r.p, asked, *engine, Budget());
          const Part part{allThreads(r.p), asked.last, false, asked.edges};
          const bool expected = reference(r.p, [&](Query& q) { asked.write(q, true); }, part);
          ++(expected ? feasible : infeasible);
          EXPECT_EQ(result.verdict, expected ? engine::Verdict::False : engine::Verdict::True)
              << "seed " << seed << ", threads " << t << " and " << u;
        }
  }
  EXPECT_GT(feasible, 30u);
  EXPECT_GT(infeasible, 10u);
}

} // namespace heddle::predict
