#include "engines/predict/guardedindependence.h"

namespace heddle::predict {

namespace {

bool uses(const ccfg::Operation& op, RegId r) {
  bool found = false;
  ccfg::forEachTerm(op, [&](Term t) {
    for (const RegId used : logic::symbolsOf(t)) found |= used == r;
  });
  return found;
}

// What the action assumes of what it reads, if nothing else is done with it and nothing else is assumed.
Term ownCondition(const Program& p, EdgeId edge, RegId read) {
  Term condition;
  for (EdgeId e = 0; e < p.edges.size(); ++e)
    for (const ccfg::Operation& op : p.edges[e].ops) {
      if (!uses(op, read)) continue;
      const auto* assume = std::get_if<ccfg::Assume>(&op);
      if (e != edge || assume == nullptr || logic::symbolsOf(assume->cond).size() != 1) return {};
      condition = condition ? p.terms->andOf(condition, assume->cond) : assume->cond;
    }
  return condition;
}

} // namespace

Access accessOf(const Program& p, EdgeId e, bool byValues) {
  Access out;
  out.edge = e;
  unsigned accesses = 0;
  for (const ccfg::Operation& op : p.edges[e].ops) {
    if (const auto* load = std::get_if<ccfg::Load>(&op)) {
      out.address = load->addr;
      out.bytes = load->bytes;
      out.value = p.regTerm(load->dst);
      out.condition = ownCondition(p, e, load->dst);
      ++accesses;
    } else if (const auto* store = std::get_if<ccfg::Store>(&op)) {
      out.write = true;
      out.address = store->addr;
      out.bytes = store->bytes;
      out.value = store->value;
      ++accesses;
    }
  }
  out.compared = byValues && accesses == 1;
  return out;
}

bool comparable(const Access& a, const Access& b) {
  return a.compared && b.compared && a.address == b.address && a.bytes == b.bytes;
}

Term readDepends(logic::TermManager& t, const Access& read, Term otherwise, Term written) {
  if (!read.condition) return t.ne(otherwise, written);
  const auto with = [&](Term value) {
    return t.substitute(read.condition, [&](Term leaf) { return leaf == read.value ? value : leaf; });
  };
  return t.ne(with(otherwise), with(written));
}

} // namespace heddle::predict
