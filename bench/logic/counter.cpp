// How fast a solver decides the orders of T threads with K locked increments of one counter each: can the sum
// be wrong (safe: with the lock), or (unsafe) is there a wrong sum without the lock?
// Usage: bench_counter T K safe|unsafe [sat|z3] [seconds]
#include "logic/solver.h"

#include <cstdio>
#include <cstdlib>
#include <string>

using namespace heddle;
using namespace heddle::logic;

namespace {

struct Section {
  int thread;
  EventId lock, read, write, unlock;
  Term got, put;
};

class Counter {
public:
  Counter(Solver& solver, TermManager& tm, int threads, int rounds) : solver_(solver), tm_(tm) {
    const ChainId main = solver.newChain();
    init_ = solver.newEvent(main);
    last_ = solver.newEvent(main);
    for (int t = 0; t < threads; ++t) makeThread(t, rounds);
    final_ = symbol("final", 32);
  }

  void exclude() {
    for (size_t i = 0; i < sections_.size(); ++i)
      for (size_t j = i + 1; j < sections_.size(); ++j)
        if (sections_[i].thread != sections_[j].thread)
          clause({solver_.before(sections_[i].unlock, sections_[j].lock),
                  solver_.before(sections_[j].unlock, sections_[i].lock)});
  }

  void link() {
    for (const Section& s : sections_) linkRead(s.read, s.got);
    linkRead(last_, final_);
  }

  Term wrongSum() { return tm_.ne(final_, tm_.constant(sections_.size(), 32)); }

private:
  Term symbol(const std::string& name, unsigned width) {
    return tm_.var(tm_.newSymbol(name + std::to_string(tm_.symbolCount()), width));
  }
  void clause(std::initializer_list<Term> literals) { solver_.addClause(std::span(literals.begin(), literals.size())); }

  void makeThread(int thread, int rounds) {
    const ChainId chain = solver_.newChain();
    for (int i = 0; i < rounds; ++i) {
      Section s{};
      s.thread = thread;
      s.lock = solver_.newEvent(chain);
      s.read = solver_.newEvent(chain);
      s.write = solver_.newEvent(chain);
      s.unlock = solver_.newEvent(chain);
      s.got = symbol("got", 32);
      s.put = symbol("put", 32);
      solver_.add(tm_.eq(s.put, tm_.add(s.got, tm_.constant(1, 32))));
      if (i == 0) solver_.alwaysBefore(init_, s.lock);
      if (i + 1 == rounds) solver_.alwaysBefore(s.unlock, last_);
      sections_.push_back(s);
    }
  }

  void linkRead(EventId read, Term got) {
    std::vector<Term> some;
    for (size_t from = 0; from <= sections_.size(); ++from) { // the last stands for the initial value
      const bool initial = from == sections_.size();
      const EventId write = initial ? init_ : sections_[from].write;
      if (solver_.before(write, read).isFalse()) continue;
      const Term link = symbol("link", 1), off = tm_.notOf(link);
      some.push_back(link);
      clause({off, solver_.before(write, read)});
      clause({off, tm_.eq(got, initial ? tm_.constant(0, 32) : sections_[from].put)});
      for (const Section& other : sections_)
        if (other.write != write && !solver_.before(other.write, read).isFalse())
          clause({off, solver_.before(other.write, write), solver_.before(read, other.write)});
    }
    solver_.addClause(some);
  }

  Solver& solver_;
  TermManager& tm_;
  EventId init_, last_;
  Term final_;
  std::vector<Section> sections_;
};

} // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 3, rounds = argc > 2 ? std::atoi(argv[2]) : 3;
  const bool safe = argc <= 3 || std::string(argv[3]) == "safe";
  const bool z3 = argc > 4 && std::string(argv[4]) == "z3";
  Budget budget;
  budget.setTimeout(argc > 5 ? std::atof(argv[5]) : 60);

  TermManager tm;
  auto solver = z3 ? makeZ3Solver(tm) : makeSatSolver(tm);
  Counter counter(*solver, tm, threads, rounds);
  if (safe) counter.exclude();
  counter.link();
  solver->add(counter.wrongSum());

  const Answer answer = solver->check({}, budget);
  const char* names[] = {"sat", "unsat", "timeout", "unknown", "error"};
  std::printf("%s %.2f s\n", names[static_cast<int>(answer)], budget.elapsed());
  const Statistics statistics = solver->statistics();
  for (const auto& [name, value] : statistics.entries()) std::printf("  %s %.0f\n", name.c_str(), value);
}
