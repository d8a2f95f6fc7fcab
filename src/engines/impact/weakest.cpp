#include "engines/impact/weakest.h"

#include <algorithm>

namespace heddle::impact {

namespace {

constexpr size_t mostLiterals = 48;
constexpr size_t mostNodes = 4000; // of a literal

bool isSmall(Term t) {
  size_t nodes = 0;
  logic::forEachNode(t, [&](Term) { ++nodes; });
  return nodes <= mostNodes;
}

} // namespace

// False: too large.
bool Weakest::step(NodeId node, Wanted& w, Wanted& earlier, const std::set<Term>* core) {
  const Action& action = *tree_.at(node).in;
  const Conjunction guard = steps_.guardOf(node);
  for (size_t g = 0; g < guard.size() && !earlier.valid; ++g)
    if (!core || core->contains(tree_.at(node).path[g]))
      earlier.valid = !addLiterals(terms_, earlier.literals, terms_.notOf(guard[g]));
  bool small = true;
  for (Term literal : w.literals) {
    w.before.push_back(steps_.before(action, literal));
    if (!earlier.valid) earlier.valid = !addLiterals(terms_, earlier.literals, w.before.back());
    small = small && isSmall(w.before.back());
  }
  return earlier.valid || (small && earlier.literals.size() <= mostLiterals);
}

std::optional<std::vector<Weakest::Wanted>> Weakest::backwards(const InfeasiblePath& path, bool pins) {
  std::vector<Wanted> wanted(path.nodes.size());
  wanted.back().literals = path.wanted;
  bool small = true;
  for (size_t i = path.nodes.size() - 1;; --i) {
    Wanted& w = wanted[i];
    if (pins && !w.valid && (!small || someInput(w.literals))) {
      const auto rest = pinned(path.nodes[i], w.literals);
      if (!rest) return std::nullopt;
      w.valid = !*rest;
      if (*rest) w.literals = **rest;
    } else if (!small) {
      return std::nullopt;
    }
    if (w.valid)
      for (size_t k = 0; k <= i; ++k) wanted[k] = {true, {}, {}};
    if (w.valid || i == 0) return wanted;
    small = step(path.nodes[i], w, wanted[i - 1], path.core);
  }
}

// The value that a term over inputs has however the path is gone; null: it has several.
Term Weakest::onlyValue(NodeId node, Term executed) {
  if (!executed || executed.isConst()) return executed;
  const auto [known, isNew] = only_.try_emplace({node, executed});
  if (!isNew) return known->second;
  const Term value = terms_.constant(valueIn(*tree_.at(node).model, executed), executed.width());
  std::vector<Term> query = {terms_.ne(executed, value)};
  tree_.addConditions(node, steps_.allowed(), query);
  return known->second = prover_.isUnsat(query) ? value : Term();
}

// Some of the symbols' values, and what is left of the clause without them, imply it.
std::optional<Weakest::Kept> Weakest::pinned(NodeId node, const Literals& clause) {
  std::map<Term, Term> pins; // from the equation to its symbol
  std::map<SymbolId, Term> values;
  for (Term t : clause)
    for (SymbolId s : logic::symbolsOf(t)) {
      if (symbols_.isInput(s)) continue;
      const Term value = onlyValue(node, tree_.at(node).values.get(symbols_.index(s)));
      if (!value) continue;
      values[s] = value;
      pins[terms_.eq(terms_.var(s), value)] = terms_.var(s);
    }
  Literals rest;
  bool valid = false;
  for (Term t : clause)
    valid = !addLiterals(terms_, rest, terms_.substitute(t, [&](Term leaf) {
      if (leaf.op() != logic::Op::Var) return Term();
      const auto it = values.find(static_cast<SymbolId>(leaf.value()));
      return it == values.end() ? Term() : it->second;
    })) || valid;
  Kept left;
  if (!valid) {
    const auto without = withoutInputs(rest);
    if (!without || (*without && (*without)->size() > mostLiterals)) return std::nullopt;
    left = *without;
  }
  std::vector<Term> query;
  for (const auto& [equation, symbol] : pins) query.push_back(equation);
  for (Term t : clause) query.push_back(terms_.notOf(t));
  if (left) query.push_back(clauses_.term(clauses_.intern(*left)));
  if (!prover_.isUnsat(query)) return std::nullopt;
  const std::vector<Term> core = prover_.core();
  const std::set<Term> none;
  for (Term t : core)
    if (pins.contains(t) && !prove_({tree_.path(node), {t}, &none}) &&
        !prove_({tree_.path(node), {t}, nullptr}))
      return std::nullopt;
  return left;
}

// The clause before says the same of what the step does not change: no question for a solver.
std::optional<Literals> Weakest::carriedOver(const Kept& kept, const Wanted& w) const {
  if (!kept) return std::nullopt;
  Literals result;
  for (Term t : *kept) {
    const auto it = std::ranges::find(w.before, t);
    if (it == w.before.end()) return std::nullopt;
    const Term literal = w.literals[static_cast<size_t>(it - w.before.begin())];
    if (symbols_.hasInput(literal)) return std::nullopt;
    result.insert(std::lower_bound(result.begin(), result.end(), literal), literal);
  }
  return result;
}

std::optional<Weakest::Kept> Weakest::keep(NodeId beforeNode, NodeId node, const Kept& kept,
                                           const Wanted& w) {
  if (auto same = carriedOver(kept, w)) return same;
  std::vector<Term> base = steps_.guardOf(node);
  for (ClauseId c : tree_.at(beforeNode).label) base.push_back(clauses_.term(c));
  if (kept) base.push_back(clauses_.term(clauses_.intern(*kept)));
  const auto isImplied = [&](const std::vector<size_t>& chosen) {
    std::vector<Term> query = base;
    for (size_t i : chosen) query.push_back(terms_.notOf(w.before[i]));
    return prover_.isUnsat(query);
  };
  std::vector<size_t> chosen;
  for (size_t i = 0; i < w.literals.size(); ++i)
    if (!symbols_.hasInput(w.literals[i])) chosen.push_back(i);
  // No literals at all say that the step can't be made.
  if ((chosen.empty() && !w.literals.empty()) || !isImplied(chosen)) {
    const size_t inputFree = chosen.size();
    chosen.resize(w.literals.size());
    for (size_t i = 0; i < chosen.size(); ++i) chosen[i] = i;
    if (inputFree == chosen.size() || !isImplied(chosen)) return std::nullopt;
  }
  const std::set<Term> core(prover_.core().begin(), prover_.core().end());
  std::erase_if(chosen, [&](size_t i) { return !core.contains(terms_.notOf(w.before[i])); });
  for (size_t k = 0; chosen.size() > 1 && k < chosen.size();) {
    std::vector<size_t> fewer = chosen;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(k));
    if (isImplied(fewer))
      chosen = std::move(fewer);
    else
      ++k;
  }
  Literals result;
  for (size_t i : chosen) result.push_back(w.literals[i]);
  return withoutInputs(result);
}

