// See invariants.h.
#include "engines/modular/invariants.h"

namespace heddle::modular {

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
        engine::Bound b;
        b.reg = reg;
        b.range = rangeOf(value.number);
        result.bounds.push_back(b);
      }
    for (CellId c = 0; c < facts_.memory.cells().size(); ++c) addCell(c, env, result);
    return result;
  }

private:
  void addCell(CellId c, const Environment& env, engine::Invariant& result) const {
    const Cell& cell = facts_.memory.cells()[c];
    const ccfg::Object& object = facts_.program.objects[cell.object];
    if (cell.kind != Cell::Kind::Exact || object.kind != ccfg::ObjectKind::Global || object.readOnly) return;
    const auto& place = cell.footprints[0].offsets;
    if (place.residue < 0 || static_cast<uint64_t>(place.residue) + cell.bytes > object.size) return;
    const Value v = contentOf(c, env);
    if (!v.isNumber() || v.isTop() || v.isBottom()) return;
    engine::Bound b;
    b.object = cell.object;
    b.offset = static_cast<uint64_t>(place.residue);
    b.bytes = cell.bytes;
    b.range = rangeOf(v.number);
    result.bounds.push_back(b);
  }

  Value contentOf(CellId c, const Environment& env) const {
    const Value* pinned = env.pinned.find(c);
    const Value* own = env.own.find(c);
    const unsigned width = 8 * facts_.memory.cells()[c].bytes;
    if (pinned != nullptr) return *pinned;
    if (own == nullptr) return Value::top(width); // not among what the thread accesses
    Value v = *own;
    for (StoreId s : facts_.sites.foreignStoresTo(c, thread_, facts_.program))
      for (const Interference& i : interferences_.stores[s])
        v = i.value.width() == width ? join(v, Value::of(plainNumber(i.value))) : Value::top(width);
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
