// See product.h.
#include "repair/product.h"

#include "ccfg/analysis/graph/loops.h"
#include "ccfg/analysis/order/handles.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::repair {

using abstract::CellId;
using abstract::Value;

// A thread that is started stands at its entry, in the same environment.
class Product::Started : public abstract::Others {
public:
  Started(Product& product, ProductState& s) : product_(product), s_(s) {}
  void fork(ccfg::ThreadId t, std::vector<Value> args) override {
    s_.at[t] = product_.p_.threads[t].entry;
    product_.transfers_[t].start(args, s_.env);
  }

private:
  Product& product_;
  ProductState& s_;
};

Product::Product(const ccfg::analysis::Facts& facts, const Abstraction& abstraction,
                 ccfg::PropertySet properties)
    : facts_(facts), p_(facts.program()), abstraction_(abstraction),
      memory_(p_, facts.pointsTo(), facts.escape(), facts.mhb()), closure_(abstraction.domain) {
  for (ccfg::ThreadId t = 0; t < p_.threads.size(); ++t)
    transfers_.emplace_back(facts, memory_, packs_, domains::Closure(domains::DomainKind::Product),
                            properties, t, Value::constant(t + 1, 32));
  std::set<ccfg::ObjectId> primitives; // words of locks and the like: nothing is known without them
  for (EdgeId e = 0; e < p_.edges.size(); ++e)
    if (p_.edges[e].primitive)
      for (size_t i = 0; i < p_.edges[e].ops.size(); ++i)
        if (ccfg::isAccess(p_.edges[e].ops[i]))
          for (const CellId c : memory_.of(e, i)) primitives.insert(memory_.cells()[c].object);
  for (CellId c = 0; c < memory_.cells().size(); ++c) {
    const abstract::Cell& cell = memory_.cells()[c];
    const std::string& name = p_.objects[cell.object].name;
    const bool exact =
        abstraction.exact || primitives.contains(cell.object) || named(abstraction.exactValues, name);
    roundedCell_.push_back(!exact);
    trackedCell_.push_back(exact || named(abstraction.tracked, name));
  }
  for (ccfg::RegId r = 0; r < p_.registerCount(); ++r) {
    const std::string& name = p_.reg(r).name;
    const bool exact = abstraction.exact || named(abstraction.exactValues, name);
    roundedReg_.push_back(!exact);
    trackedReg_.push_back(exact || named(abstraction.tracked, name));
  }
}

bool Product::named(const std::vector<std::string>& names, const std::string& variable) const {
  return std::ranges::any_of(names, [&](const std::string& n) {
    return variable == n ||
           (variable.starts_with(n) && (variable[n.size()] == '@' || variable[n.size()] == '.'));
  });
}

std::string Product::unsupported() const {
  for (const ccfg::Thread& t : p_.threads)
    if (t.repeatable) return fmt::format("thread `{}` may run several times at once", t.name);
  return "";
}

ProductState Product::initial() {
  ProductState s;
  s.at.assign(p_.threads.size(), ccfg::none);
  for (CellId c = 0; c < memory_.cells().size(); ++c)
    if (memory_.cells()[c].kind == abstract::Cell::Kind::Exact && !memory_.initial(c).isBottom())
      s.env.cells.set(c, memory_.initial(c));
  Started started(*this, s);
  started.fork(0, {});
  return s;
}

// ---- races

bool mayConflict(const ProductAccess& a, const ProductAccess& b) {
  using Base = Value::Base;
  if ((!a.write && !b.write) || (a.atomic && b.atomic)) return false;
  if (a.address.base != Base::Object || b.address.base != Base::Object) return true;
  if (a.address.id != b.address.id) return false;
  const domains::Number &x = a.address.number, &y = b.address.number;
  if (x.isBottom() || y.isBottom()) return false;
  const bool aligned = a.bytes == b.bytes && x.stride() % a.bytes == 0 && y.stride() % a.bytes == 0 &&
                       x.residue() % a.bytes == 0 && y.residue() % a.bytes == 0;
  if (aligned || (x.isConstant() && y.isConstant() && x.value() == y.value())) return !meet(x, y).isBottom();
  return x.unsignedMin() < y.unsignedMax() + b.bytes && y.unsignedMin() < x.unsignedMax() + a.bytes;
}

bool mayRace(const ProductStep& a, const ProductStep& b) {
  if (a.thread == b.thread) return false;
  for (const ProductAccess& x : a.accesses)
    for (const ProductAccess& y : b.accesses)
      if (mayConflict(x, y)) return true;
  return false;
}

