#include "engines/predict/triple.h"

namespace heddle::predict {

namespace {

// Words of the account: how many of the three accesses have come in order, what the first and the remote one
// read or wrote, what was there before them, and, if the whole trace has to be feasible, how many threads
// have come to their ends.
enum Word : unsigned { Phase, FirstValue, FirstBefore, RemoteValue, RemoteBefore, Ended };

const char* const message = "an atomic block is interrupted";

class TripleQuery {
public:
  TripleQuery(Query& q, const TripleEdges& edges)
      : q_(q), t_(q.terms()), first_(accessOf(q.program(), q.edge(edges.first), edges.byValues)),
        remote_(accessOf(q.program(), q.edge(edges.remote), edges.byValues)),
        second_(accessOf(q.program(), q.edge(edges.second), edges.byValues)) {}

  void ask(bool whole) {
    access(first_, FirstBefore, FirstValue).store(Phase, t_.constant(1, 64));
    remote();
    second(whole);
    if (whole) askAtEnd();
  }

private:
  // The access, with what was there before it and what it reads or writes kept in the account.
  Query::Writer access(const Access& a, Word before, Word value) {
    Query::Writer w = q_.at(a.edge);
    if (!a.compared) return w;
    const std::vector<ccfg::Operation> own = std::exchange(w.ops(), {});
    if (a.write) w.store(before, w.load(a.address, a.bytes));
    w.ops().insert(w.ops().end(), own.begin(), own.end());
    w.store(value, a.value);
    return w;
  }

  void remote() {
    Query::Writer w = access(remote_, RemoteBefore, RemoteValue);
    const Term before = w.load(Phase);
    Term counts = t_.eq(before, t_.constant(1, 64));
    if (comparable(first_, remote_)) {
      const Term first = narrow(w.load(FirstValue), first_);
      if (!first_.write)
        counts = t_.andOf(counts, readDepends(t_, first_, first, remote_.value));
      else if (remote_.write)
        counts = t_.andOf(counts, t_.ne(first, remote_.value));
      else
        counts = t_.andOf(counts, t_.ne(first, narrow(w.load(FirstBefore), first_)));
    }
    w.store(Phase, t_.ite(counts, t_.constant(2, 64), before));
  }

  void second(bool whole) {
    Query::Writer w = q_.at(second_.edge);
    const Term before = w.load(Phase);
    Term broken = t_.eq(before, t_.constant(2, 64));
    if (comparable(remote_, second_)) {
      const Term remote = narrow(w.load(RemoteValue), second_);
      if (second_.write) // what the remote one wrote, or read
        broken = t_.andOf(broken, t_.ne(remote, second_.value));
      else
        broken = t_.andOf(broken, readDepends(t_, second_, narrow(w.load(RemoteBefore), second_), remote));
    }
    if (whole)
      w.store(Phase, t_.ite(broken, t_.constant(3, 64), before));
    else
      w.failIf(broken, message);
  }

  Term narrow(Term value, const Access& a) { return t_.resize(value, 8 * a.bytes); }

  // Every thread counts its end; the program ends when all have.
  void askAtEnd() {
    const Program& p = q_.program();
    uint64_t others = 0;
    for (ThreadId t = 1; t < p.threads.size(); ++t)
      for (const EdgeId e : p.in(p.threads[t].exit)) {
        Query::Writer w = q_.at(e);
        w.store(Ended, t_.add(w.load(Ended), t_.constant(1, 64)));
        ++others;
      }
    for (const EdgeId e : p.in(p.threads[0].exit)) {
      Query::Writer w = q_.at(e);
      const std::vector<ccfg::Operation> own = std::exchange(w.ops(), {});
      const Term ended = t_.eq(w.load(Ended), t_.constant(others, 64));
      w.ops().push_back(ccfg::Assume{ended});
      w.failIf(t_.eq(w.load(Phase), t_.constant(3, 64)), message);
      w.ops().insert(w.ops().end(), own.begin(), own.end());
    }
  }

  Query& q_;
  logic::TermManager& t_;
  const Access first_, remote_, second_;
};

} // namespace

void askTriple(Query& question, const TripleEdges& triple, bool whole) {
  TripleQuery(question, triple).ask(whole);
}

} // namespace heddle::predict
