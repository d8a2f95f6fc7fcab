// See crews.h.
#include "ccfg/analysis/order/crews.h"

#include "ccfg/analysis/memory/escape.h"
#include "ccfg/analysis/order/mhb.h"
#include "logic/eval.h"

#include <algorithm>

namespace heddle::ccfg::analysis {

using logic::Op;

namespace {

struct Element { // of an array: an object, and where in it for a value of the counter
  ObjectId object;
  Term address;
  uint64_t offsetAt(uint64_t v) const {
    return logic::evaluate(address, [&](Term leaf) { return leaf.op() == Op::Address ? 0 : v; });
  }
};

// The object whose base is a summand, and nothing else of the kind; `none` if there is none.
ObjectId baseOf(Term t) {
  if (t.op() == Op::Address) return static_cast<ObjectId>(t.value());
  if (t.op() != Op::Add) return none;
  const ObjectId a = baseOf(t.kid(0)), b = baseOf(t.kid(1));
  return a == none || b == none ? std::min(a, b) : none;
}

unsigned addressesIn(Term t) {
  unsigned count = t.op() == Op::Address ? 1 : 0;
  for (unsigned i = 0; i < t.arity(); ++i) count += addressesIn(t.kid(i));
  return count;
}

// The address mentions one object, and no register but the counter (`none`: no register at all).
std::optional<Element> elementOf(Term address, RegId counter) {
  const std::vector<RegId> symbols = logic::symbolsOf(address);
  const bool plain = std::ranges::all_of(symbols, [&](RegId r) { return r == counter; });
  const ObjectId object = baseOf(address);
  if (!plain || object == none || addressesIn(address) != 1) return std::nullopt;
  return Element{object, address};
}

// A register with thread numbers, as wide as it may be.
std::optional<RegId> handleRegister(Term t) {
  while ((t.op() == Op::ZExt && t.kid(0).width() >= 32) ||
         (t.op() == Op::Extract && t.value() == 0 && t.width() >= 32))
    t = t.kid(0);
  if (t.op() != Op::Var) return std::nullopt;
  return static_cast<RegId>(t.value());
}

struct ForkAndStore {
  const Fork* fork = nullptr;
  const Store* store = nullptr;
  EdgeId storeEdge = none;
};

// Notes the fork and the store after it; false if there are others.
bool note(const Program& p, EdgeId e, ForkAndStore& result) {
  for (const Operation& op : p.edges[e].ops) {
    if (const auto* f = std::get_if<Fork>(&op)) {
      if (result.fork != nullptr) return false;
      result.fork = f;
    }
    if (const auto* s = std::get_if<Store>(&op)) {
      if (result.store != nullptr || result.fork == nullptr) return false;
      result.store = s;
      result.storeEdge = e;
    }
  }
  return result.fork != nullptr;
}

// A fork whose handle is stored by the same edge, or by the next, which nothing else leads to; just one of
// each.
std::optional<ForkAndStore> forkAndStore(const Program& p, EdgeId e) {
  ForkAndStore result;
  if (!note(p, e, result)) return std::nullopt;
  const LocId next = p.edges[e].to;
  if (result.store == nullptr && p.in(next).size() == 1 && p.out(next).size() == 1 &&
      !note(p, p.out(next)[0], result))
    return std::nullopt;
  if (result.store == nullptr || handleRegister(result.store->value) != result.fork->handle)
    return std::nullopt;
  return result;
}

std::vector<uint64_t> offsetsOf(const Element& e, const std::vector<uint64_t>& values) {
  std::vector<uint64_t> result;
  for (uint64_t v : values) result.push_back(e.offsetAt(v));
  std::ranges::sort(result);
  return result;
}

bool areApart(const std::vector<uint64_t>& sorted, unsigned bytes) {
  for (size_t i = 1; i < sorted.size(); ++i)
    if (sorted[i] - sorted[i - 1] < bytes) return false;
  return true;
}

} // namespace

Crews::Crews(const Facts& facts)
    : dominators_(facts.dominators()), counted_(countedLoops(facts.program(), dominators_, facts.loops())) {
  if (counted_.empty()) return;
  const Program& p = facts.program();
  findCrews(p, facts.pointsTo());
  if (!crews_.empty()) findJoins(p);
}

void Crews::findCrews(const Program& p, const PointsTo& pointsTo) {
  std::vector<unsigned> forks(p.threads.size()), writers(p.objects.size());
  for (const Edge& e : p.edges)
    for (const Operation& op : e.ops) {
      if (const auto* f = std::get_if<Fork>(&op)) ++forks[f->thread];
      if (const auto* s = std::get_if<Store>(&op))
        for (const Target& t : pointsTo.targets(s->addr)) ++writers[t.object];
    }
  for (const CountedLoop& loop : counted_)
    for (LocId l : loop.loop.body)
      for (EdgeId e : p.out(l)) {
        const auto found = forkAndStore(p, e);
        if (!found || forks[found->fork->thread] != 1 || p.threads[p.locations[l].thread].repeatable)
          continue;
        const auto element = elementOf(found->store->addr, loop.counter);
        if (!element || writers[element->object] != 1 || !isOncePerPass(p, loop, e)) continue;
        const Object& array = p.objects[element->object];
        if (array.kind != ObjectKind::Global || loop.afterStep.test(l) || e == loop.step) continue;
        Crew crew{found->fork->thread, e, found->storeEdge, element->object,
                  offsetsOf(*element, loop.values)};
        const unsigned bytes = found->store->bytes;
        if (!areApart(crew.offsets, bytes) || crew.offsets.empty()) continue;
        if (crew.offsets.back() + bytes > array.size || crew.offsets.back() >= array.size) continue;
        crews_.push_back(std::move(crew));
      }
}

void Crews::findJoins(const Program& p) {
  for (EdgeId e = 0; e < p.edges.size(); ++e)
    for (size_t i = 0; i < p.edges[e].ops.size(); ++i)
      if (const auto* join = std::get_if<Join>(&p.edges[e].ops[i])) addJoin(p, {e, i}, *join);
}

void Crews::addJoin(const Program& p, OpPlace at, const Join& join) {
  const auto handle = handleRegister(join.handle);
  const auto def = handle ? reachingDefinition(p, at, *handle) : std::nullopt;
  if (!def) return;
  const auto* load = std::get_if<Load>(&p.edges[def->edge].ops[def->op]);
  if (load == nullptr) return;
  if (const auto element = elementOf(load->addr, none)) {
    joined_.push_back({at.edge, def->edge, element->object, {element->offsetAt(0)}});
    return;
  }
  for (const CountedLoop& loop : counted_) {
    const auto element = elementOf(load->addr, loop.counter);
    if (!element || !isInEveryPass(p, dominators_, loop, def->edge, def->op) ||
        !isInEveryPass(p, dominators_, loop, at.edge, at.op))
      continue;
    for (EdgeId exit : loop.exits)
      joined_.push_back({exit, def->edge, element->object, offsetsOf(*element, loop.values)});
  }
}

PriorEvents Crews::prior(const Mhb& known) const {
  using Kind = PriorEvent::Kind;
  PriorEvents result;
  for (const CountedLoop& l : counted_) {
    if (l.values.empty()) continue;
    PriorGroup passes;
    for (EdgeId back : l.loop.backEdges) passes.push_back({Kind::Edge, back});
    for (EdgeId exit : l.exits) result[exit].push_back(passes);
  }
  for (const Crew& crew : crews_)
    for (const Joined& last : joined_) {
      if (last.handles != crew.handles) continue;
      std::vector<uint64_t> offsets;
      for (const Joined& j : joined_)
        if (j.handles == crew.handles && known.orderedBefore(crew.store, j.load) &&
            (j.edge == last.edge || known.mhb(j.edge, last.edge)))
          offsets.insert(offsets.end(), j.offsets.begin(), j.offsets.end());
      std::ranges::sort(offsets);
      if (!std::ranges::includes(offsets, crew.offsets)) continue;
      result[last.edge].push_back({{Kind::AllEnded, crew.thread}});
      if (known.mhb(crew.fork, last.edge)) result[last.edge].push_back({{Kind::Ended, crew.thread}});
    }
  return result;
}

} // namespace heddle::ccfg::analysis
