// Initial contents and lifetimes; see abstractmemory.h.
#include "abstract/abstractmemory.h"

#include "ccfg/analysis/graph/loops.h"
#include "ccfg/hidden.h"

#include <algorithm>

namespace heddle::abstract {

using ccfg::EdgeId;
using ccfg::ObjectId;
using ccfg::ObjectKind;
using ccfg::analysis::Target;

namespace {

constexpr uint64_t maxElements = 4096; // of an array whose initial values are looked at one by one

} // namespace

Memory::Memory(const ccfg::Program& p, const ccfg::analysis::PointsTo& pointsTo,
               const ccfg::analysis::Escape& escape, const ccfg::analysis::Mhb& mhb)
    : Cells(p, pointsTo, escape), program_(p), pointsTo_(pointsTo), mhb_(mhb), oneOfOwn_(p.objects.size()),
      frees_(p.objects.size()), sizes_(p.objects.size()) {
  findLifetimes(escape);
  for (const Cell& c : cells()) initial_.push_back(initialOf(c));
}

void Memory::findLifetimes(const ccfg::analysis::Escape& escape) {
  const ccfg::Program& p = program_;
  for (ObjectId o = 0; o < p.objects.size(); ++o)
    if (p.objects[o].kind == ObjectKind::Global) sizes_[o] = p.objects[o].size;
  const ccfg::analysis::Loops loops(p);
  std::vector<unsigned> sites(p.objects.size());
  for (EdgeId e = 0; e < p.edges.size(); ++e)
    for (const ccfg::Operation& op : p.edges[e].ops) {
      if (const auto* a = std::get_if<ccfg::Alloc>(&op)) {
        const ObjectId o = pointsTo_.abstractOf(a->site);
        const uint64_t size = a->size.isConst() ? a->size.value() : 0;
        sizes_[o] = sites[o]++ == 0 ? size : std::min(sizes_[o], size);
        oneOfOwn_[o] = sites[o] == 1 && !loops.edgeInCycle(e) && escape.isPrivate(o);
      }
      if (const auto* f = std::get_if<ccfg::Free>(&op))
        for (const Target& t : pointsTo_.targets(f->addr)) frees_[t.object].push_back(e);
    }
}

Value Memory::initialOf(const Cell& c) const {
  const ccfg::Object& object = program_.objects[c.object];
  const unsigned width = 8 * c.bytes;
  if (c.kind == Cell::Kind::Opaque || c.bytes > 8) return Value::top(std::min(width, 64u));
  if (object.kind != ObjectKind::Global) return Value::of(Number::bottom(width));
  if (object.uninitialised) return Value::top(width);
  if (object.init.empty()) return Value::constant(0, width);
  Value all = Value::of(Number::bottom(width));
  for (const Footprint& f : c.footprints) {
    if (f.offsets.residue < 0 || object.size / std::max<uint64_t>(f.offsets.stride, 1) > maxElements)
      if (!f.offsets.isExact()) return Value::top(width);
    for (auto at = static_cast<uint64_t>(f.offsets.residue); at + c.bytes <= object.size;
         at += f.offsets.stride) {
      all = join(all, initialAt(c.object, at, c.bytes));
      if (f.offsets.isExact()) break;
    }
  }
  return all.isBottom() ? Value::top(width) : all; // all out of bounds: no access goes on
}

Value Memory::initialAt(ObjectId o, uint64_t offset, unsigned bytes) const {
  const unsigned width = 8 * bytes;
  uint64_t value = 0;
  for (const ccfg::InitPiece& piece : program_.objects[o].init) {
    if (piece.offset + piece.bytes <= offset || offset + bytes <= piece.offset) continue;
    if (!piece.value.isConst()) {
      if (piece.offset != offset || piece.bytes != bytes || piece.value.width() != width)
        return Value::top(width);
      const bool moved = piece.value.op() == logic::Op::Add;
      const logic::Term base = moved ? piece.value.kid(0) : piece.value;
      Value v = Value::pointer(pointsTo_.abstractOf(static_cast<ObjectId>(base.value())), width);
      if (moved) v.number = Number::constant(piece.value.kid(1).value(), width);
      return v;
    }
    for (unsigned i = 0; i < piece.bytes; ++i) {
      const uint64_t at = piece.offset + i;
      if (at < offset || at >= offset + bytes) continue;
      const uint64_t byte = piece.value.value() >> 8 * i & 0xff;
      value = (value & ~(0xffull << 8 * (at - offset))) | byte << 8 * (at - offset);
    }
  }
  return Value::constant(value, width);
}

// Who frees it may come to e after that.
bool Memory::isFreedBefore(EdgeId free, EdgeId e) const {
  const auto [at, isNew] = afterFree_.try_emplace(free);
  if (isNew) at->second = ccfg::analysis::locationsFrom(program_, program_.edges[free].to);
  return at->second.test(program_.edges[e].from);
}

bool Memory::lives(ObjectId o, EdgeId e) const {
  return std::all_of(frees_[o].begin(), frees_[o].end(), [&](EdgeId f) {
    return mhb_.orderedBefore(e, f) || (oneOfOwn_[o] && !isFreedBefore(f, e));
  });
}

bool Memory::isValid(EdgeId e, const Value& address, unsigned bytes, bool write) const {
  if (address.isBottom()) return true;
  if (address.isNumber()) return address.number.isConstant() && address.number.value() == 0;
  if (address.base != Value::Base::Object) return false;
  const ObjectId o = address.id;
  if (!lives(o, e) || (write && program_.objects[o].readOnly)) return false;
  if (address.number.unsignedMin() < ccfg::hiddenBytes(program_.objects[o]) &&
      !ccfg::seesHiddenBytes(program_, program_.edges[e]))
    return false;
  const uint64_t size = sizes_[o];
  return size >= bytes && address.number.unsignedMax() <= size - bytes;
}

} // namespace heddle::abstract
