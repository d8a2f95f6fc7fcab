// See invariants.h.
#include "engines/modular/invariants.h"

#include "logic/eval.h"

#include <algorithm>

namespace heddle::modular {

using ccfg::EdgeId;
using ccfg::LocId;
using ccfg::RegId;

namespace {

engine::Range rangeOf(const Number& n) {
  return {n.width(),
          n.unsignedMin(),
          n.unsignedMax(),
          n.signedMin(),
          n.signedMax(),
          n.isConstant() ? 1 : n.stride(),
          n.isConstant() ? 0 : n.residue()};
}

class Collector {
public:
  Collector(const Facts& facts, const Interferences& interferences, ccfg::ThreadId thread)
      : facts_(facts), interferences_(interferences), thread_(thread) {}

  engine::Invariant at(LocId l, const std::vector<State>& states) {
    engine::Invariant result;
    result.location = l;
    result.reachable = !states.empty();
    if (states.empty()) return result;
    Environment env = states[0].env;
    for (const State& s : states) env = join(env, s.env);
    for (const auto& [reg, value] : env.registers.entries())
      if (value.isNumber() && facts_.liveness.isLive(l, reg)) {
        result.bounds.push_back({{.reg = reg}, rangeOf(value.number)});
      }
    for (CellId c = 0; c < facts_.memory.cells().size(); ++c) addCell(c, l, env, result);
    for (const auto& [pack, relation] : env.relations.entries()) addRelations(*relation, l, result);
    return result;
  }

private:
  void addCell(CellId c, LocId l, const Environment& env, engine::Invariant& result) const {
    const auto place = placeOf(c);
    const Value v = contentOf(c, l, env);
    if (place && v.isNumber() && !v.isTop() && !v.isBottom())
      result.bounds.push_back({*place, rangeOf(v.number)});
  }

  // Where everyone can look: nothing if that is not one place for all.
  std::optional<engine::Place> placeOf(CellId c) const {
    const Cell& cell = facts_.memory.cells()[c];
    const ccfg::Object& object = facts_.program.objects[cell.object];
    if (cell.kind != Cell::Kind::Exact || object.kind != ccfg::ObjectKind::Global || object.readOnly)
      return std::nullopt;
    const auto& offsets = cell.footprints[0].offsets;
    if (offsets.residue < 0 || static_cast<uint64_t>(offsets.residue) + cell.bytes > object.size)
      return std::nullopt;
    return engine::Place{
        .object = cell.object, .offset = static_cast<uint64_t>(offsets.residue), .bytes = cell.bytes};
  }

  std::optional<engine::Place> placeOf(Variable v, LocId l) const {
    if (isCell(v)) return placeOf(cellOf(v));
    return facts_.liveness.isLive(l, v) ? std::optional(engine::Place{.reg = v}) : std::nullopt;
  }

  unsigned widthOf(Variable v) const {
    return isCell(v) ? 8 * facts_.memory.cells()[cellOf(v)].bytes : facts_.program.regWidth(v);
  }

  void addRelations(const Relation& relation, LocId l, engine::Invariant& result) const {
    using Kind = engine::Relation::Kind;
    const auto add = [&](Variable a, Variable b, engine::Relation r) {
      const auto first = placeOf(a, l), second = placeOf(b, l);
      if (!first || !second) return;
      r.first = *first, r.second = *second;
      r.firstWidth = widthOf(a), r.secondWidth = widthOf(b);
      result.relations.push_back(r);
    };
    for (const domains::Equalities::Entry& e : relation.equalities().entries()) {
      if (e.representative == domains::Equalities::zero || e.representative == e.variable) continue;
      engine::Relation r;
      r.kind = Kind::Equal;
      r.bound = logic::signedOf(e.offset, e.width);
      add(e.variable, e.representative, r);
    }
    for (const domains::Constraint& c : relation.constraints()) {
      engine::Relation r;
      r.firstSign = static_cast<int>(c.sum.terms[0].second);
      r.secondSign = static_cast<int>(c.sum.terms[1].second);
      r.bound = c.bound;
      add(c.sum.terms[0].first, c.sum.terms[1].first, r);
    }
  }

  // The store comes after whatever an instance that stands at the location does next.
  bool isLater(StoreId s, LocId l) const {
    const EdgeId store = facts_.sites.stores()[s].edge;
    const auto& out = facts_.program.out(l);
    return !out.empty() && std::ranges::all_of(out, [&](EdgeId e) {
      return facts_.mhb.orderedBefore(e, store) && !facts_.mhb.mayRunInParallel(e, store);
    });
  }

  Value contentOf(CellId c, LocId l, const Environment& env) const {
    const Value* known = env.cells.find(c);
    const Value* own = env.own.find(c);
    const unsigned width = 8 * facts_.memory.cells()[c].bytes;
    if (known != nullptr) return *known;
    if (own == nullptr) return Value::top(width); // not among what the thread accesses
    Value v = *own;
    for (StoreId s : facts_.sites.foreignStoresTo(c, thread_, facts_.program)) {
      if (isLater(s, l)) continue;
      for (const Interference& i : interferences_.stores[s])
        v = i.value.width() == width ? join(v, Value::of(plainNumber(i.value))) : Value::top(width);
    }
    return v;
  }

  const Facts& facts_;
  const Interferences& interferences_;
  ccfg::ThreadId thread_;
};

} // namespace

std::vector<engine::Invariant> invariantsOf(const Facts& facts, const Interferences& interferences,
                                            const Interpreter& interpreter, ccfg::ThreadId thread) {
  Collector collector(facts, interferences, thread);
  std::vector<engine::Invariant> result;
  for (LocId l = 0; l < facts.program.locations.size(); ++l)
    if (facts.program.locations[l].thread == thread) result.push_back(collector.at(l, interpreter.at(l)));
  return result;
}

} // namespace heddle::modular
