// The main loop (Wachter et al. 2013, Algorithms 1 and 2): takes a node from the work list, tries to cover
// it, and expands it otherwise. Errors are no nodes here: that an event or a step is impossible at a node is
// shown by the node's label, which is refined until it says so.
#pragma once

#include "engines/impact/hazards.h"
#include "engines/impact/impact.h"
#include "engines/impact/reduction.h"
#include "engines/impact/refine.h"
#include "engines/impact/seeds.h"
#include "support/log.h"

namespace heddle::impact {

struct Found { // a violation that can be reached
  NodeId node;
  std::shared_ptr<const Action> action; // at whose edge; null: it is a state
  Event event;
  Model model;
};

// What searches learn for the next one.
struct Lessons {
  struct Exclusions { // of a step of a slot, where it can't be made
    unsigned times = 0;
    bool needed = false; // to exclude a violation
  };
  std::map<std::pair<ccfg::LocId, Choice>, Exclusions> exclusions;
  bool series = false; // of some step there are many
  bool grants = false; // steps are granted
  bool takes = false;  // new instances take over slots where one has ended
  bool mayTake = true;
  size_t patience = 3000; // queries in one way of searching, where there is a series
  size_t spent = 0;       // of them, by trees before this one
  size_t trees = 0, queries = 0;
  void turn(); // to the other way of searching, where this one has not come to an end
};

struct SearchResult {
  std::optional<Found> found;
  bool again = false; // the search is worth to begin anew, with its lessons
  std::string gaveUp; // why; empty: the tree is complete
  std::vector<ccfg::Assumption> cutoffs;
  bool approximate = false;
};

class Search {
public:
  // `stopAtCutoffs`: where an execution is not followed to its end, nothing is proved, and the search ends.
  Search(const LowerContext& c, const ccfg::analysis::Escape& escape, const ImpactOptions& options,
         bool stopAtCutoffs, const engine::Invariants* seeds, Lessons& lessons, const Log& log,
         const Budget& budget);

  // Throws OutOfBudget.
  SearchResult run(const engine::ProgressSink& progress);
  const Tree& tree() const { return tree_; }
  const Controls& controls() const { return controls_; }
  const Clauses& clauses() const { return clauses_; }
  Term evaluate(const Values& values, Term t);
  void statistics(Statistics& s) const;
  std::string extent() const; // how large the tree is, and how much of it is done

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
  const std::vector<Event>& hazardsAt(NodeId n);
  void raise(NodeId n, const ActionPtr& action, const std::vector<Event>& events, bool isSeries);
  bool isImpossibleAnyway(NodeId n, const Action& a, Conjunction what);
  void take(NodeId n, Choice c);
  void addChild(Node child);
  bool isSeries(NodeId n, Choice c);
  bool hasLooped(NodeId n) const;
  void foundSeries(NodeId n, Choice c);
  bool close(NodeId n);
  bool forceCover(NodeId n);
  bool mayForce(NodeId n, NodeId by);
  void finishCover(NodeId n, NodeId by);
  void closePath(NodeId n);
  void tellLabel(NodeId n, const char* why) const;

  ActionPtr actionOf(NodeId n, Choice c);
  std::vector<ActionPtr> actionsOf(NodeId n, uint32_t slot);
  ActionPtr instance(const ActionPtr& a);
  uint32_t slotToTake(NodeId n, const Block& block) const;
  std::set<uint32_t> blocksToTake(NodeId n, uint32_t slot, const Block& block);
  bool hasEnded(NodeId n) const;
  std::set<uint32_t> joinedAfter(NodeId n, const Action& a);
  ControlId controlAfter(ControlId before, const Action& a);

  Question questionAt(NodeId n, const Conjunction& what);
  enum class Answer : uint8_t {
    Possible, // the model says how
    Excluded, // by the label, from here on
    Unshown,  // impossible, but no label was found that says so
  };
  Answer ask(NodeId n, const Conjunction& what, bool isViolation, Model& model);
  bool holdsIn(const Model& model, const Conjunction& executed) const;
  // With or without the conditions of granted steps.
  bool isDecided(NodeId n, const Question& q, const Granted& granted, Model& model, std::set<Term>& core);
  bool exclude(NodeId n, const Question& q, const std::set<Term>& core, const Granted& granted);
  bool isExcluded(NodeId n, const Conjunction& what);

  bool stopped() const { return result_.found || result_.again || !result_.gaveUp.empty(); }

  const LowerContext& c_;
  const ccfg::Program& p_;
  logic::TermManager& terms_;
  const ImpactOptions& options_;
  bool stopAtCutoffs_;
  Lessons& lessons_;
  const Log& log_;
  const Budget& budget_;
  Prover prover_;
  Clauses clauses_;
  Tree tree_;
  Controls controls_;
  Refiner refiner_;
  Reduction reduction_;
  Hazards hazards_;
  Seeds seeds_;
  SearchResult result_;
  std::string unproved_; // why there can't be a proof; violations may be found all the same
  // By slot, where it stands, which block, where all stand if it matters, what it may take over, and whether
  // it has a number of its own.
  std::map<std::tuple<uint32_t, ccfg::LocId, uint32_t, ControlId, Vacant, bool>, ActionPtr> actions_;
  std::map<ControlId, std::vector<Event>> events_;
  Lessons::Exclusions& exclusionsOf(NodeId n, Choice c);
  size_t coverExpansions_ = 0, forced_ = 0;
  size_t impossible_ = 0; // steps
};

} // namespace heddle::impact
