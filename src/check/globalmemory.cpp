// Accesses, allocation and the ends of blocks on the symbolic state of a whole program; see globalstep.h.
#include "ccfg/hidden.h"
#include "ccfg/invalid.h"
#include "check/globalstep.h"

#include <algorithm>

namespace heddle::check {

using ccfg::ObjectId;
using ccfg::ObjectKind;
using ccfg::Property;

namespace {

constexpr size_t mostPlaces = 128; // that one access is followed to one by one

}

// ---- where an access goes

std::optional<GlobalStep::Place> GlobalStep::placeAt(uint64_t address) const {
  if (const ObjectId o = c_.layout.staticAt(address); o != ccfg::none) {
    const uint64_t base = c_.layout.address(o);
    return Place{o, 0, 0, base, c_.layout.object(o).size, address - base, false};
  }
  for (uint32_t k = 1; k <= after_.size(); ++k)
    for (uint32_t i = 0; i < after_[k - 1].blocks.size(); ++i) {
      const Block& b = after_[k - 1].blocks[i];
      const uint64_t base = c_.baseOf(after_, k, i);
      if (address >= base && address - base < b.size)
        return Place{b.site, k, i, base, b.size, address - base, false};
    }
  return std::nullopt;
}

void GlobalStep::addPlaces(std::vector<Place>& to, Place object, const ccfg::analysis::Offsets& offsets,
                           unsigned bytes) const {
  if (bytes > object.size) return;
  const uint64_t last = object.size - bytes;
  const auto first = static_cast<uint64_t>(offsets.residue);
  if (!offsets.isExact() && last / offsets.stride >= mostPlaces) {
    object.anywhere = true;
    to.push_back(object);
    return;
  }
  for (uint64_t at = first; at <= last; at += offsets.stride) {
    object.offset = at;
    to.push_back(object);
    if (offsets.isExact()) break;
  }
}

// Exactly one if the address is a constant, else what points-to says.
std::vector<GlobalStep::Place> GlobalStep::places(Term address, Term source, unsigned bytes,
                                                  bool write) const {
  std::vector<Place> all;
  if (address.isConst()) {
    if (const auto only = placeAt(address.value())) all.push_back(*only);
  } else {
    for (const ccfg::analysis::Target& t : c_.pointsTo.targets(source))
      for (ObjectId o : c_.members[t.object]) {
        const ObjectKind kind = c_.program.objects[o].kind;
        if (kind == ObjectKind::Global)
          addPlaces(all, {o, 0, 0, c_.layout.address(o), c_.layout.object(o).size, 0, false}, t.offsets,
                    bytes);
        for (uint32_t k = 1; k <= after_.size() && kind != ObjectKind::Global; ++k)
          for (uint32_t i = 0; i < after_[k - 1].blocks.size(); ++i)
            if (const Block& b = after_[k - 1].blocks[i]; b.site == o)
              addPlaces(all, {o, k, i, c_.baseOf(after_, k, i), b.size, 0, false}, t.offsets, bytes);
      }
  }
  std::erase_if(all, [&](const Place& p) { return !isValidPlace(p, bytes, write); });
  return all;
}

bool GlobalStep::isValidPlace(const Place& p, unsigned bytes, bool write) const {
  if (bytes > p.size || p.offset > p.size - bytes) return false;
  if (!write) return true;
  if (p.thread == 0) return !c_.program.objects[p.object].readOnly;
  return after_[p.thread - 1].blocks[p.index].zeroed ||
         p.offset >= ccfg::hiddenBytes(c_.program.objects[p.object]) ||
         ccfg::seesHiddenBytes(c_.program, c_.program.edges[edge()]);
}

Term GlobalStep::hits(const Place& p, Term address, unsigned bytes) {
  const unsigned width = address.width();
  Term hit = p.anywhere
                 ? t_.ule(t_.sub(address, t_.constant(p.base, width)), t_.constant(p.size - bytes, width))
                 : t_.eq(address, t_.constant(p.base + p.offset, width));
  if (p.thread != 0) hit = t_.andOf(hit, value({Cell::Kind::Alive, p.thread, p.index, 0}));
  return hit;
}

// The step goes on if the access is valid.
void GlobalStep::access(Term valid, Term address) {
  accessesNothing_ = accessesNothing_ || valid.isFalse();
  Hazard h;
  const Term wrong = t_.notOf(valid);
  if (c_.properties.has(Property::Memory)) {
    h.property = Property::Memory;
    hazard(std::move(h), wrong);
  } else {
    const Term isNull = t_.ult(address, t_.constant(1ull << c_.layout.shift(), address.width()));
    h.kind = Hazard::Kind::Ends;
    hazard(h, t_.andOf(wrong, isNull));
    h.kind = Hazard::Kind::Cutoff;
    h.assumption = ccfg::endsAtInvalidAccess(c_.program, edge());
    hazard(std::move(h), t_.andOf(wrong, t_.notOf(isNull)));
  }
  require(valid);
}

// ---- what is there

Term GlobalStep::read(const Place& p, unsigned bytes) {
  if (p.anywhere) return c_.unknown(8 * bytes);
  Term all;
  for (unsigned i = 0; i < bytes; ++i) {
    const Term byte = p.thread == 0 ? value({Cell::Kind::Byte, 0, p.object, p.offset + i})
                                    : value({Cell::Kind::BlockByte, p.thread, p.index, p.offset + i});
    all = all ? t_.concat(byte, all) : byte;
  }
  return all;
}

bool GlobalStep::isIn(const Cell& c, const Place& object) {
  if (object.thread == 0) return c.kind == Cell::Kind::Byte && c.what == object.object;
  return c.kind == Cell::Kind::BlockByte && c.thread == object.thread && c.what == object.index;
}

void GlobalStep::write(const Place& p, unsigned bytes, Term hit, Term stored) {
  if (p.anywhere) {
    for (auto& [cell, v] : now_)
      if (isIn(cell, p)) v = t_.ite(hit, c_.unknown(v.width()), v);
    scattered_.push_back({p, hit});
    return;
  }
  for (unsigned i = 0; i < bytes; ++i) {
    const Cell cell = p.thread == 0 ? Cell{Cell::Kind::Byte, 0, p.object, p.offset + i}
                                    : Cell{Cell::Kind::BlockByte, p.thread, p.index, p.offset + i};
    const Term old = hit.isTrue() ? Term() : value(cell);
    const Term part = t_.extract(stored, 8 * i, 8);
    now_[cell] = hit.isTrue() ? part : t_.ite(hit, part, old);
  }
}

// ---- operations

void GlobalStep::load(const ccfg::Load& o) {
  const Term address = translated(o.addr);
  const std::vector<Place> all = places(address, o.addr, o.bytes, false);
  accesses_.push_back({edge(), address, o.addr, o.bytes, false, o.order != ccfg::MemOrder::Plain, false, {}});
  Term valid = t_.falseTerm(), result;
  for (const Place& p : all) {
    const Term hit = hits(p, address, o.bytes), there = read(p, o.bytes);
    valid = t_.orOf(valid, hit);
    result = result ? t_.ite(hit, there, result) : there;
  }
  access(valid, address);
  if (!isOver()) give(o.dst, t_.resize(result, c_.program.regWidth(o.dst)));
}

void GlobalStep::store(const ccfg::Store& o) {
  const Term address = translated(o.addr);
  const Term stored = t_.resize(translated(o.value), 8 * o.bytes);
  const std::vector<Place> all = places(address, o.addr, o.bytes, true);
  accesses_.push_back({edge(), address, o.addr, o.bytes, true, o.order != ccfg::MemOrder::Plain, false, {}});
  std::vector<Term> hit;
  Term valid = t_.falseTerm();
  for (const Place& p : all) {
    hit.push_back(hits(p, address, o.bytes));
    valid = t_.orOf(valid, hit.back());
  }
  access(valid, address);
  for (size_t i = 0; i < all.size() && !isOver(); ++i) write(all[i], o.bytes, hit[i], stored);
}

// The tree says which block was freed and gives way; its label must say so, too.
std::optional<uint32_t> GlobalStep::freedPlace(const Block& wanted) {
  const size_t which = allocations_++;
  if (which >= taken_.blocks.size() || taken_.blocks[which] == ccfg::none) return std::nullopt;
  const uint32_t k = taken_.blocks[which];
  const std::vector<Block>& blocks = after_[thread_ - 1].blocks;
  const bool fits = c_.reuses[edge()] && k < blocksBefore_[thread_ - 1] && blocks[k] == wanted;
  gaveWay_.push_back(path_);
  if (fits) gaveWay_.back().push_back(value({Cell::Kind::Alive, thread_, k, 0}));
  if (!fits) {
    ends_ = true;
    return std::nullopt;
  }
  std::erase_if(now_, [&](const auto& n) {
    return n.first.kind == Cell::Kind::BlockByte && n.first.thread == thread_ && n.first.what == k;
  });
  std::erase_if(scattered_,
                [&](const Scattered& s) { return s.object.thread == thread_ && s.object.index == k; });
  reused_.insert(k);
  return k;
}

void GlobalStep::alloc(const ccfg::Alloc& o) {
  const Term size = translated(o.size);
  if (!size.isConst()) return unfollowed("an allocation of a size that is not constant");
  if (size.value() > interp::maxDynamicBytes) return unfollowed("a large allocation");
  std::vector<Block>& blocks = after_[thread_ - 1].blocks;
  const auto freed = freedPlace({o.site, size.value(), o.zeroed});
  if (isOver()) return;
  const auto index = freed.value_or(static_cast<uint32_t>(blocks.size()));
  const uint64_t base = c_.baseOf(after_, thread_, index);
  const uint64_t end = (base >> c_.layout.shift()) + c_.layout.slotsFor(size.value());
  if (end >= uint64_t{c_.layout.arenaBegin(thread_)} + c_.layout.arenaSize())
    return unfollowed("so many allocations");
  if (!freed) blocks.push_back({o.site, size.value(), o.zeroed});
  now_[{Cell::Kind::Alive, thread_, index, 0}] = t_.trueTerm();
  give(o.dst, t_.constant(base, c_.program.regWidth(o.dst)));
}

void GlobalStep::free(const ccfg::Free& o) {
  const Term address = translated(o.addr);
  const auto kind = o.heap ? ObjectKind::Heap : ObjectKind::Local;
  const auto targets = c_.pointsTo.targets(o.addr);
  Term valid = t_.eq(address, t_.constant(0, address.width()));
  std::vector<std::pair<Cell, Term>> ended;
  for (uint32_t k = 1; k <= after_.size(); ++k)
    for (uint32_t i = 0; i < after_[k - 1].blocks.size(); ++i) {
      const Block& b = after_[k - 1].blocks[i];
      if (c_.program.objects[b.site].kind != kind) continue;
      if (!address.isConst() && !targets.containsObject(c_.pointsTo.abstractOf(b.site))) continue;
      const Term hit = t_.eq(address, t_.constant(c_.baseOf(after_, k, i), address.width()));
      if (hit.isFalse()) continue;
      const Cell alive{Cell::Kind::Alive, k, i, 0};
      accesses_.push_back({edge(), address, o.addr, b.size, true, false, true, hit});
      valid = t_.orOf(valid, t_.andOf(hit, value(alive)));
      ended.emplace_back(alive, t_.andOf(value(alive), t_.notOf(hit)));
    }
  Hazard h;
  h.property = Property::Memory;
  if (!c_.properties.has(Property::Memory)) {
    h.kind = Hazard::Kind::Cutoff;
    h.assumption = ccfg::endsAtInvalidAccess(c_.program, edge());
  }
  accessesNothing_ = accessesNothing_ || valid.isFalse();
  hazard(std::move(h), t_.notOf(valid));
  require(valid);
  for (const auto& [cell, after] : ended) now_[cell] = after;
}

} // namespace heddle::check
