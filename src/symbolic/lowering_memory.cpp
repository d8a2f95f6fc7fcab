// Accesses, allocation and the ends of objects on symbolic memory; see lowering.h.
#include "symbolic/lowering.h"

#include "ccfg/analysis/memory/escape.h"
#include "ccfg/hidden.h"
#include "ccfg/invalid.h"

#include <algorithm>
#include <cstring>

namespace heddle::symbolic {

using ccfg::ObjectId;
using ccfg::Property;

namespace {

constexpr size_t mostCandidates = 128; // places that one access may go to, one by one

}

// ---- objects

uint32_t Lowering::madeCount(uint32_t slot) const {
  const size_t before = slot < control_.size() ? control_[slot].made.size() : 0;
  return static_cast<uint32_t>(before + (slot == a_.slot ? a_.made.size() : 0));
}

const Made& Lowering::madeBy(uint32_t slot, uint32_t index) const {
  const auto& before = control_[slot].made;
  return index < before.size() ? before[index] : a_.made[index - before.size()];
}

uint64_t Lowering::baseOf(uint32_t slot, uint32_t index) const {
  const interp::Layout& layout = c_.symbols.layout();
  uint64_t place = layout.arenaBegin(slot + 1);
  for (uint32_t i = 0; i < index; ++i) place += layout.slotsFor(madeBy(slot, i).size);
  return place << layout.shift();
}

std::optional<Candidate> Lowering::at(uint64_t address) const {
  const interp::Layout& layout = c_.symbols.layout();
  if (const ObjectId o = layout.staticAt(address); o != ccfg::none)
    return Candidate{address, false, o, ccfg::none, 0, layout.object(o).size, address - layout.address(o)};
  for (uint32_t s = 0; s < control_.size(); ++s)
    for (uint32_t k = 0; k < madeCount(s); ++k) {
      const Made& m = madeBy(s, k);
      const uint64_t base = baseOf(s, k);
      if (address >= base && address - base < std::max<uint64_t>(m.size, 1))
        return Candidate{address, false, m.site, s, k, m.size, address - base};
    }
  return std::nullopt;
}

void Lowering::addPlaces(std::vector<Candidate>& to, Candidate object, const ccfg::analysis::Offsets& offsets,
                         unsigned bytes) const {
  const auto places = offsetsIn(offsets, bytes, object.size, mostOfOneAccess);
  if (!places || to.size() + places->size() > mostCandidates) {
    object.anywhere = true;
    to.push_back(object);
    return;
  }
  for (uint64_t at : *places) {
    to.push_back(object);
    to.back().address += at;
    to.back().offset = at;
  }
}

std::vector<Candidate> Lowering::candidates(const Address& a, unsigned bytes) {
  std::vector<Candidate> result;
  if (a.first.isConst()) {
    if (const auto only = at(a.first.value())) result.push_back(*only);
    return result;
  }
  const interp::Layout& layout = c_.symbols.layout();
  for (const auto& t : c_.pointsTo.targets(a.second))
    for (ObjectId o : c_.storage.members(t.object)) {
      const ccfg::ObjectKind kind = p_.objects[o].kind;
      if (kind == ccfg::ObjectKind::Global)
        addPlaces(result, {layout.address(o), false, o, ccfg::none, 0, layout.object(o).size, 0}, t.offsets,
                  bytes);
      if (kind == ccfg::ObjectKind::Function || kind == ccfg::ObjectKind::Global) continue;
      for (uint32_t s = 0; s < control_.size(); ++s)
        for (uint32_t k = 0; k < madeCount(s); ++k)
          if (madeBy(s, k).site == o)
            addPlaces(result, {baseOf(s, k), false, o, s, k, madeBy(s, k).size, 0}, t.offsets, bytes);
    }
  return result;
}

void Lowering::dropInvalid(std::vector<Candidate>& from, unsigned bytes, bool write) const {
  const ccfg::Edge& e = p_.edges[block_.edges[edge_]];
  std::erase_if(from, [&](const Candidate& c) {
    if (bytes > c.size || c.offset > c.size - bytes) return true;
    if (c.slot == ccfg::none) return write && p_.objects[c.object].readOnly;
    return write && !madeBy(c.slot, c.index).zeroed && c.offset < ccfg::hiddenBytes(p_.objects[c.object]) &&
           !ccfg::seesHiddenBytes(p_, e);
  });
}

Term Lowering::hits(const Candidate& c, Term address, unsigned bytes) {
  const unsigned width = address.width();
  if (!c.anywhere) return t_.eq(address, t_.constant(c.address, width));
  return t_.ule(t_.sub(address, t_.constant(c.address, width)), t_.constant(c.size - bytes, width));
}

Term Lowering::isValid(const std::vector<Candidate>& candidates, Term address, unsigned bytes) {
  Term valid = t_.falseTerm();
  for (const Candidate& c : candidates) {
    Term hit = hits(c, address, bytes);
    if (c.slot != ccfg::none) hit = t_.andOf(hit, now(c_.symbols.alive(c.slot, c.index)));
    valid = t_.orOf(valid, hit);
  }
  return valid;
}

// The path goes on if the access is valid.
void Lowering::invalid(Term valid, Term address) {
  const Term wrong = t_.notOf(valid);
  if (c_.properties.has(Property::Memory)) {
    violation(wrong, Property::Memory);
  } else { // through null the machine ends the program
    const unsigned shift = c_.symbols.layout().shift();
    const Term isNull = t_.ult(address, t_.constant(1ull << shift, address.width()));
    cutoff(t_.andOf(wrong, t_.notOf(isNull)), ccfg::endsAtInvalidAccess(p_, block_.edges[edge_]));
  }
  require(valid);
}

// ---- contents

Term Lowering::cellOf(const Candidate& c, const Unit& u) {
  return c.slot == ccfg::none ? c_.symbols.cell(c.object, u) : c_.symbols.cell(c.slot, c.index, u);
}

Term Lowering::constantOf(const Candidate& c, unsigned bytes) const {
  const interp::Layout& layout = c_.symbols.layout();
  uint64_t value = 0;
  std::memcpy(&value, layout.constants().data() + layout.object(c.object).memory + c.offset, bytes);
  return t_.constant(value, 8 * bytes);
}

namespace {

// The units that an access goes to; nothing if it does not begin and end with one.
std::optional<std::vector<Unit>> unitsOf(const std::vector<Unit>& all, uint64_t offset, unsigned bytes) {
  std::vector<Unit> result;
  uint64_t end = offset;
  for (const Unit& u : all)
    if (u.offset == end && end < offset + bytes) {
      result.push_back(u);
      end += u.bytes;
    }
  if (end != offset + bytes) return std::nullopt;
  return result;
}

} // namespace

Term Lowering::read(const Candidate& c, unsigned bytes) {
  if (c.anywhere) return unknown(8 * bytes);
  if (c.slot == ccfg::none && p_.objects[c.object].readOnly) return constantOf(c, bytes);
  const std::vector<Unit>* all = c_.storage.units(c.object, c.size);
  const auto units = all ? unitsOf(*all, c.offset, bytes) : std::nullopt;
  if (!units) return unknown(8 * bytes);
  Term value;
  for (const Unit& u : *units) {
    const Term part = now(cellOf(c, u));
    value = value ? t_.concat(part, value) : part;
  }
  return value;
}

// Of an object without units nothing is known anyway.
void Lowering::write(const Candidate& c, unsigned bytes, Term hit, Term value) {
  const std::vector<Unit>* all = c_.storage.units(c.object, c.size);
  if (!all) return;
  if (const auto units = c.anywhere ? std::nullopt : unitsOf(*all, c.offset, bytes)) {
    for (const Unit& u : *units) {
      const Term cell = cellOf(c, u);
      const Term part = t_.extract(value, 8 * static_cast<unsigned>(u.offset - c.offset), 8 * u.bytes);
      give(cell, t_.ite(hit, part, now(cell)));
    }
    return;
  }
  for (const Unit& u : *all) { // any of them may be written to
    if (!c.anywhere && (u.offset >= c.offset + bytes || u.offset + u.bytes <= c.offset)) continue;
    const Term cell = cellOf(c, u);
    give(cell, t_.ite(hit, unknown(8 * u.bytes), now(cell)));
  }
}

void Lowering::load(const ccfg::Load& o) {
  const Address address{translated(o.addr), o.addr};
  std::vector<Candidate> places = candidates(address, o.bytes);
  dropInvalid(places, o.bytes, false);
  if (first_)
    a_.accesses.push_back({address.first, o.addr, o.bytes, false, o.order != ccfg::MemOrder::Plain, {}});
  invalid(isValid(places, address.first, o.bytes), address.first);
  if (over()) return;
  Term value;
  for (const Candidate& c : places) {
    const Term there = read(c, o.bytes);
    value = value ? t_.ite(hits(c, address.first, o.bytes), there, value) : there;
  }
  a_.values[{edge_, op_}] = value;
  giveReg(o.dst, t_.resize(value, p_.regWidth(o.dst)));
}

void Lowering::store(const ccfg::Store& o) {
  const Address address{translated(o.addr), o.addr};
  const Term value = t_.resize(translated(o.value), 8 * o.bytes);
  std::vector<Candidate> places = candidates(address, o.bytes);
  dropInvalid(places, o.bytes, true);
  if (first_)
    a_.accesses.push_back({address.first, o.addr, o.bytes, true, o.order != ccfg::MemOrder::Plain, {}});
  invalid(isValid(places, address.first, o.bytes), address.first);
  if (over()) return;
  for (const Candidate& c : places) write(c, o.bytes, hits(c, address.first, o.bytes), value);
}

// ---- lives

// Nothing is lost if that place is free indeed: the label must say so.
std::optional<uint32_t> Lowering::freedPlace(const ccfg::Alloc& o, uint64_t size) {
  if (!c_.reuses[block_.edges[edge_]]) return std::nullopt;
  for (uint32_t k : vacant_.blocks) {
    if (madeBy(a_.slot, k) != Made{o.site, size, o.zeroed}) continue;
    const Term alive = now(c_.symbols.alive(a_.slot, k));
    if (alive.isTrue()) continue;
    ccfg::Assumption a;
    a.pos = p_.edges[block_.edges[edge_]].pos;
    a.text = "paths end where memory that is still there would be handed out again at " + p_.posString(a.pos);
    a.missesBehaviours = true;
    cutoff(alive, std::move(a));
    require(t_.notOf(alive));
    a_.approximate = true; // addresses are others than in an execution
    return k;
  }
  return std::nullopt;
}

void Lowering::alloc(const ccfg::Alloc& o) {
  const Term size = translated(o.size);
  if (!size.isConst()) return unfollowed("an allocation of a size that is not constant");
  if (size.value() > interp::maxDynamicBytes) return unfollowed("a large allocation");
  const std::vector<Unit>* units = c_.storage.units(o.site, size.value());
  const auto freed = freedPlace(o, size.value());
  a_.reused.push_back(freed.value_or(ccfg::none));
  const uint32_t index = freed.value_or(madeCount(a_.slot));
  const interp::Layout& layout = c_.symbols.layout();
  const uint64_t end = (baseOf(a_.slot, index) >> layout.shift()) + layout.slotsFor(size.value());
  if (end >= uint64_t{layout.arenaBegin(a_.slot + 1)} + layout.arenaSize())
    return unfollowed("so many allocations");
  if (!freed) a_.made.push_back({o.site, size.value(), o.zeroed});
  give(c_.symbols.alive(a_.slot, index), t_.trueTerm());
  for (const Unit& u : units ? *units : std::vector<Unit>())
    give(c_.symbols.cell(a_.slot, index, u), o.zeroed ? t_.constant(0, 8 * u.bytes) : fresh(8 * u.bytes));
  giveReg(o.dst, t_.constant(baseOf(a_.slot, index), p_.regWidth(o.dst)));
}

void Lowering::free(const ccfg::Free& o) {
  a_.frees = a_.frees || first_;
  const Term address = translated(o.addr);
  const auto kind = o.heap ? ccfg::ObjectKind::Heap : ccfg::ObjectKind::Local;
  Term valid = t_.eq(address, t_.constant(0, address.width()));
  std::vector<std::pair<Term, Term>> lives; // alive, and what it is from here on
  const auto targets = c_.pointsTo.targets(o.addr);
  for (uint32_t s = 0; s < control_.size(); ++s)
    for (uint32_t k = 0; k < madeCount(s); ++k) {
      const ObjectId site = madeBy(s, k).site;
      if (p_.objects[site].kind != kind) continue;
      if (!address.isConst() && !targets.containsObject(c_.pointsTo.abstractOf(site))) continue;
      const Term hit = t_.eq(address, t_.constant(baseOf(s, k), address.width()));
      const Term alive = c_.symbols.alive(s, k);
      if (first_) a_.accesses.push_back({address, o.addr, madeBy(s, k).size, true, false, hit});
      valid = t_.orOf(valid, t_.andOf(hit, now(alive)));
      lives.emplace_back(alive, t_.andOf(now(alive), t_.notOf(hit)));
    }
  if (c_.properties.has(Property::Memory)) {
    violation(t_.notOf(valid), Property::Memory);
  } else {
    ccfg::Assumption a = ccfg::endsAtInvalidAccess(p_, block_.edges[edge_]);
    cutoff(t_.notOf(valid), std::move(a));
  }
  require(valid);
  for (const auto& [alive, after] : lives) give(alive, after);
}

} // namespace heddle::symbolic
