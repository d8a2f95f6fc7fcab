// Transfer: what executing one edge makes of one abstract state, under the interferences of the other
// threads.
//
// A state is an environment with the combination of reads that led to it. A load gives a state for each
// source, or group of sources, that it may have read from: a choice only ever constrains loads that were
// executed, so that no path is lost with a combination.
#pragma once

#include "engines/modular/evaluate.h"
#include "engines/modular/loadorder.h"
#include "engines/modular/modular.h"
#include "engines/modular/protection.h"

#include <map>
#include <set>

namespace heddle::modular {

struct State {
  Combination combination;
  Environment env;
};

// What a store may write, after its thread has read so; as seen by the instance that stores.
struct Interference {
  Combination reads;
  Value value;
};

// Adds what is not covered; too many of one value become one, then too many of all. True if there was
// something to add.
bool add(std::vector<Interference>& to, const Interference& i);
// The same, for chains that must end: all entries become one.
bool addWidening(std::vector<Interference>& to, const Interference& i, const domains::Thresholds& thresholds);

// What threads tell each other: grows until it is stable.
struct Interferences {
  std::vector<std::vector<Interference>> stores;       // by StoreId; empty: it does not happen
  std::vector<std::optional<std::vector<Value>>> args; // by thread: its parameters; none: it is not started
  std::vector<Value> results;                          // by thread: bottom: it does not end
  std::vector<std::optional<Relation>> guards;         // by GuardId: what one who leaves leaves behind
};

// What the interpretation of one thread brings to light.
struct Effects {
  std::map<StoreId, std::vector<Interference>> stores;
  std::map<ccfg::ThreadId, std::vector<Value>> args; // of the threads it forks, as seen by them
  Value result;
  std::map<GuardId, Relation> guards;
  std::set<std::pair<ccfg::EdgeId, size_t>> failures; // assertions that may fail
  std::set<ccfg::EdgeId> invalid;                     // accesses that may be invalid
  std::set<ccfg::EdgeId> nulls;                       // accesses through a pointer that may be null
  std::set<ccfg::AssumptionId> cutoffs;               // that paths may run into
  std::set<ccfg::EdgeId> accesses;                    // edges that may access memory
  std::set<ccfg::LocId> locations;                    // that may be reached
};

// Which loads are told apart, and which edges matter; by the configuration.
struct Plan {
  std::vector<bool> tracked; // by LoadId
  std::vector<bool> skipped; // by edge: it does not matter for the property
  bool useLocks = false;     // what is under a lock is not written by others
  bool checkOrder = false;
  bool checkOrderInCycles = false;
  bool tellReads = false;  // an interference comes with what its thread had read
  bool groupEqual = false; // sources of one value are one choice, states of one environment one state
  bool forgetDead = false; // cells that a thread does not load any more
  // Section 6.2: by load, the properties that depend on it, and by location, those of what is still to be
  // executed. A read that has none in common with them is forgotten. Empty: all are kept.
  std::vector<BitSet> clusters, laterClusters;
};

class Transfer {
public:
  Transfer(const Facts& facts, const Protection& protection, const Packs& packs, const Plan& plan,
           Order& order, const Interferences& interferences, domains::Closure closure,
           ccfg::PropertySet properties, ccfg::ThreadId thread);

  State entry() const;
  // The states after the edge; what is found on the way goes to `effects` if that is given.
  std::vector<State> execute(ccfg::EdgeId e, const State& before, Effects* effects);

private:
  struct Step { // the operation being executed
    ccfg::EdgeId edge;
    size_t op;
    Effects* effects;
    std::vector<State>& after;
  };

  void operation(const Step& step, State s);
  void apply(const Step& step, const ccfg::Load& o, State s);
  void apply(const Step& step, const ccfg::Store& o, State s);
  void apply(const Step& step, const ccfg::Alloc& o, State s);
  void apply(const Step& step, const ccfg::Set& o, State s);
  void apply(const Step& step, const ccfg::Assume& o, State s);
  void apply(const Step& step, const ccfg::Assert& o, State s);
  void apply(const Step& step, const ccfg::Nondet& o, State s);
  void apply(const Step& step, const ccfg::Fork& o, State s);
  void apply(const Step& step, const ccfg::Join& o, State s);
  void apply(const Step& step, const ccfg::Halt& o, State s);
  void apply(const Step& step, const ccfg::Free& o, State s);
  void apply(const Step& step, const ccfg::Fence&, State s) { step.after.push_back(std::move(s)); }
  void apply(const Step& step, const ccfg::Mark&, State s) { step.after.push_back(std::move(s)); }

  // ---- loads, in loads.cpp
  struct Choice {
    Value value;
    Combination combination; // if it is what the load has read
  };
  Value wholeCells(const std::vector<CellId>& cells, unsigned width, const Environment& env) const;
  void loadShared(const Step& step, LoadId load, ccfg::RegId dst, State s);
  std::vector<Choice> choices(LoadId load, const State& s);
  struct Reading { // a load being executed
    LoadId load;
    Combination before;        // what other loads have read
    std::vector<StoreId> done; // what this instance has stored on its way here
  };
  std::optional<Combination> afterRead(const Reading& reading, SourceId source, const Combination& told);
  static void group(std::vector<Choice>& choices, bool all);
  // `from`: the one cell that it is the content of.
  void finishLoad(const Step& step, ccfg::RegId dst, const Value& v, State s,
                  std::optional<CellId> from) const;

  Value seenFrom(ccfg::ThreadId from, const Value& v) const;
  void noteStore(const Step& step, StoreId store, const Value& v, const State& s) const;
  bool isFinal(LoadId l, ccfg::EdgeId store) const;
  Value ownValue(CellId c, const Environment& env) const;
  void checkAccess(const Step& step, logic::Term address, unsigned bytes, bool write, const State& s);
  // Forgets what does not hold or matter after the edge; enters and leaves guards. False: it can't be there.
  bool leave(ccfg::EdgeId e, State& s, Effects* effects) const;
  bool enter(GuardId g, State& s) const;
  void leaveBehind(GuardId g, const State& s, Effects& effects) const;
  // False: no such value is possible.
  bool setRegister(State& s, ccfg::RegId r, const Value& v, const domains::Form& form = {}) const;
  void relateStore(CellId c, const domains::Form& form, const Value& v, bool exact, State& s) const;
  void noteCopies(State& s, const ccfg::Set& o) const;

  const Facts& facts_;
  const Protection& protection_;
  const Packs& packs_;
  const Plan& plan_;
  Order& order_;
  const Interferences& interferences_;
  ccfg::PropertySet properties_;
  ccfg::ThreadId thread_;
  Evaluator evaluator_;
};

} // namespace heddle::modular
