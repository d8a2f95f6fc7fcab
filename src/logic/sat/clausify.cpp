#include "logic/sat/clausify.h"

namespace heddle::logic::sat {

namespace {

// Splitting copies the clause's other literals; beyond this many a variable is cheaper. It also bounds what
// nested splits, each of which adds literals, can come to.
constexpr size_t mostCopied = 8;

bool isDisjunction(Op op, bool negated) { return op == (negated ? Op::And : Op::Or); }
bool isConjunction(Op op, bool negated) { return op == (negated ? Op::Or : Op::And); }

} // namespace

void Clausifier::addClause(std::span<const Term> literals) {
  Clause clause;
  for (Term t : literals) clause.open.push_back({t, false});
  work_.push_back(std::move(clause));
  while (!work_.empty()) {
    Clause next = std::move(work_.back());
    work_.pop_back();
    sortOut(next);
    if (next.split.term)
      splitInto(next);
    else
      cnf_.clause(next.literals);
  }
}

bool Clausifier::mayOpen(Term t) { return !blaster_.find(t) && opened_.insert(t).second; }

// Literals, disjunctions and inequalities go into the clause; the first conjunction met is kept for
// splitting.
void Clausifier::sortOut(Clause& clause) {
  while (!clause.open.empty()) {
    auto [t, negated] = clause.open.back();
    clause.open.pop_back();
    while (t.op() == Op::Not) {
      t = t.kid(0);
      negated = !negated;
    }
    const bool conjunctive =
        isConjunction(t.op(), negated) || t.op() == Op::Ite || (t.op() == Op::Eq && !negated);
    const bool disjunctive = isDisjunction(t.op(), negated) || (t.op() == Op::Eq && negated);
    if (conjunctive && !clause.split.term && mayOpen(t))
      clause.split = {t, negated};
    else if (disjunctive && mayOpen(t)) {
      if (t.op() != Op::Eq) {
        for (unsigned i : {1u, 0u}) clause.open.push_back({t.kid(i), negated});
        continue;
      }
      const Bits& b = blaster_.bits(t.kid(1));
      const Bits& a = blaster_.bits(t.kid(0));
      for (size_t i = 0; i < a.size(); ++i) clause.literals.push_back(cnf_.xorOf(a[i], b[i]));
    } else {
      const Lit l = blaster_.literal(t);
      clause.literals.push_back(negated ? -l : l);
    }
  }
  if (clause.split.term && clause.literals.size() > mostCopied) {
    const Lit l = blaster_.literal(clause.split.term);
    clause.literals.push_back(clause.split.negated ? -l : l);
    clause.split = {{}, false};
  }
}

void Clausifier::splitInto(const Clause& clause) {
  const auto [t, negated] = clause.split;
  auto push = [&](std::initializer_list<Signed> parts) {
    work_.push_back({parts, {{}, false}, clause.literals});
  };
  if (t.op() == Op::Eq)
    splitEquality(clause);
  else if (t.op() == Op::Ite) {
    push({{t.kid(0), true}, {t.kid(1), negated}});
    push({{t.kid(0), false}, {t.kid(2), negated}});
  } else {
    push({{t.kid(1), negated}});
    push({{t.kid(0), negated}});
  }
}

void Clausifier::splitEquality(const Clause& clause) {
  const Bits& b = blaster_.bits(clause.split.term.kid(1));
  const Bits& a = blaster_.bits(clause.split.term.kid(0));
  Bits literals = clause.literals;
  for (size_t i = 0; i < a.size(); ++i) {
    literals.insert(literals.end(), {-a[i], b[i]});
    cnf_.clause(literals);
    literals.resize(literals.size() - 2);
    literals.insert(literals.end(), {a[i], -b[i]});
    cnf_.clause(literals);
    literals.resize(literals.size() - 2);
  }
}

} // namespace heddle::logic::sat
