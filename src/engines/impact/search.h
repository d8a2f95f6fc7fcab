// The main loop (Wachter et al. 2013, Algorithms 1 and 2): takes a node from the work list, tries to cover
// it, and expands it otherwise. Errors are no nodes here: that an event or a step is impossible at a node is
// shown by the node's label, which is refined until it says so.
#pragma once

#include "engines/impact/hazards.h"
#include "engines/impact/impact.h"
#include "engines/impact/reduction.h"
#include "engines/impact/refine.h"
#include "support/log.h"

namespace heddle::impact {

struct Found { // a violation that can be reached
  NodeId node;
  std::shared_ptr<const Action> action; // at whose edge; null: it is a state
  Event event;
  std::map<SymbolId, uint64_t> model; // of the inputs
};

struct SearchResult {
  std::optional<Found> found;
  std::string gaveUp; // why; empty: the tree is complete
  std::vector<ccfg::Assumption> cutoffs;
  bool approximate = false;
};

class Search {
public:
  // `stopAtCutoffs`: where an execution is not followed to its end, nothing is proved, and the search ends.
  Search(const LowerContext& c, const ccfg::analysis::Escape& escape, const ImpactOptions& options,
         bool stopAtCutoffs, const Log& log, const Budget& budget);

  // Throws OutOfBudget.
  SearchResult run(const engine::ProgressSink& progress);
  const Tree& tree() const { return tree_; }
  const Controls& controls() const { return controls_; }
  const Clauses& clauses() const { return clauses_; }
  Term evaluate(const Values& values, Term t);
  void statistics(Statistics& s) const;

private:
  using ActionPtr = std::shared_ptr<const Action>;
  struct Question {                  // on the path to a node: may all of it hold there?
    Conjunction conjuncts, executed; // over the state of the node; by inputs alone
  };

  ActionPtr rootAction();
  void plant();
  void expand(NodeId n);
  void addOwn(NodeId n);
  bool isSkipped(NodeId n, const Action& a);
  void raise(NodeId n, const ActionPtr& action, const std::vector<Event>& events);
  void take(NodeId n, const ActionPtr& action);
  bool close(NodeId n);
  bool forceCover(NodeId n);
  bool mayForce(NodeId n, NodeId by);
  void finishCover(NodeId n, NodeId by);
  void closePath(NodeId n);
  void tellLabel(NodeId n, const char* why) const;

  ActionPtr actionOf(NodeId n, Choice c);
  std::vector<ActionPtr> actionsOf(NodeId n, uint32_t slot);
  ActionPtr instance(const ActionPtr& a);
  ControlId controlAfter(ControlId before, const Action& a);

  // True: it may; the model says how. False: the label excludes it from here on, or the search gives up.
  bool isPossible(NodeId n, const Conjunction& what, std::map<SymbolId, uint64_t>& model);
  bool holdsIn(const std::map<SymbolId, uint64_t>& model, const Conjunction& executed) const;
  bool isDecided(NodeId n, const Question& q, std::map<SymbolId, uint64_t>& model, std::set<Term>& core);
  void exclude(NodeId n, const Question& q, const std::set<Term>& core);
  bool isExcluded(NodeId n, const Conjunction& what);

  bool stopped() const { return result_.found || !result_.gaveUp.empty(); }

  const LowerContext& c_;
  const ccfg::Program& p_;
  logic::TermManager& terms_;
  const ImpactOptions& options_;
  bool stopAtCutoffs_;
  const Log& log_;
  const Budget& budget_;
  Prover prover_;
  Clauses clauses_;
  Tree tree_;
  Controls controls_;
  Refiner refiner_;
  Reduction reduction_;
  Hazards hazards_;
  SearchResult result_;
  std::map<std::tuple<uint32_t, ccfg::LocId, uint32_t, ControlId>, ActionPtr> actions_;
  std::map<ControlId, std::vector<Event>> events_;
  size_t coverExpansions_ = 0, forced_ = 0;
};

} // namespace heddle::impact
