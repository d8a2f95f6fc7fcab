#include "engines/impact/seeds.h"

#include <algorithm>
#include <bit>
#include <set>

namespace heddle::impact {

Seeds::Seeds(const LowerContext& c, const engine::Invariants* invariants) : c_(c), terms_(c.symbols.terms()) {
  if (invariants == nullptr) return;
  for (const engine::Invariant& i : *invariants) invariants_[i.location] = &i;
}

const std::vector<Literals>& Seeds::at(ControlId id, const Control& control) {
  const auto [known, isNew] = known_.try_emplace(id);
  if (!isNew) return known->second;
  std::vector<Literals> all;
  for (uint32_t s = 0; s < control.size(); ++s) {
    const auto i = invariants_.find(control[s].location);
    if (i != invariants_.end()) add(all, s, control[s], *i->second);
  }
  std::set<std::vector<uint32_t>> seen; // memory is spoken of at the location of each thread
  for (Literals& clause : all) {
    std::vector<uint32_t> ids;
    for (Term t : clause) ids.push_back(t.id());
    if (seen.insert(std::move(ids)).second) known->second.push_back(std::move(clause));
  }
  return known->second;
}

void Seeds::add(std::vector<Literals>& to, uint32_t slot, const Standing& standing,
                const engine::Invariant& i) {
  if (!i.reachable) return to.emplace_back(), void();
  for (const engine::Bound& b : i.bounds)
    if (const Term t = termOf(slot, standing, b.place); t && t.width() == b.range.width)
      addBound(to, t, b.range);
  for (const engine::Relation& r : i.relations) {
    const Term first = termOf(slot, standing, r.first), second = termOf(slot, standing, r.second);
    if (!first || !second || first.width() != r.firstWidth || second.width() != r.secondWidth) continue;
    const Term t = relation(r, first, second);
    Literals clause;
    if (t && addLiterals(terms_, clause, t)) to.push_back(std::move(clause));
  }
}

// Only what is not said of every value of this width.
void Seeds::addBound(std::vector<Literals>& to, Term t, const engine::Range& range) {
  const unsigned w = t.width();
  const auto constant = [&](uint64_t v) { return terms_.constant(v, w); };
  const auto say = [&](Term holds) {
    Literals clause;
    if (!holds.isTrue() && addLiterals(terms_, clause, holds)) to.push_back(std::move(clause));
  };
  if (range.unsignedMin == range.unsignedMax) return say(terms_.eq(t, constant(range.unsignedMin)));
  const uint64_t top = w < 64 ? (uint64_t{1} << w) - 1 : UINT64_MAX;
  const auto highest = static_cast<int64_t>(top >> 1);
  if (range.unsignedMin > 0) say(terms_.ule(constant(range.unsignedMin), t));
  if (range.unsignedMax < top) say(terms_.ule(t, constant(range.unsignedMax)));
  if (range.signedMin > -highest - 1) say(terms_.sle(constant(static_cast<uint64_t>(range.signedMin)), t));
  if (range.signedMax < highest) say(terms_.sle(t, constant(static_cast<uint64_t>(range.signedMax))));
  if (range.stride > 1 && std::has_single_bit(range.stride)) {
    const auto bits = static_cast<unsigned>(std::countr_zero(range.stride));
    if (bits < w) say(terms_.eq(terms_.extract(t, 0, bits), terms_.constant(range.residue, bits)));
  }
}

// Null: there are no integers large enough for it.
Term Seeds::relation(const engine::Relation& r, Term first, Term second) {
  if (r.kind == engine::Relation::Kind::Equal)
    return terms_.eq(first,
                     terms_.add(second, terms_.constant(static_cast<uint64_t>(r.bound), first.width())));
  const unsigned w = std::max(first.width(), second.width()) + 2;
  const int64_t limit = int64_t{1} << (std::min(w, 63u) - 1);
  if (w > 64 || r.bound >= limit || r.bound < -limit) return {};
  const auto wide = [&](Term t, int sign) {
    const Term value = terms_.sext(t, w);
    return sign < 0 ? terms_.sub(terms_.constant(0, w), value) : value;
  };
  const Term sum = terms_.add(wide(first, r.firstSign), wide(second, r.secondSign));
  return terms_.sle(sum, terms_.constant(static_cast<uint64_t>(r.bound), w));
}

// A dead register has no value, and memory is known by units.
Term Seeds::termOf(uint32_t slot, const Standing& standing, const engine::Place& place) {
  if (place.reg != ccfg::none)
    return c_.liveness.isLive(standing.location, place.reg)
               ? c_.symbols.reg(slot, place.reg, standing.anonymous)
               : Term();
  const ccfg::Object& object = c_.program.objects[place.object];
  if (object.kind != ccfg::ObjectKind::Global || object.readOnly) return {};
  const std::vector<Unit>* units =
      c_.storage.units(place.object, c_.symbols.layout().object(place.object).size);
  if (units == nullptr) return {};
  const auto unit = std::ranges::find_if(
      *units, [&](const Unit& u) { return u.offset == place.offset && u.bytes == place.bytes; });
  return unit == units->end() ? Term() : c_.symbols.cell(place.object, *unit);
}

} // namespace heddle::impact
