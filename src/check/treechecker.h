// The parts of the check of trees: what is known of each node, the steps, and the questions to the solver.
// treecheck.cpp has labels and covers, treesteps.cpp completeness, treesafety.cpp violations.
#pragma once

#include "check/commute.h"
#include "check/treecheck.h"
#include "logic/solver.h"

#include <set>

namespace heddle::check {

class TreeChecker {
public:
  TreeChecker(const engine::Problem& problem, const engine::ProofTree& tree, const Budget& budget);
  TreeCheck run();

private:
  using NodeId = uint32_t;
  using Edges = std::vector<ccfg::EdgeId>;
  struct Stop { // the check ends before its end
    engine::Recheck::Outcome outcome;
    std::string why;
  };
  struct Known { // of a node, besides what the tree says
    const Everyone* everyone = nullptr;
    std::vector<Term> label; // over the context's variables
    std::vector<NodeId> children, covered;
  };

  [[noreturn]] void reject(NodeId n, const std::string& why) const;
  [[noreturn]] void leaveOpen(const std::string& why) const;

  // ---- structure, labels, covers
  void checkQuestion() const;
  void readNodes();
  void readStep(NodeId n);
  void readTaken(NodeId n);
  std::vector<Term> read(NodeId n, const std::vector<Term>& conditions); // that speak of a node's state
  Term variableOf(NodeId n, const engine::StateSymbol& s, unsigned width);
  void findMiddles();
  void checkLabel(NodeId n);
  void checkStart();
  void checkCover(NodeId n);
  const Everyone* intern(Everyone e);
  void checkInvariants();
  bool impliesAny(NodeId n, const std::vector<std::vector<Term>>& anyOf);

  // ---- completeness
  void checkSteps(NodeId n);
  bool mayBeLeftOut(NodeId n, uint32_t thread, ccfg::EdgeId e);
  bool commutesWithLast(NodeId n, uint32_t thread, ccfg::EdgeId e);
  void follow(NodeId n, uint32_t thread, const Edges& edges);
  bool mayGoThrough(const Edges& edges) const;
  void goThrough(NodeId n, uint32_t thread, const Edges& edges);
  std::vector<ccfg::LocId> endsOf(ccfg::EdgeId e) const;
  uint32_t holder(NodeId n) const; // who stands in an atomic section; 0: nobody
  GlobalStep& step(NodeId n, uint32_t thread, const Edges& edges);
  GlobalStep& step(NodeId n, uint32_t thread, const Edges& edges, const Taken& taken);
  Taken takenBy(NodeId n, uint32_t thread,
                const Edges& edges) const; // by a child that begins with these edges

  // ---- safety
  void checkHazards(NodeId n, const GlobalStep& s, bool inTheMiddle);
  void checkRaces(NodeId n);
  void checkRace(NodeId n, const GlobalStep& a, const GlobalStep& b);
  void checkDeadlock(NodeId n);
  // It is not enabled, whatever is chosen. Some values stand for all where they are many: then it may be
  // enabled all the same, and `exact` becomes false.
  Term blocked(const GlobalStep& s, bool& exact);

  bool isImpossible(NodeId n, std::vector<Term> conjuncts); // under the node's label
  bool isUnsat(const std::vector<Term>& conjuncts);
  ccfg::LocId standing(NodeId n, uint32_t thread) const { return (*known_[n].everyone)[thread - 1].at; }

  const engine::Problem& problem_;
  const ccfg::Program& p_;
  const engine::ProofTree& tree_;
  const Budget& budget_;
  GlobalContext c_;
  std::vector<Known> known_;
  std::set<Everyone> everyones_;
  std::vector<bool> middles_, stops_; // by location: in the middle of some step; an instance stands there
  std::map<std::tuple<const Everyone*, uint32_t, Edges, Taken>, GlobalStep> steps_;
  std::unique_ptr<logic::Solver> solver_;
  size_t sinceRenewal_ = 0;
  TreeCheck result_;
};

} // namespace heddle::check
