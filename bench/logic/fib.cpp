// How fast a solver decides the orders of two threads that add each other's variable: N times `i = i + j` and
// `j = j + i`, both from 1; can one of them exceed (safe) or reach (unsafe) the largest value?
// Usage: bench_fib N safe|unsafe [sat|z3] [seconds]
#include "logic/solver.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

using namespace heddle;
using namespace heddle::logic;

namespace {

struct Access {
  EventId event;
  Term value;
};

struct Thread {
  std::vector<Access> reads;  // of the other's variable
  std::vector<Access> writes; // of its own; the first is the initial value
};

Thread makeThread(Solver& solver, TermManager& tm, int rounds, EventId init) {
  Thread t;
  const ChainId chain = solver.newChain();
  t.writes.push_back({init, tm.constant(1, 32)});
  for (int i = 0; i < rounds; ++i) {
    solver.newEvent(chain); // the read of its own variable gives what it wrote last
    const Term other = tm.var(tm.newSymbol("r", 32));
    t.reads.push_back({solver.newEvent(chain), other});
    const Term sum = tm.add(t.writes.back().value, other);
    const Term written = tm.var(tm.newSymbol("w", 32));
    solver.add(tm.eq(written, sum));
    t.writes.push_back({solver.newEvent(chain), written});
  }
  solver.alwaysBefore(init, solver.newEvent(chain) - static_cast<EventId>(3 * rounds));
  return t;
}

// Each read takes its value from one write, with no later write in between.
void linkReads(Solver& solver, TermManager& tm, const Thread& reader, const Thread& writer) {
  for (const Access& r : reader.reads) {
    std::vector<Term> some;
    for (size_t k = 0; k < writer.writes.size(); ++k) {
      const Access& w = writer.writes[k];
      const Term link = tm.var(tm.newSymbol("link", 1)), off = tm.notOf(link);
      some.push_back(link);
      const Term after[] = {off, solver.before(w.event, r.event)};
      solver.addClause(after);
      const Term equal[] = {off, tm.eq(r.value, w.value)};
      solver.addClause(equal);
      if (k + 1 < writer.writes.size()) {
        const Term next[] = {off, solver.before(r.event, writer.writes[k + 1].event)};
        solver.addClause(next);
      }
    }
    solver.addClause(some);
  }
}

} // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 8;
  const bool safe = argc <= 2 || std::string(argv[2]) == "safe";
  const bool z3 = argc > 3 && std::string(argv[3]) == "z3";
  Budget budget;
  budget.setTimeout(argc > 4 ? std::atof(argv[4]) : 60);

  TermManager tm;
  auto solver = z3 ? makeZ3Solver(tm) : makeSatSolver(tm);
  const EventId init = solver->newEvent(solver->newChain());
  const Thread first = makeThread(*solver, tm, rounds, init);
  const Thread second = makeThread(*solver, tm, rounds, init);
  linkReads(*solver, tm, first, second);
  linkReads(*solver, tm, second, first);

  uint64_t a = 1, b = 1;
  for (int i = 0; i < 2 * rounds; ++i) b = std::exchange(a, a + b);
  const Term limit = tm.constant(safe ? a : a - 1, 32);
  solver->add(tm.orOf(tm.slt(limit, first.writes.back().value), tm.slt(limit, second.writes.back().value)));

  const Answer answer = solver->check({}, budget);
  const char* names[] = {"sat", "unsat", "timeout", "unknown", "error"};
  std::printf("%s %.2f s\n", names[static_cast<int>(answer)], budget.elapsed());
  const Statistics statistics = solver->statistics();
  for (const auto& [name, value] : statistics.entries()) std::printf("  %s %.0f\n", name.c_str(), value);
}
