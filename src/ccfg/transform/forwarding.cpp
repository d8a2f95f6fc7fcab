// Byte by byte, unless the two accesses can only meet as a whole; see forwarding.h.
#include "ccfg/transform/forwarding.h"

#include <algorithm>

namespace heddle::ccfg::transform {

std::vector<Operation> Forwarding::load(ThreadId t, const Load& load, Term source,
                                        const std::vector<StoreAhead>& ahead) {
  logic::TermManager& terms = *copy_.terms;
  std::vector<StoreAhead> met;
  for (const StoreAhead& s : ahead)
    if (pointsTo_.mayAlias(source, load.bytes, s.source, s.bytes)) met.push_back(s);
  if (met.empty()) return {load};
  const unsigned width = copy_.regWidth(load.dst);
  if (met.back().bytes == load.bytes && met.back().address == load.addr)
    return {Set{{{load.dst, terms.resize(met.back().value, width), load.statement}}}};
  for (const analysis::Target& target : pointsTo_.targets(source)) {
    const Object& o = original_.objects[target.object];
    inexact_ = inexact_ || o.uninitialised || o.kind != ObjectKind::Global;
  }
  Load whole = load;
  whole.dst = copy_.addRegister(t, "memory", 8 * load.bytes);
  Term value = copy_.regTerm(whole.dst);
  for (const StoreAhead& s : met) value = overlay(value, load, source, s);
  return {whole, Set{{{load.dst, terms.resize(value, width), load.statement}}}};
}

bool Forwarding::isTotal(Term source, const StoreAhead& store) const {
  for (const analysis::Target& a : pointsTo_.targets(source))
    for (const analysis::Target& b : pointsTo_.targets(store.source))
      if (a.object == b.object && !analysis::overlapIsTotal(a.offsets, b.offsets, store.bytes)) return false;
  return true;
}

Term Forwarding::overlay(Term value, const Load& load, Term source, const StoreAhead& store) const {
  logic::TermManager& terms = *copy_.terms;
  if (store.bytes == load.bytes && isTotal(source, store))
    return terms.ite(terms.eq(load.addr, store.address), store.value, value);
  const auto byteAddress = [&](Term base, unsigned k) {
    return terms.add(base, terms.constant(k, base.width()));
  };
  Term out;
  for (unsigned k = 0; k < load.bytes; ++k) {
    Term byte = terms.extract(value, 8 * k, 8);
    for (unsigned j = 0; j < store.bytes; ++j)
      byte = terms.ite(terms.eq(byteAddress(load.addr, k), byteAddress(store.address, j)),
                       terms.extract(store.value, 8 * j, 8), byte);
    out = out ? terms.concat(byte, out) : byte;
  }
  return out;
}

} // namespace heddle::ccfg::transform
