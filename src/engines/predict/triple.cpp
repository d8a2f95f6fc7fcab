#include "engines/predict/triple.h"

namespace heddle::predict {

namespace {

// Words of the account: how many of the three accesses have come in order, what the first and the remote one
// read or wrote, what was there before them, and, if the whole trace has to be feasible, how many threads
// have come to their ends.
enum Word : unsigned { Phase, FirstValue, FirstBefore, RemoteValue, RemoteBefore, Ended };

class TripleQuestion {
public:
  TripleQuestion(Account& account, Edits& edits, const TripleEdges& edges)
      : account_(account), edits_(edits), p_(account.program()), t_(*p_.terms),
        first_(accessOf(p_, edges.first, edges.byValues)),
        remote_(accessOf(p_, edges.remote, edges.byValues)),
        second_(accessOf(p_, edges.second, edges.byValues)) {}

  void ask(bool whole) {
    first();
    remote();
    second(whole);
    if (whole) askAtEnd();
  }

private:
  struct Writer { // adds operations to an edge
    TripleQuestion& q;
    ccfg::Edge& edge;
    ThreadId thread;
    unsigned registers = 0;

    Term load(Word w) { return load(q.account_.word(w), 8); }
    Term load(Term address, unsigned bytes) {
      const RegId r = q.account_.scratch(thread, registers++, 8 * bytes);
      edge.ops.push_back(ccfg::Load{r, address, bytes, ccfg::MemOrder::SeqCst});
      return q.p_.regTerm(r);
    }
    void store(Word w, Term value) {
      edge.ops.push_back(ccfg::Store{q.account_.word(w), q.t_.resize(value, 64), 8, ccfg::MemOrder::SeqCst});
    }
  };

  Writer writer(EdgeId e) {
    ccfg::Edge& edge = edits_.edit(e);
    edge.atomicGroup = true;
    return {*this, edge, threadOf(p_, e), 0};
  }

  // The access, with what was there before it and what it reads or writes kept in the account.
  Writer access(const Access& a, Word before, Word value) {
    Writer w = writer(a.edge);
    if (!a.compared) return w;
    std::vector<ccfg::Operation> own = std::move(w.edge.ops);
    w.edge.ops.clear();
    if (a.write) w.store(before, w.load(a.address, a.bytes));
    w.edge.ops.insert(w.edge.ops.end(), own.begin(), own.end());
    w.store(value, a.value);
    return w;
  }

  void first() {
    Writer w = access(first_, FirstBefore, FirstValue);
    w.store(Phase, t_.constant(1, 64));
  }

  void remote() {
    Writer w = access(remote_, RemoteBefore, RemoteValue);
    const Term before = w.load(Phase);
    Term counts = t_.eq(before, t_.constant(1, 64));
    if (comparable(first_, remote_)) {
      const Term value = t_.resize(remote_.value, 64);
      const Term first = w.load(FirstValue);
      Term depends;
      if (first_.write)
        depends = t_.ne(remote_.write ? value : w.load(FirstBefore), first);
      else
        depends = readDepends(t_, first_, narrow(first, first_), narrow(value, first_));
      counts = t_.andOf(counts, depends);
    }
    w.store(Phase, t_.ite(counts, t_.constant(2, 64), before));
  }

  void second(bool whole) {
    Writer w = writer(second_.edge);
    const Term before = w.load(Phase);
    Term broken = t_.eq(before, t_.constant(2, 64));
    if (comparable(remote_, second_)) {
      const Term value = t_.resize(second_.value, 64);
      const Term remote = w.load(RemoteValue);
      Term depends;
      if (second_.write)
        depends = t_.ne(remote, value); // what the remote one wrote, or read
      else
        depends = readDepends(t_, second_, narrow(w.load(RemoteBefore), second_), narrow(remote, second_));
      broken = t_.andOf(broken, depends);
    }
    if (whole)
      w.store(Phase, t_.ite(broken, t_.constant(3, 64), before));
    else
      assertNot(w, broken);
  }

  void assertNot(Writer& w, Term broken) {
    w.edge.ops.push_back(
        ccfg::Assert{t_.notOf(broken), ccfg::Property::Assert, "a block that is meant to be atomic is not"});
  }

  Term narrow(Term value, const Access& a) { return t_.resize(value, 8 * a.bytes); }

  // Every thread counts its end; the program ends when all have.
  void askAtEnd() {
    uint64_t others = 0;
    for (ThreadId t = 1; t < p_.threads.size(); ++t)
      for (const EdgeId e : p_.in(p_.threads[t].exit)) {
        Writer w = writer(e);
        w.store(Ended, t_.add(w.load(Ended), t_.constant(1, 64)));
        ++others;
      }
    for (const EdgeId e : p_.in(p_.threads[0].exit)) {
      Writer w = writer(e);
      const std::vector<ccfg::Operation> own = std::move(w.edge.ops);
      w.edge.ops.clear();
      w.edge.ops.push_back(ccfg::Assume{t_.eq(w.load(Ended), t_.constant(others, 64))});
      assertNot(w, t_.eq(w.load(Phase), t_.constant(3, 64)));
      w.edge.ops.insert(w.edge.ops.end(), own.begin(), own.end());
    }
  }

  Account& account_;
  Edits& edits_;
  Program& p_;
  logic::TermManager& t_;
  const Access first_, remote_, second_;
};

} // namespace

void askTriple(Account& account, Edits& edits, const TripleEdges& triple, bool whole) {
  TripleQuestion(account, edits, triple).ask(whole);
}

} // namespace heddle::predict
