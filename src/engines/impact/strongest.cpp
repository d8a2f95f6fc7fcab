#include "engines/impact/strongest.h"

#include <algorithm>

namespace heddle::impact {

// Those of the core, of the steps up to a node: over inputs.
Conjunction Strongest::conditions(const InfeasiblePath& path, size_t upTo) const {
  Conjunction result;
  for (size_t i = 1; i <= upTo; ++i) {
    const Node& node = tree_.at(path.nodes[i]);
    if (node.granted && !steps_.allowed().contains(path.nodes[i])) continue;
    for (Term t : node.path)
      if (!t.isTrue() && (!path.core || path.core->contains(t))) result.push_back(t);
  }
  return result;
}

// An input that is the value of a symbol, give or take a constant, is replaced by the symbol everywhere else.
bool Strongest::replaceInputs(Conjunction& facts) {
  for (size_t i = 0; i < facts.size(); ++i) {
    if (facts[i].op() != logic::Op::Eq) continue;
    for (unsigned k : {0u, 1u}) {
      const Term symbol = facts[i].kid(1 - k), value = facts[i].kid(k);
      if (symbol.op() != logic::Op::Var || symbols_.isInput(static_cast<SymbolId>(symbol.value()))) continue;
      Term input = value, by = symbol;
      if (value.op() == logic::Op::Add && value.kid(1).isConst()) {
        input = value.kid(0);
        by = terms_.sub(symbol, value.kid(1));
      }
      if (input.op() != logic::Op::Var || !symbols_.isInput(static_cast<SymbolId>(input.value()))) continue;
      facts.erase(facts.begin() + static_cast<std::ptrdiff_t>(i));
      for (Term& t : facts) t = terms_.substitute(t, [&](Term leaf) { return leaf == input ? by : Term(); });
      return true;
    }
  }
  return false;
}

Conjunction Strongest::facts(NodeId n, const std::set<SymbolId>& needed, const Conjunction& conditions) {
  Conjunction result = conditions;
  for (SymbolId s : needed)
    if (const Term value = tree_.at(n).values.get(symbols_.index(s)))
      result.push_back(terms_.eq(terms_.var(s), value));
  while (replaceInputs(result)) {
  }
  std::erase_if(result, [&](Term t) { return t.isTrue() || symbols_.hasInput(t); });
  return result;
}

std::optional<Conjunction> Strongest::neededFor(const Conjunction& facts, const Conjunction& guard,
                                                Term goal) {
  std::vector<Term> query = facts;
  query.insert(query.end(), guard.begin(), guard.end());
  query.push_back(terms_.notOf(goal));
  if (!prover_.isUnsat(query)) return std::nullopt;
  const std::set<Term> core(prover_.core().begin(), prover_.core().end());
  Conjunction result;
  std::ranges::copy_if(facts, std::back_inserter(result), [&](Term t) { return core.contains(t); });
  return result;
}

void Strongest::addClauses(const Conjunction& facts, std::vector<Literals>& to) {
  for (Term t : facts) {
    Literals clause;
    if (addLiterals(terms_, clause, t)) to.push_back(std::move(clause));
  }
}

std::optional<Sequence> Strongest::find(const InfeasiblePath& path) {
  const auto needed = neededSymbols(tree_, symbols_, steps_, path);
  const size_t last = path.nodes.size() - 1;
  Sequence result(path.nodes.size());
  Term wanted = terms_.falseTerm();
  for (Term t : path.wanted) wanted = terms_.orOf(wanted, t);
  Conjunction goals = {wanted};
  if (symbols_.hasInput(wanted)) { // it is no label, so the facts are
    const auto chosen = neededFor(facts(path.nodes[last], needed[last], conditions(path, last)), {}, wanted);
    if (!chosen) return std::nullopt;
    goals = *chosen;
  }
  addClauses(goals, result.back());
  for (size_t i = last; i > 0 && !goals.empty(); --i) {
    const NodeId before = path.nodes[i - 1];
    Term after = terms_.trueTerm();
    for (Term t : goals) after = terms_.andOf(after, steps_.before(*tree_.at(path.nodes[i]).in, t));
    const auto chosen =
        neededFor(i == 1 ? Conjunction() : facts(before, needed[i - 1], conditions(path, i - 1)),
                  steps_.guardOf(path.nodes[i]), after);
    if (!chosen) return std::nullopt;
    goals = *chosen;
    addClauses(goals, result[i - 1]);
  }
  return result;
}

} // namespace heddle::impact
