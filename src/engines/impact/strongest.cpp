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

std::optional<Conjunction> Strongest::neededFor(const InfeasiblePath& path, size_t i,
                                                const Conjunction& facts, const Conjunction& goals) {
  Term all = terms_.trueTerm();
  for (Term t : goals) all = terms_.andOf(all, steps_.before(*tree_.at(path.nodes[i]).in, t));
  std::vector<Term> query = facts;
  for (Term t : steps_.guardOf(path.nodes[i])) query.push_back(t);
  query.push_back(terms_.notOf(all));
  if (!prover_.isUnsat(query)) return std::nullopt;
  const std::set<Term> core(prover_.core().begin(), prover_.core().end());
  Conjunction result;
  std::ranges::copy_if(facts, std::back_inserter(result), [&](Term t) { return core.contains(t); });
  return result;
}

std::optional<Sequence> Strongest::find(const InfeasiblePath& path) {
  const auto needed = neededSymbols(tree_, symbols_, steps_, path);
  Sequence result(path.nodes.size());
  result.back() = {path.wanted};
  Term wanted = terms_.falseTerm();
  for (Term t : path.wanted) wanted = terms_.orOf(wanted, t);
  Conjunction goals = {wanted};
  for (size_t i = path.nodes.size() - 1; i > 0 && !goals.empty(); --i) {
    const NodeId before = path.nodes[i - 1];
    const auto chosen = neededFor(
        path, i, i == 1 ? Conjunction() : facts(before, needed[i - 1], conditions(path, i - 1)), goals);
    if (!chosen) return std::nullopt;
    goals = *chosen;
    for (Term t : goals) {
      Literals clause;
      if (addLiterals(terms_, clause, t)) result[i - 1].push_back(std::move(clause));
    }
  }
  return result;
}

} // namespace heddle::impact
