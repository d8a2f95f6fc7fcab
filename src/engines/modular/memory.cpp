// Finds cells; see memory.h.
#include "engines/modular/memory.h"

#include "ccfg/hidden.h"

#include "logic/eval.h"
#include "support/error.h"

#include <algorithm>
#include <numeric>

namespace heddle::modular {

using ccfg::EdgeId;
using ccfg::ObjectId;
using ccfg::ObjectKind;
using ccfg::analysis::Offsets;
using ccfg::analysis::Target;
using ccfg::analysis::TargetSet;

namespace {

constexpr uint64_t maxElements = 4096; // of an array whose initial values are looked at one by one

struct AccessOf {
  logic::Term address;
  unsigned bytes;
};

std::optional<AccessOf> accessOf(const ccfg::Operation& op) {
  if (const auto* l = std::get_if<ccfg::Load>(&op)) return AccessOf{l->addr, l->bytes};
  if (const auto* s = std::get_if<ccfg::Store>(&op)) return AccessOf{s->addr, s->bytes};
  return std::nullopt;
}

} // namespace

Memory::Memory(const ccfg::Program& p, const ccfg::analysis::PointsTo& pointsTo,
               const ccfg::analysis::Escape& escape, const ccfg::analysis::Mhb& mhb)
    : program_(p), pointsTo_(pointsTo), escape_(escape), mhb_(mhb), frees_(p.objects.size()),
      cellsOfObject_(p.objects.size()), accesses_(p.edges.size()) {
  findLifetimes();
  std::vector<std::vector<Footprint>> footprints(p.objects.size());
  collectFootprints(footprints);
  for (ObjectId o = 0; o < p.objects.size(); ++o) makeCells(o, footprints[o]);
  resolveAccesses();
}

void Memory::findLifetimes() {
  const ccfg::Program& p = program_;
  onePlace_ = ccfg::analysis::singleInstanceObjects(p, pointsTo_);
  sizes_.assign(p.objects.size(), 0);
  oneOfOwn_.assign(p.objects.size(), false);
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
        // What only its own instance sees is one place there if it is made once.
        onePlace_[o] = sites[o] == 1 && !loops.edgeInCycle(e) && (onePlace_[o] || escape_.isPrivate(o));
        oneOfOwn_[o] = sites[o] == 1 && !loops.edgeInCycle(e) && escape_.isPrivate(o);
      }
      if (const auto* f = std::get_if<ccfg::Free>(&op))
        for (const Target& t : pointsTo_.targets(f->addr)) frees_[t.object].push_back(e);
    }
}

void Memory::collectFootprints(std::vector<std::vector<Footprint>>& footprints) const {
  for (const ccfg::Edge& e : program_.edges)
    for (const ccfg::Operation& op : e.ops)
      if (const auto access = accessOf(op))
        for (const Target& t : pointsTo_.targets(access->address)) {
          const Footprint f{t.offsets, access->bytes};
          auto& all = footprints[t.object];
          if (std::find(all.begin(), all.end(), f) == all.end()) all.push_back(f);
        }
}

void Memory::makeCells(ObjectId o, const std::vector<Footprint>& footprints) {
  std::vector<uint32_t> leader(footprints.size());
  std::iota(leader.begin(), leader.end(), 0u);
  const auto find = [&](uint32_t i) {
    while (leader[i] != i) i = leader[i];
    return i;
  };
  for (uint32_t i = 0; i < footprints.size(); ++i)
    for (uint32_t j = 0; j < i; ++j)
      if (ccfg::analysis::overlap(footprints[i].offsets, footprints[i].bytes, footprints[j].offsets,
                                  footprints[j].bytes))
        leader[find(i)] = find(j);
  for (uint32_t i = 0; i < footprints.size(); ++i) {
    if (find(i) != i) continue;
    std::vector<Footprint> together;
    for (uint32_t j = 0; j < footprints.size(); ++j)
      if (find(j) == i) together.push_back(footprints[j]);
    addCell(o, together);
  }
}

void Memory::addCell(ObjectId o, const std::vector<Footprint>& together) {
  Cell c{Cell::Kind::Summary, o, together, together[0].bytes, escape_.isShared(o), {}};
  if (together.size() == 1 && together[0].offsets.isExact() && onePlace_[o]) {
    c.kind = Cell::Kind::Exact;
  } else {
    for (const Footprint& f : together)
      for (const Footprint& g : together)
        if (f.bytes != g.bytes || !ccfg::analysis::overlapIsTotal(f.offsets, g.offsets, f.bytes))
          c.kind = Cell::Kind::Opaque;
  }
  c.initial = initialOf(c);
  cellsOfObject_[o].push_back(static_cast<CellId>(cells_.size()));
  cells_.push_back(c);
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

std::vector<CellId> Memory::cellsOf(const TargetSet& targets, unsigned bytes) const {
  std::vector<CellId> result;
  for (const Target& t : targets)
    for (CellId c : cellsOfObject_[t.object]) {
      const auto& parts = cells_[c].footprints;
      if (std::find(parts.begin(), parts.end(), Footprint{t.offsets, bytes}) != parts.end())
        result.push_back(c);
    }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

void Memory::resolveAccesses() {
  for (EdgeId e = 0; e < program_.edges.size(); ++e) {
    const auto& ops = program_.edges[e].ops;
    accesses_[e].resize(ops.size());
    for (size_t i = 0; i < ops.size(); ++i) {
      if (const auto access = accessOf(ops[i]))
        accesses_[e][i] = cellsOf(pointsTo_.targets(access->address), access->bytes);
      if (const auto* a = std::get_if<ccfg::Alloc>(&ops[i]))
        accesses_[e][i] = cellsOfObject_[pointsTo_.abstractOf(a->site)];
    }
  }
}

const std::vector<CellId>& Memory::of(EdgeId e, size_t op) const { return accesses_[e][op]; }

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

} // namespace heddle::modular
