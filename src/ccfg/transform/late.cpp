// The rules of the memory models; see late.h.
#include "ccfg/transform/late.h"

#include <algorithm>

namespace heddle::ccfg::transform {

using Kind = Entry::Kind;

namespace {

void addRegisters(std::set<RegId>& to, Term t) {
  for (const logic::SymbolId s : logic::symbolsOf(t)) to.insert(s);
}

bool meet(const std::set<RegId>& a, const std::set<RegId>& b) {
  return std::ranges::any_of(a, [&](RegId r) { return b.contains(r); });
}

Effects effectsOf(const Edge& e) {
  Effects out;
  for (const Operation& op : e.ops) {
    forEachTerm(op, [&](Term t) { addRegisters(out.reads, t); });
    for (const RegId r : writtenRegisters(op)) out.writes.insert(r);
    out.fails = out.fails || std::holds_alternative<Assert>(op);
    out.decides = out.decides || out.fails || std::holds_alternative<Assume>(op);
    if (const auto* load = std::get_if<Load>(&op)) {
      out.place = load->addr;
      out.bytes = load->bytes;
    } else if (const auto* store = std::get_if<Store>(&op)) {
      out.place = store->addr;
      out.bytes = store->bytes;
      out.isWrite = true;
    }
  }
  if (out.place) addRegisters(out.address, out.place);
  return out;
}

bool isSurelyValid(const Program& p, const analysis::TargetSet& targets, unsigned bytes) {
  return !targets.empty() && std::ranges::all_of(targets, [&](const analysis::Target& t) {
    const Object& o = p.objects[t.object];
    const int64_t at = t.offsets.residue;
    return o.kind == ObjectKind::Global && !o.readOnly && t.offsets.isExact() && at >= 0 &&
           static_cast<uint64_t>(at) + bytes <= o.size;
  });
}

} // namespace

LateRules::LateRules(const Program& p, const analysis::PointsTo& pointsTo, MemoryModel model)
    : pointsTo_(pointsTo), model_(model) {
  effects_.reserve(p.edges.size());
  for (const Edge& e : p.edges) {
    Effects& effects = effects_.emplace_back(effectsOf(e));
    if (effects.place) effects.isValid = isSurelyValid(p, pointsTo.targets(effects.place), effects.bytes);
  }
}

bool LateRules::hasLate(const Entries& list) {
  return std::ranges::any_of(list, [](const Entry& e) { return e.kind == Kind::Late; });
}

bool LateRules::hasUndecided(const Entries& list, size_t end) const {
  return std::any_of(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(end),
                     [&](const Entry& e) { return e.kind == Kind::Late && effects_[e.edge].decides; });
}

bool LateRules::needs(const Entries& list, size_t end, EdgeId e) const {
  return std::any_of(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(end), [&](const Entry& x) {
    return x.kind == Kind::Late && meet(effects_[x.edge].writes, effects_[e].reads);
  });
}

bool LateRules::disturbs(const Entries& list, size_t end, EdgeId e) const {
  return std::any_of(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(end), [&](const Entry& x) {
    return x.kind == Kind::Late && (meet(effects_[x.edge].writes, effects_[e].writes) ||
                                    meet(effects_[x.edge].reads, effects_[e].writes));
  });
}

bool LateRules::mayOverlap(EdgeId e, EdgeId f) const {
  const Effects &a = effects_[e], &b = effects_[f];
  return a.place && b.place && pointsTo_.mayAlias(a.place, a.bytes, b.place, b.bytes);
}

bool LateRules::followsAccess(const Entries& list, size_t end, EdgeId e) const {
  return std::any_of(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(end), [&](const Entry& x) {
    return mayOverlap(x.edge, e) && (x.kind == Kind::Late || (x.kind == Kind::Store && effects_[e].isWrite));
  });
}

bool LateRules::isTooEarly(const Entries& list, size_t end, EdgeId e) const {
  return !effects_[e].isValid && hasUndecided(list, end);
}

bool LateRules::mayExecute(const Entries& list, size_t i) const {
  const EdgeId e = list[i].edge;
  if (needs(list, i, e) || disturbs(list, i, e) || isTooEarly(list, i, e)) return false;
  const Effects& own = effects_[e];
  if (own.place && !own.isWrite && followsAccess(list, i, e)) return false;
  return !own.fails || !hasUndecided(list, i);
}

bool LateRules::staysBehind(const Entries& list, size_t i, size_t earlier) const {
  const Entry &e = list[i], &before = list[earlier];
  if (model_ == MemoryModel::Tso || before.kind == Kind::Barrier || e.ordered) return true;
  if (mayOverlap(e.edge, before.edge)) return true;
  if (before.kind != Kind::Late) return false;
  const Effects& other = effects_[before.edge];
  if (other.decides) return true;
  return std::any_of(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(earlier), [&](const Entry& x) {
    return x.kind == Kind::Late && meet(effects_[x.edge].writes, other.address);
  });
}

bool LateRules::mayReachMemory(const Entries& list, size_t i) const {
  for (size_t k = 0; k < i; ++k)
    if (staysBehind(list, i, k)) return false;
  return list[i].kind == Kind::Store;
}

// Stores that may leave in any order are kept by edge: lists that differ in nothing else are equal.
void LateRules::enter(Entries& list, Entry e) const {
  size_t at = list.size();
  list.push_back(e);
  while (at > 0 && e.kind == Kind::Store && list[at - 1].kind == Kind::Store && !list[at - 1].ordered &&
         list[at - 1] > e && !staysBehind(list, at, at - 1)) {
    std::swap(list[at - 1], list[at]);
    --at;
  }
}

void LateRules::settle(Entries& list) {
  while (!list.empty() && list[0].kind == Kind::Barrier) list.erase(list.begin());
  if (!list.empty()) list[0].ordered = false;
}

} // namespace heddle::ccfg::transform