Term Weakest::someInput(const Literals& literals) const {
  for (Term t : literals)
    for (SymbolId s : logic::symbolsOf(t))
      if (symbols_.isInput(s)) return terms_.var(s);
  return {};
}

std::optional<Weakest::Kept> Weakest::withoutInputs(const Literals& literals) {
  Kept result = literals;
  while (result) {
    const Term input = someInput(*result);
    if (!input) break;
    auto next = withoutInput(*result, input);
    if (!next) return std::nullopt;
    result = std::move(*next);
  }
  return result;
}

// An instance of "for all values of the input" that implies it. The values are those that it is compared
// with, their neighbours, and the ends of its range.
std::optional<Weakest::Kept> Weakest::withoutInput(const Literals& literals, Term input) {
  std::set<Term> values;
  const auto offer = [&](Term a, Term b) {
    if (!(a == input) || symbols_.hasInput(b)) return;
    const Term one = terms_.constant(1, b.width());
    values.insert({b, terms_.add(b, one), terms_.sub(b, one)});
  };
  for (Term t : literals)
    logic::forEachNode(t, [&](Term n) {
      if (n.arity() != 2 || n.kid(0).width() != n.kid(1).width()) return;
      offer(n.kid(0), n.kid(1));
      offer(n.kid(1), n.kid(0));
    });
  const uint64_t top = 1ull << (input.width() - 1);
  for (uint64_t v : {uint64_t{0}, uint64_t{1}, ~uint64_t{0}, top, top - 1})
    values.insert(terms_.constant(v, input.width()));
  std::vector<Term> query;
  for (Term t : literals) query.push_back(terms_.notOf(t));
  if (prover_.isUnsat(query)) return Kept();
  for (Term v : values) {
    Literals instance;
    Term all = terms_.falseTerm();
    bool valid = false;
    for (Term t : literals) {
      const Term with = terms_.substitute(t, [&](Term leaf) { return leaf == input ? v : Term(); });
      valid = valid || !addLiterals(terms_, instance, with);
      all = terms_.orOf(all, with);
    }
    if (valid) continue;
    query.push_back(all);
    const bool implies = prover_.isUnsat(query);
    query.pop_back();
    if (implies) return instance;
  }
  return std::nullopt;
}

std::optional<Sequence> Weakest::forwards(const InfeasiblePath& path, const std::vector<Wanted>& wanted) {
  std::vector<Kept> kept(path.nodes.size());
  Sequence result(path.nodes.size());
  for (size_t i = 1; i < path.nodes.size(); ++i) {
    if (wanted[i].valid) continue;
    auto found = keep(path.nodes[i - 1], path.nodes[i], kept[i - 1], wanted[i]);
    if (!found) return std::nullopt;
    kept[i] = std::move(*found);
    if (kept[i]) result[i].push_back(*kept[i]);
  }
  return result;
}

// What is needed at the first node does not follow from its label.
bool Weakest::isHopeless(const InfeasiblePath& path, const Wanted& first) {
  if (path.nodes[0] == 0 || first.valid) return false;
  std::vector<Term> query;
  for (ClauseId have : tree_.at(path.nodes[0]).label) query.push_back(clauses_.term(have));
  for (Term t : first.literals) query.push_back(terms_.notOf(t));
  return !prover_.isUnsat(query);
}

std::optional<Sequence> Weakest::find(const InfeasiblePath& path) {
  for (bool pins : {false, true}) {
    if (pins && path.nodes[0] != 0) break; // a clause that is carried is worth no others
    const auto wanted = backwards(path, pins);
    if (!wanted || isHopeless(path, wanted->front())) continue;
    if (auto found = forwards(path, *wanted)) return found;
  }
  return std::nullopt;
}

} // namespace heddle::impact
