#include "engines/impact/interpolator.h"

namespace heddle::impact {

Term Steps::before(const Action& a, Term t) {
  if (a.assign.empty()) return t;
  Term& known = before_[&a][t];
  if (!known)
    known = terms_.substitute(t, [&](Term leaf) {
      return leaf.op() == logic::Op::Var ? a.assigned(static_cast<SymbolId>(leaf.value())) : Term();
    });
  return known;
}

Conjunction Steps::guardOf(NodeId n) const {
  const Node& node = tree_.at(n);
  return node.granted && !granted_.contains(n) ? Conjunction() : node.in->guard;
}

std::vector<std::set<SymbolId>> neededSymbols(const Tree& tree, const Symbols& symbols, Steps& steps,
                                              const InfeasiblePath& path) {
  std::vector<std::set<SymbolId>> needed(path.nodes.size());
  const auto need = [&](size_t i, Term t) {
    for (SymbolId s : logic::symbolsOf(t))
      if (!symbols.isInput(s)) needed[i].insert(s);
  };
  for (Term t : path.wanted) need(path.nodes.size() - 1, t);
  for (size_t i = path.nodes.size() - 1; i > 0; --i) {
    const Node& node = tree.at(path.nodes[i]);
    const Conjunction guard = steps.guardOf(path.nodes[i]);
    for (size_t g = 0; g < guard.size(); ++g)
      if (!path.core || path.core->contains(node.path[g])) need(i - 1, guard[g]);
    for (SymbolId s : needed[i]) {
      if (const Term value = node.in->assigned(s))
        need(i - 1, value);
      else
        needed[i - 1].insert(s);
    }
  }
  return needed;
}

} // namespace heddle::impact
