#include "engines/impact/pathprogram.h"

#include "logic/horn/horn.h"

#include <algorithm>

namespace heddle::impact {

namespace {

constexpr unsigned patience = 500; // milliseconds

} // namespace

// Of each relation: what its nodes need, and what that needs along every step between relations.
std::vector<std::set<SymbolId>> PathProgram::parameters(const InfeasiblePath& path,
                                                        const std::vector<size_t>& relationOf) {
  const auto needed = neededSymbols(tree_, symbols_, steps_, path);
  std::vector<std::set<SymbolId>> result(*std::ranges::max_element(relationOf) + 1);
  for (size_t i = 0; i < needed.size(); ++i) result[relationOf[i]].insert(needed[i].begin(), needed[i].end());
  for (bool grows = true; grows;) {
    grows = false;
    for (size_t i = path.nodes.size() - 1; i > 0; --i)
      for (SymbolId s : std::set<SymbolId>(result[relationOf[i]])) {
        const Term value = tree_.at(path.nodes[i]).in->assigned(s);
        for (SymbolId from : value ? logic::symbolsOf(value) : std::vector<SymbolId>{s})
          grows = (!symbols_.isInput(from) && result[relationOf[i - 1]].insert(from).second) || grows;
      }
  }
  result[relationOf[0]].clear();
  return result;
}

std::optional<Sequence> PathProgram::solve(const InfeasiblePath& path, const std::vector<size_t>& relationOf,
                                           bool noWraps) {
  std::vector<logic::HornRelation> relations;
  std::vector<logic::HornAtom> atoms; // on the parameters themselves
  for (const auto& symbols : parameters(path, relationOf)) {
    relations.push_back({{symbols.begin(), symbols.end()}});
    atoms.push_back({relations.size() - 1, {}});
    for (SymbolId s : symbols) atoms.back().arguments.push_back(terms_.var(s));
  }
  std::vector<logic::HornClause> clauses;
  std::set<std::tuple<size_t, size_t, const Action*>> seen;
  clauses.push_back({std::nullopt, {}, atoms[0]});
  for (size_t i = 1; i < path.nodes.size(); ++i) {
    const Action& action = *tree_.at(path.nodes[i]).in;
    if (!seen.insert({relationOf[i - 1], relationOf[i], &action}).second) continue;
    logic::HornClause step{atoms[relationOf[i - 1]], steps_.guardOf(path.nodes[i]), atoms[relationOf[i]]};
    for (Term& t : step.head->arguments) t = steps_.before(action, t);
    clauses.push_back(std::move(step));
  }
  logic::HornClause wrong{atoms[relationOf.back()], {}, std::nullopt};
  for (Term t : path.wanted) wrong.conditions.push_back(terms_.notOf(t));
  clauses.push_back(std::move(wrong));
  const auto solution = logic::solveHorn(terms_, relations, clauses, noWraps, patience);
  if (!solution) return std::nullopt;
  Sequence result(path.nodes.size());
  for (size_t i = 1; i < path.nodes.size(); ++i)
    for (Term t : (*solution)[relationOf[i]]) {
      Literals clause;
      if (addLiterals(terms_, clause, t)) result[i].push_back(std::move(clause));
    }
  return result;
}

std::optional<Sequence> PathProgram::find(const InfeasiblePath& path) {
  std::vector<size_t> shared, own;
  std::map<ControlId, size_t> relations;
  for (NodeId n : path.nodes) {
    shared.push_back(relations.emplace(tree_.at(n).control, relations.size()).first->second);
    own.push_back(own.size());
  }
  for (const auto& relationOf : {shared, own})
    for (bool noWraps : {true, false})
      if (auto found = solve(path, relationOf, noWraps)) return found;
  return std::nullopt;
}

} // namespace heddle::impact
