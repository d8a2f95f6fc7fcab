// ThreadTransfer: what executing one edge makes of one state of a thread, under the interferences of the
// other threads. abstract::Transfer executes the operations; here is what others store, and what they hear
// of.
//
// A load gives a state for each source, or group of sources, that it may have read from (loads.cpp): a choice
// only ever constrains loads that were executed, so that no path is lost with a combination.
#pragma once

#include "engines/modular/interference.h"
#include "engines/modular/protection.h"
#include "engines/modular/pruning.h"
#include "engines/modular/threadstate.h"

namespace heddle::modular {

class ThreadTransfer {
public:
  ThreadTransfer(const Facts& facts, const Protection& protection, const Packs& packs, const Plan& plan,
                 Order& order, const Interferences& interferences, domains::Closure closure,
                 ccfg::PropertySet properties, ccfg::ThreadId thread);

  State entry();
  // The states after the edge; what is found on the way goes to `effects` if that is given.
  std::vector<State> execute(ccfg::EdgeId e, const State& before, Effects* effects);

private:
  struct Step { // the operation being executed
    ccfg::EdgeId edge;
    size_t op;
    Effects* effects;
  };
  class Interfering; // the other threads, as one state meets them

  // In place; false: no execution gets past it.
  bool run(const Step& step, State& s);

  // ---- loads, in loads.cpp
  struct Choice {
    Value value;
    Combination combination; // if it is what the load has read
  };
  void load(const Step& step, LoadId load, State s, std::vector<State>& after);
  std::vector<Choice> groupedChoices(const Step& step, LoadId load, const State& s);
  std::vector<Choice> choices(LoadId load, const State& s);
  struct Reading { // a load being executed
    LoadId load;
    Combination before;        // what other loads have read
    std::vector<StoreId> done; // what this instance has stored on its way here
  };
  std::optional<Combination> afterRead(const Reading& reading, SourceId source, const Combination& told);
  static void group(std::vector<Choice>& choices, bool all);

  Value ownValue(CellId c, const Environment& env) const;
  bool isFinal(LoadId l, ccfg::EdgeId store) const;
  // Forgets what does not hold or matter after the edge; enters and leaves guards. False: it can't be there.
  bool leave(ccfg::EdgeId e, State& s, Effects* effects) const;
  void forget(ccfg::LocId to, Environment& env) const;
  bool enter(GuardId g, State& s) const;
  void leaveBehind(GuardId g, const State& s, Effects& effects) const;

  const Facts& facts_;
  const Protection& protection_;
  const Packs& packs_;
  const Plan& plan_;
  Order& order_;
  const Interferences& interferences_;
  ccfg::ThreadId thread_;
  abstract::Transfer transfer_;
};

} // namespace heddle::modular
