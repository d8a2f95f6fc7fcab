// Symbolic: one step of one thread on symbolic registers and memory, as terms. For the check of invariants:
// it knows nothing of the engine that made them, and takes any value where it does not follow an access.
#pragma once

#include "ccfg/analysis/memory/pointsto.h"
#include "engine/invariant.h"

#include <map>

namespace heddle::check {

using logic::Term;

// Registers and the bytes of objects that exist once and from the start.
struct SymbolicState {
  std::map<ccfg::RegId, Term> registers;
  std::map<std::pair<ccfg::ObjectId, uint64_t>, Term> bytes;
  std::vector<Term> path; // what holds if the execution came here
};

struct SymbolicCheck { // an assertion on the way, or the start of a thread
  SymbolicState before;
  Term condition;                      // of an assertion, or
  ccfg::ThreadId started = ccfg::none; // a thread that starts with `arguments`
  std::vector<Term> arguments;
};

struct SymbolicStep {
  std::optional<SymbolicState> after; // none: the step ends the execution
  std::vector<SymbolicCheck> checks;
  std::vector<ccfg::ObjectId> written;
};

class Symbolic {
public:
  Symbolic(const ccfg::Program& p, const ccfg::analysis::PointsTo& pointsTo)
      : program_(p), pointsTo_(pointsTo) {}

  logic::TermManager& terms() { return terms_; }

  // Any registers of the thread, any memory; `tag` tells instances of one thread apart.
  void anyRegisters(SymbolicState& s, ccfg::ThreadId t, const std::string& tag);
  SymbolicState anyState(ccfg::ThreadId t);
  // Main before its first step.
  SymbolicState initialState();
  // The registers of a thread that starts with these arguments; memory stays.
  void startThread(SymbolicState& s, ccfg::ThreadId t, const std::vector<Term>& arguments);

  SymbolicStep step(SymbolicState s, ccfg::EdgeId e, ccfg::PropertySet asked);
  // What the fact says in this state; nothing if it can't be said.
  std::optional<Term> fact(const engine::Bound& b, SymbolicState& s);
  std::optional<Term> fact(const engine::Relation& r, SymbolicState& s);

private:
  Term fresh(const char* name, unsigned width) { return terms_.var(terms_.newSymbol(name, width)); }
  Term translated(Term t, const SymbolicState& s);
  std::optional<std::pair<ccfg::ObjectId, uint64_t>> placeOf(Term address) const;
  Term byteAt(SymbolicState& s, ccfg::ObjectId o, uint64_t offset);
  Term valueOf(const engine::Place& p, SymbolicState& s);
  void any(ccfg::RegId r, const char* name, SymbolicState& s);
  void nondet(const ccfg::Nondet& o, SymbolicState& s);
  void assign(const ccfg::Set& o, SymbolicState& s);
  SymbolicCheck start(const ccfg::Fork& o, const SymbolicState& s);
  Term load(const ccfg::Load& o, SymbolicState& s);
  void store(const ccfg::Store& o, SymbolicState& s, std::vector<ccfg::ObjectId>& written);

  const ccfg::Program& program_;
  const ccfg::analysis::PointsTo& pointsTo_;
  logic::TermManager terms_;
  std::map<ccfg::ObjectId, Term> addresses_;
};

} // namespace heddle::check
