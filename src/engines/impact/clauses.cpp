#include "engines/impact/clauses.h"

#include <algorithm>

namespace heddle::impact {

namespace {

constexpr size_t queriesOfOneSolver = 3000;

} // namespace

bool isSubset(const Literals& a, const Literals& b) {
  return std::includes(b.begin(), b.end(), a.begin(), a.end());
}

bool addLiterals(logic::TermManager& terms, Literals& to, Term t) {
  if (t.isFalse()) return true;
  if (t.isTrue()) return false;
  if (t.op() == logic::Op::Or) return addLiterals(terms, to, t.kid(0)) && addLiterals(terms, to, t.kid(1));
  if (t.op() == logic::Op::Not && t.kid(0).op() == logic::Op::And)
    return addLiterals(terms, to, terms.notOf(t.kid(0).kid(0))) &&
           addLiterals(terms, to, terms.notOf(t.kid(0).kid(1)));
  const auto place = std::lower_bound(to.begin(), to.end(), t);
  if (place != to.end() && *place == t) return true;
  to.insert(place, t);
  return !std::binary_search(to.begin(), to.end(), terms.notOf(t));
}

std::optional<Literals> negated(logic::TermManager& terms, const Conjunction& c) {
  Literals result;
  for (Term t : c)
    if (!addLiterals(terms, result, terms.notOf(t))) return std::nullopt;
  return result;
}

bool Prover::isUnsat(const std::vector<Term>& conjuncts) {
  core_.clear();
  for (Term t : conjuncts)
    if (t.isFalse()) {
      core_ = {t};
      return true;
    }
  std::vector<Term> open;
  for (Term t : conjuncts)
    if (!t.isTrue()) open.push_back(t);
  budget_.check();
  if (!solver_ || ++sinceRenewal_ > queriesOfOneSolver) {
    logic::SatOptions options;
    options.manyChecks = true;
    solver_ = logic::makeSatSolver(terms_, options);
    solver_->limit(budget_);
    sinceRenewal_ = 0;
  }
  ++queries_;
  switch (solver_->check(open, budget_)) {
  case logic::Answer::Sat:
    return false;
  case logic::Answer::Unsat:
    core_ = solver_->core();
    return true;
  default:
    throw OutOfBudget{solver_->reason()};
  }
}

ClauseId Clauses::intern(const Literals& literals) {
  std::vector<uint32_t> key;
  for (Term t : literals) key.push_back(t.id());
  const auto [it, isNew] = ids_.emplace(std::move(key), static_cast<ClauseId>(literals_.size()));
  if (isNew) {
    literals_.push_back(literals);
    Term all = terms_.falseTerm();
    for (Term t : literals) all = terms_.orOf(all, t);
    terms_of_.push_back(all);
  }
  return it->second;
}

bool Clauses::implies(const Label& label, ClauseId c) {
  const Literals& wanted = literals_[c];
  for (ClauseId have : label)
    if (have == c || isSubset(literals_[have], wanted)) {
      ++counts_.syntactic;
      return true;
    }
  if (label.empty()) { // a clause that is interned is not valid as it stands, but may be for the solver
    ++counts_.syntactic;
    return false;
  }
  const uint32_t id = labels_.emplace(label, static_cast<uint32_t>(labels_.size())).first->second;
  const auto [known, isNew] = table_.try_emplace(static_cast<uint64_t>(id) << 32 | c, false);
  if (!isNew) {
    ++counts_.table;
    return known->second;
  }
  ++counts_.solver;
  std::vector<Term> query;
  for (ClauseId have : label) query.push_back(terms_of_[have]);
  for (Term t : wanted) query.push_back(terms_.notOf(t));
  return known->second = prover_.isUnsat(query);
}

bool Clauses::implies(const Label& a, const Label& b) {
  if (std::ranges::includes(a, b)) {
    ++counts_.syntactic;
    return true;
  }
  return std::ranges::all_of(b, [&](ClauseId c) { return implies(a, c); });
}

} // namespace heddle::impact
