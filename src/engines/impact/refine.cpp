#include "engines/impact/refine.h"

#include "engines/impact/pathprogram.h"
#include "engines/impact/strongest.h"
#include "engines/impact/weakest.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::impact {

namespace {

// How often a clause may be carried elsewhere by new clauses, and these by others: one that holds in the
// first round of a loop only would be carried through all others, as another clause each time.
constexpr unsigned mostSpreads = 8;
constexpr unsigned mostGenerations = 4;

} // namespace

Refiner::Refiner(Tree& tree, Clauses& clauses, Prover& prover, Symbols& symbols, RefinerChoice choice)
    : tree_(tree), clauses_(clauses), prover_(prover), symbols_(symbols), terms_(symbols.terms()),
      steps_(tree, terms_) {
  const auto prove = [this](const InfeasiblePath& path) { return ask(ways_.front(), path); };
  const auto add = [&](RefinerChoice one, std::unique_ptr<Interpolator> interpolator) {
    const bool excludes = choice == RefinerChoice::Auto || choice == one;
    ways_.push_back({std::string(refinerName(one)), std::move(interpolator), excludes});
  };
  add(RefinerChoice::Weakest, std::make_unique<Weakest>(tree, clauses, prover, symbols, steps_, prove));
  add(RefinerChoice::Strongest, std::make_unique<Strongest>(tree, prover, symbols, steps_, terms_));
  add(RefinerChoice::Spacer, std::make_unique<PathProgram>(tree, symbols, steps_, terms_));
}

// The clause holds at a node of the path by what holds at the one before, and the step between them.
bool Refiner::follows(const InfeasiblePath& path, const Sequence& sequence, size_t at,
                      const Literals& clause) {
  const Action& action = *tree_.at(path.nodes[at]).in;
  Literals before;
  std::vector<Term> query;
  for (Term t : clause) {
    query.push_back(terms_.notOf(steps_.before(action, t)));
    if (!addLiterals(terms_, before, steps_.before(action, t))) return true;
  }
  for (const Literals& have : sequence[at - 1]) {
    if (isSubset(have, before)) return true;
    query.push_back(clauses_.term(clauses_.intern(have)));
  }
  for (ClauseId have : tree_.at(path.nodes[at - 1]).label) {
    if (isSubset(clauses_.literals(have), before)) return true;
    query.push_back(clauses_.term(have));
  }
  for (Term t : steps_.guardOf(path.nodes[at])) query.push_back(t);
  return prover_.isUnsat(query);
}

bool Refiner::isSequent(const InfeasiblePath& path, const Sequence& sequence) {
  const auto isOverState = [&](const Literals& clause) {
    return std::ranges::none_of(clause, [&](Term t) { return symbols_.hasInput(t); });
  };
  for (size_t i = 1; i < path.nodes.size(); ++i)
    for (const Literals& clause : sequence[i])
      if (!isOverState(clause) || !follows(path, sequence, i, clause)) return false;
  if (std::ranges::any_of(sequence.back(), [&](const Literals& have) { return isSubset(have, path.wanted); }))
    return true;
  std::vector<Term> query;
  for (const Literals& have : sequence.back()) query.push_back(clauses_.term(clauses_.intern(have)));
  for (ClauseId have : tree_.at(path.nodes.back()).label) query.push_back(clauses_.term(have));
  for (Term t : path.wanted) query.push_back(terms_.notOf(t));
  return prover_.isUnsat(query);
}

bool Refiner::label(const InfeasiblePath& path, const std::optional<Sequence>& sequence) {
  if (!sequence || !isSequent(path, *sequence)) return false;
  for (size_t i = 1; i < path.nodes.size(); ++i)
    for (const Literals& clause : (*sequence)[i]) tree_.strengthen(path.nodes[i], clauses_.intern(clause));
  return true;
}

bool Refiner::ask(Way& way, const InfeasiblePath& path) {
  ++way.asked;
  const bool found = label(path, way.interpolator->find(path));
  way.found += found;
  return found;
}

bool Refiner::exclude(NodeId node, const Conjunction& bad, const std::vector<bool>& badInCore,
                      const std::set<Term>& core, const Granted& granted, bool isSeries) {
  ++refinements_;
  steps_.allow(granted);
  InfeasiblePath path{tree_.path(node), {}, &core};
  for (size_t i = 0; i < bad.size(); ++i)
    if (badInCore[i] && !addLiterals(terms_, path.wanted, terms_.notOf(bad[i]))) return true;
  if (isSeries && ways_.back().excludes && ask(ways_.back(), path)) return true;
  return std::ranges::any_of(ways_, [&](Way& way) { return way.excludes && ask(way, path); });
}

bool Refiner::carry(NodeId from, NodeId to, ClauseId c) {
  const Spread before = spreads_[c];
  if (before.times >= mostSpreads || before.generation >= mostGenerations) return false;
  const size_t known = clauses_.size();
  steps_.allow({});
  if (!ask(ways_.front(), {tree_.pathFrom(from, to), clauses_.literals(c), nullptr})) return false;
  if (clauses_.size() > known) ++spreads_[c].times;
  for (size_t i = known; i < clauses_.size(); ++i)
    spreads_[static_cast<ClauseId>(i)].generation = before.generation + 1;
  return true;
}

bool Refiner::adopt(NodeId n, const Literals& clause) {
  steps_.allow({});
  const bool holds = follows({{tree_.at(n).parent, n}, {}, nullptr}, Sequence(2), 1, clause);
  ++(holds ? adopted_ : refused_);
  if (holds) tree_.strengthen(n, clauses_.intern(clause));
  return holds;
}

void Refiner::statistics(Statistics& s) const {
  s.set("impact.refinements", static_cast<double>(refinements_));
  s.set("impact.seeds.adopted", static_cast<double>(adopted_));
  s.set("impact.seeds.refused", static_cast<double>(refused_));
  for (const Way& way : ways_) {
    s.set(fmt::format("impact.refiner.{}.asked", way.name), static_cast<double>(way.asked));
    s.set(fmt::format("impact.refiner.{}.found", way.name), static_cast<double>(way.found));
  }
}

} // namespace heddle::impact
