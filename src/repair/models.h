// The atomicity formula (Vechev, Yahav and Yorsh 2012, section 4): clauses of positive predicates, and its
// minimal models, the cheapest first.
//
// The formula grows while models are asked for, since each is tried and most give a clause. Best-first search
// over partial models: one that satisfies all clauses is the cheapest there is.
#pragma once

#include "repair/avoid.h"

#include <functional>
#include <set>
#include <vector>

namespace heddle::repair {

using Model = std::vector<Section>; // merged, sorted

class AtomicityFormula {
public:
  // A model may have a cost; a larger model must not cost less.
  AtomicityFormula(const SectionMap& sections, std::function<unsigned(const Model&)> cost)
      : sections_(sections), cost_(std::move(cost)) {
    push({});
  }

  // Clauses that another implies are dropped.
  void add(Clause clause);
  // No model that this one is contained in will do: it is a solution, or was given up.
  void exclude(Model model) { excluded_.push_back(std::move(model)); }
  // The cheapest that is left; nothing: there is none.
  std::optional<Model> next();

  const std::vector<Clause>& clauses() const { return clauses_; }
  bool satisfies(const Model& m, const Clause& c) const;
  bool includes(const Model& larger, const Model& smaller) const;

private:
  using Entry = std::pair<unsigned, Model>;

  void push(Model m);
  const Clause* violatedBy(const Model& m) const;

  const SectionMap& sections_;
  std::function<unsigned(const Model&)> cost_;
  std::vector<Clause> clauses_;
  std::vector<Model> excluded_;
  std::set<Entry> open_;
  std::set<Model> seen_;
};

} // namespace heddle::repair
