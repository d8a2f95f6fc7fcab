// Follows a model from the violation back; see relevance.h.
#include "engines/bounded/relevance.h"

#include <algorithm>

namespace heddle::bounded {

using logic::Op;

namespace {

Term stripped(Term literal) {
  while (literal.op() == Op::Not) literal = literal.kid(0);
  return literal;
}

// The variables that a literal defines: itself, or the sides of an equation.
std::vector<Term> subjects(Term literal) {
  const Term t = stripped(literal);
  std::vector<Term> result;
  if (t.op() == Op::Var) result.push_back(t);
  if (t.op() == Op::Eq)
    for (unsigned i = 0; i < 2; ++i) {
      Term side = t.kid(i);
      if (side.op() == Op::Extract) side = side.kid(0);
      if (side.op() == Op::Var) result.push_back(side);
    }
  return result;
}

std::vector<Term> variablesIn(Term t) {
  std::vector<Term> result;
  logic::forEachNode(t, [&](Term n) {
    if (n.op() == Op::Var) result.push_back(n);
  });
  return result;
}

} // namespace

Relevance::Relevance(const Skeleton& s, const Interference& interference) : s_(s), i_(interference) {
  for (uint32_t k = 0; k < s.clauses.size(); ++k)
    for (Term literal : s.clauses[k])
      for (Term leaf : subjects(literal)) {
        std::vector<uint32_t>& list = at(clauses_, leaf);
        if (list.empty() || list.back() != k) list.push_back(k);
      }
  for (uint32_t r = 0; r < i_.reads().size(); ++r) {
    const Piece& piece = i_.pieces()[i_.reads()[r].piece];
    // One value alone enables the action: it is the action that matters.
    leaves_.push_back(variablesIn(piece.value.isConst() ? piece.enabled : piece.value));
    for (Term leaf : leaves_.back()) at(reads_, leaf).push_back(r);
  }
}

void Relevance::mark(logic::ModelView& view, Term goal, const Links& linkOf) const {
  view.justify(goal);
  for (size_t k = 0; k < view.marks().size(); ++k) {
    const Term leaf = view.marks()[k]; // `marks` grows
    follow(view, leaf, linkOf);
  }
}

void Relevance::follow(logic::ModelView& view, Term leaf, const Links& linkOf) const {
  if (leaf.id() < clauses_.size())
    for (uint32_t k : clauses_[leaf.id()]) followClause(view, leaf, s_.clauses[k]);
  if (leaf.id() >= reads_.size()) return;
  for (uint32_t r : reads_[leaf.id()]) {
    const Link* link = linkOf(r);
    if (!link || !view.holds(i_.pieces()[i_.reads()[r].piece].enabled)) continue;
    view.justify(link->value);
    view.justify(link->sameAddress);
    if (link->write != initialWrite) view.justify(i_.pieces()[link->write].enabled);
  }
}

// If not the leaf satisfies it, what does?
void Relevance::followClause(logic::ModelView& view, Term leaf, const std::vector<Term>& clause) const {
  Term reason;
  for (Term literal : clause) {
    if (!view.holds(literal)) continue;
    if (stripped(literal) == leaf) return;
    if (!reason) reason = literal;
  }
  if (reason) view.justify(reason);
}

} // namespace heddle::bounded
