// Transfer: what one operation, or one edge, of a thread makes of an environment.
//
// What other threads have to do with it is behind Others: what a load may find in a cell that the environment
// does not know, and who hears of a store, a fork or a join. An engine whose environments hold the states of
// all threads knows every cell; one that interprets threads one by one answers with interferences.
#pragma once

#include "abstract/abstractmemory.h"
#include "abstract/evaluate.h"
#include "ccfg/analysis/facts.h"
#include "ccfg/analysis/graph/liveness.h"
#include "ccfg/property.h"

#include <set>
#include <span>

namespace heddle::abstract {

// The other threads, as an operation meets them. These here are not known at all, and learn nothing.
class Others {
public:
  virtual ~Others() = default;

  // What a load may find in a cell that the environment does not know.
  virtual Value content(CellId, unsigned width) { return Value::top(width); }
  // The value is written to one of the cells; exact: to this one, which is one place, and then holds nothing
  // else.
  virtual void store(std::span<const CellId>, const Value&, bool /*exact*/) {}
  // An instance of the thread is started, with these arguments.
  virtual void fork(ccfg::ThreadId, std::vector<Value>) {}
  // What the thread that is joined here has as its result; bottom: it does not end.
  virtual Value result(ccfg::EdgeId, unsigned width) { return Value::top(width); }
};

// What comes to light on the way.
struct Findings {
  std::set<std::pair<ccfg::EdgeId, size_t>> failures; // assertions that may fail
  std::set<ccfg::EdgeId> invalid;                     // accesses that may be invalid
  std::set<ccfg::EdgeId> nulls;                       // accesses through a pointer that may be null
  std::set<ccfg::AssumptionId> cutoffs;               // that paths may run into
  std::set<ccfg::EdgeId> accesses;                    // edges that may access memory
};

class Transfer {
public:
  struct Step { // the operation being executed
    ccfg::EdgeId edge;
    size_t op;
    Others& others;
    Findings* findings; // or null
  };

  // `self` as for Evaluator. An assertion of another property than these is passed, whether it holds or not.
  Transfer(const ccfg::analysis::Facts& known, const Memory& memory, const PackMap& packs,
           domains::Closure closure, ccfg::PropertySet properties, ccfg::ThreadId thread, const Value& self);

  // How an instance starts: registers are zero, parameters are what it is handed; those that are missing may
  // be anything.
  void start(std::span<const Value> args, Environment& env);

  // In place. False: no execution gets past it. What is dead after the edge is forgotten.
  bool executeEdge(ccfg::EdgeId e, Environment& env, Others& others, Findings* findings);

  // The same in parts, for an engine that does more in between.
  bool execute(const Step& step, Environment& env);
  void forgetDead(ccfg::LocId at, Environment& env) const;
  // The parts of a load: is its place valid, and what if it has read v (`from`: from this one cell)?
  void checkAccess(ccfg::EdgeId e, logic::Term address, unsigned bytes, bool write, const Environment& env,
                   Findings* findings);
  bool read(ccfg::RegId dst, const Value& v, std::optional<CellId> from, Environment& env) const;

  Evaluator& evaluator() { return evaluator_; }

private:
  bool apply(const Step& step, const ccfg::Load& o, Environment& env);
  bool apply(const Step& step, const ccfg::Store& o, Environment& env);
  bool apply(const Step& step, const ccfg::Alloc& o, Environment& env);
  bool apply(const Step& step, const ccfg::Free& o, Environment& env);
  bool apply(const Step& step, const ccfg::Set& o, Environment& env);
  bool apply(const Step& step, const ccfg::Assume& o, Environment& env);
  bool apply(const Step& step, const ccfg::Assert& o, Environment& env);
  bool apply(const Step& step, const ccfg::Nondet& o, Environment& env);
  bool apply(const Step& step, const ccfg::Fork& o, Environment& env);
  bool apply(const Step& step, const ccfg::Join& o, Environment& env);
  bool apply(const Step& step, const ccfg::Halt& o, Environment& env);
  bool apply(const Step&, const ccfg::Fence&, Environment&) { return true; }
  bool apply(const Step&, const ccfg::Mark&, Environment&) { return true; }

  // False: no such value is possible.
  bool setRegister(ccfg::RegId r, const Value& v, const domains::Form& form, Environment& env) const;
  void setCell(CellId c, const Value& v, const domains::Form& form, bool exact, Environment& env) const;
  void noteCopies(const ccfg::Set& o, Environment& env) const;
  Value contentOf(const std::vector<CellId>& cells, unsigned width, const Environment& env,
                  Others& others) const;
  bool isSelf(ccfg::RegId r) const { return r == program_.threads[thread_].self; }

  const ccfg::Program& program_;
  const ccfg::analysis::PointsTo& pointsTo_;
  const ccfg::analysis::Liveness& liveness_;
  const Memory& memory_;
  const PackMap& packs_;
  Evaluator evaluator_;
  ccfg::PropertySet properties_;
  ccfg::ThreadId thread_;
};

} // namespace heddle::abstract