// What the thread is about to do: its next statement. What else it does in an atomic section is nobody's
// next step.
void Product::noteAccess(EdgeId e, ProductStep& step) {
  const ccfg::Edge& edge = p_.edges[e];
  const auto statement = [&](EdgeId of) {
    StatementId id = 0;
    for (const ccfg::Operation& op : p_.edges[of].ops)
      ccfg::forEachStatement(op, [&](StatementId s) { id = id == 0 ? s : id; });
    return id;
  };
  const auto first =
      std::ranges::find_if(step.edges, [&](EdgeId before) { return !facts_.escape().isLocal(before); });
  if (edge.primitive || first == step.edges.end() || statement(*first) != statement(e)) return;
  for (size_t i = 0; i < edge.ops.size(); ++i) {
    const auto note = [&](const auto& o, bool write) {
      const Value address = i == 0 ? transfers_[step.thread].evaluator().evaluate(o.addr, step.to.env)
                                   : Value::top(p_.pointerWidth());
      step.accesses.push_back({address, o.bytes, write, o.order != ccfg::MemOrder::Plain});
    };
    if (const auto* load = std::get_if<ccfg::Load>(&edge.ops[i])) note(*load, false);
    if (const auto* store = std::get_if<ccfg::Store>(&edge.ops[i])) note(*store, true);
  }
}

// ---- steps

// The thread stands where nobody notices if it does more, or nobody else may move.
bool Product::goesOn(LocId l) const {
  if (p_.out(l).empty()) return false;
  if (p_.locations[l].atomic) return true;
  return std::ranges::all_of(p_.out(l), [&](EdgeId e) { return facts_.escape().isLocal(e); });
}

bool Product::mayJoin(EdgeId e, const ProductState& s) const {
  const bool joins = std::ranges::any_of(
      p_.edges[e].ops, [](const ccfg::Operation& op) { return std::holds_alternative<ccfg::Join>(op); });
  if (!joins) return true;
  const auto& forks = facts_.handles().joined(e);
  if (!forks) return true;
  return std::ranges::any_of(*forks, [&](EdgeId fork) {
    for (const ccfg::Operation& op : p_.edges[fork].ops)
      if (const auto* f = std::get_if<ccfg::Fork>(&op))
        if (s.at[f->thread] == p_.threads[f->thread].exit) return true;
    return false;
  });
}

// In place. False: nothing comes after it.
bool Product::execute(EdgeId e, uint32_t thread, ProductState& s, bool& fails) {
  if (!mayJoin(e, s)) return false;
  Started started(*this, s);
  abstract::Findings findings;
  const bool possible = transfers_[thread].executeEdge(e, s.env, started, &findings);
  fails = !findings.failures.empty();
  s.at[thread] = p_.edges[e].to;
  return possible;
}

bool Product::follow(const std::vector<EdgeId>& edges, uint32_t thread, ProductState& s, bool& fails) {
  for (const EdgeId e : edges)
    if (!execute(e, thread, s, fails) || fails) return fails;
  abstractValues(s);
  return true;
}

std::vector<ProductStep> Product::steps(const ProductState& s) {
  std::vector<ProductStep> out, open;
  uint32_t holder = ccfg::none;
  for (uint32_t t = 0; t < s.at.size(); ++t)
    if (s.at[t] != ccfg::none && p_.locations[s.at[t]].atomic) holder = t;
  const auto extend = [&](const ProductStep& before, uint32_t t, const ProductState& from) {
    for (const EdgeId e : p_.out(from.at[t])) {
      ProductStep step{
          t, before.edges, false, before.retreats || facts_.loops().isRetreating(e), before.accesses, from};
      step.edges.push_back(e);
      noteAccess(e, step);
      bool fails = false;
      const bool possible = execute(e, t, step.to, fails);
      if (fails) {
        ProductStep wrong = step;
        wrong.fails = true;
        out.push_back(std::move(wrong));
      }
      if (possible) open.push_back(std::move(step));
    }
  };
  for (uint32_t t = 0; t < s.at.size(); ++t)
    if (s.at[t] != ccfg::none && (holder == ccfg::none || holder == t)) extend({}, t, s);
  while (!open.empty()) {
    ProductStep step = std::move(open.back());
    open.pop_back();
    if (goesOn(step.to.at[step.thread]) && !step.retreats) {
      extend(step, step.thread, step.to);
      continue;
    }
    abstractValues(step.to);
    out.push_back(std::move(step));
  }
  return out;
}

// ---- the abstraction

void Product::abstractValues(ProductState& s) const {
  if (abstraction_.exact) return;
  const auto rounded = [&](abstract::ValueMap& map, const std::vector<bool>& which) {
    const auto entries = map.entries();
    for (const auto& [key, value] : entries)
      if (key < which.size() && which[key] && value.isNumber())
        map.set(key, Value::of(closure_.round(value.number)));
  };
  rounded(s.env.cells, roundedCell_);
  rounded(s.env.registers, roundedReg_);
}

std::string Product::key(const ProductState& s) const {
  std::string out;
  for (const LocId l : s.at) out += fmt::format("{} ", l);
  const auto add = [&](const abstract::ValueMap& map, const std::vector<bool>& which) {
    for (const auto& [k, v] : map.entries())
      if (k < which.size() && which[k])
        out += fmt::format("{}={}.{}.{} ", k, static_cast<int>(v.base), v.id, v.number.toString());
    out += "| ";
  };
  add(s.env.cells, trackedCell_);
  add(s.env.registers, trackedReg_);
  return out;
}

} // namespace heddle::repair
