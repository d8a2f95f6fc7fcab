#include "symbolic/guardedassignment.h"

#include "logic/copy.h"

#include <algorithm>

namespace heddle::symbolic {

Term GuardedAssignment::assigned(SymbolId s) const {
  const auto it = std::ranges::lower_bound(assign, s, {}, &std::pair<SymbolId, Term>::first);
  return it != assign.end() && it->first == s ? it->second : Term();
}

Term GuardedAssignment::before(logic::TermManager& terms, Term t) const {
  return terms.substitute(t, [&](Term leaf) {
    return leaf.op() == logic::Op::Var ? assigned(static_cast<SymbolId>(leaf.value())) : Term();
  });
}

Action withOwnInputs(Action a, Symbols& symbols) {
  logic::TermManager& terms = symbols.terms();
  logic::TermCopier renamed(terms);
  for (SymbolId& s : a.inputs) {
    const Term own = symbols.input(terms.symbolWidth(s));
    renamed.replace(terms.var(s), own);
    s = static_cast<SymbolId>(own.value());
  }
  for (Term& t : a.guard) t = renamed.copy(t);
  for (auto& assigned : a.assign) assigned.second = renamed.copy(assigned.second);
  for (auto& value : a.values) value.second = renamed.copy(value.second);
  a.events.clear();
  return a;
}

} // namespace heddle::symbolic
