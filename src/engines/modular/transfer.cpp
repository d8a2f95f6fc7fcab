// Operations but for loads; see transfer.h.
#include "engines/modular/transfer.h"

#include <algorithm>

namespace heddle::modular {

using ccfg::EdgeId;
using ccfg::RegId;
using Base = Value::Base;

Transfer::Transfer(const Facts& facts, const Protection& protection, const Packs& packs, const Plan& plan,
                   Order& order, const Interferences& interferences, domains::Closure closure,
                   ccfg::PropertySet properties, ccfg::ThreadId thread)
    : facts_(facts), protection_(protection), packs_(packs), plan_(plan), order_(order),
      interferences_(interferences), properties_(properties), thread_(thread),
      evaluator_(facts.program, facts.pointsTo, packs, closure, thread) {}

// Registers are zero, parameters are what forks hand over, and nothing was written yet.
State Transfer::entry() const {
  const ccfg::Thread& t = facts_.program.threads[thread_];
  State s;
  for (RegId r : facts_.liveness.liveAt(t.entry))
    setRegister(s, r, Value::constant(0, facts_.program.regWidth(r)));
  const auto& args = interferences_.args[thread_];
  for (size_t i = 0; i < t.params.size(); ++i)
    if (facts_.liveness.isLive(t.entry, t.params[i])) {
      const bool known = args && i < args->size();
      setRegister(s, t.params[i], known ? (*args)[i] : Value::top(facts_.program.regWidth(t.params[i])));
    }
  const auto& cells = facts_.memory.cells();
  for (CellId c = 0; c < cells.size(); ++c) {
    if (packs_.isStable(c, t.entry) && !facts_.memory.initial(c).isBottom())
      evaluator_.relate(variableOf(c), {}, facts_.memory.initial(c), s.env);
    const auto& accessors = facts_.escape.accessors(cells[c].object);
    if (std::find(accessors.begin(), accessors.end(), thread_) == accessors.end()) continue;
    s.env.own.set(c, evaluator_.rounded(facts_.memory.initial(c)));
    if (cells[c].kind == Cell::Kind::Exact && cells[c].shared)
      s.env.writers.set(c, Value::constant(initialContent, 32));
  }
  return s;
}

std::vector<State> Transfer::execute(EdgeId e, const State& before, Effects* effects) {
  std::vector<State> states = {before};
  for (GuardId g : packs_.sectionsOf(e))
    if (!states.empty() && !enter(g, states[0])) states.clear();
  const auto& ops = facts_.program.edges[e].ops;
  for (size_t i = 0; i < ops.size() && !states.empty(); ++i) {
    // What is skipped still ends paths and starts threads, in which all is skipped.
    const bool kept =
        std::holds_alternative<ccfg::Halt>(ops[i]) || std::holds_alternative<ccfg::Fork>(ops[i]);
    if (plan_.skipped[e] && !kept) continue;
    std::vector<State> after;
    for (State& s : states) operation({e, i, effects, after}, std::move(s));
    states = std::move(after);
  }
  std::erase_if(states, [&](State& s) { return !leave(e, s, effects); });
  return states;
}

void Transfer::operation(const Step& step, State s) {
  std::visit([&](const auto& o) { apply(step, o, std::move(s)); },
             facts_.program.edges[step.edge].ops[step.op]);
}

bool Transfer::setRegister(State& s, RegId r, const Value& v, const domains::Form& form) const {
  Value kept = evaluator_.rounded(v);
  if (!evaluator_.relate(r, form, kept, s.env)) return false;
  if (const Relation* relation = s.env.relations.find(packs_.packOf(r));
      relation != nullptr && kept.isNumber())
    kept.number = domains::meet(kept.number, relation->numberOf(r, kept.width()));
  s.env.registers.set(r, kept);
  s.env.copies.erase(r);
  const ValueMap copies = s.env.copies;
  for (const auto& [copy, of] : copies.entries())
    if (!of.number.isConstant() || of.number.value() == r) s.env.copies.erase(copy);
  s.env.contents.eraseIf([&](uint32_t c) {
    const Value* of = s.env.contents.find(c);
    return !of->number.isConstant() || of->number.value() == r;
  });
  return !kept.isBottom();
}

// After the assignments of an edge: which of them were copies.
void Transfer::noteCopies(State& s, const ccfg::Set& o) const {
  for (const ccfg::Assignment& a : o.assignments) {
    if (a.value.op() != logic::Op::Var) continue;
    const auto from = static_cast<RegId>(a.value.value());
    const auto isFrom = [&](const ccfg::Assignment& b) { return b.reg == from; };
    if (from == facts_.program.threads[thread_].self || std::ranges::any_of(o.assignments, isFrom)) continue;
    const Value* root = s.env.copies.find(from);
    s.env.copies.set(a.reg, root != nullptr && root->number.isConstant() ? *root : Value::constant(from, 32));
  }
}

void Transfer::apply(const Step& step, const ccfg::Set& o, State s) {
  std::vector<Value> values;
  std::vector<domains::Form> forms;
  for (const ccfg::Assignment& a : o.assignments) {
    values.push_back(evaluator_.evaluate(a.value, s.env));
    forms.push_back(evaluator_.formOf(a.value, s.env));
  }
  for (size_t i = 0; i < values.size(); ++i) {
    // They happen at once: a form that mentions what is assigned already is of no use.
    const std::vector<RegId> mentioned = logic::symbolsOf(o.assignments[i].value);
    for (size_t j = 0; j < i; ++j)
      if (std::ranges::find(mentioned, o.assignments[j].reg) != mentioned.end()) forms[i] = {};
    if (!setRegister(s, o.assignments[i].reg, values[i], forms[i])) return;
  }
  noteCopies(s, o);
  step.after.push_back(std::move(s));
}

void Transfer::apply(const Step& step, const ccfg::Assume& o, State s) {
  if (evaluator_.assume(o.cond, true, s.env)) step.after.push_back(std::move(s));
}

// What fails and is not asked about goes on.
void Transfer::apply(const Step& step, const ccfg::Assert& o, State s) {
  if (properties_.has(o.property)) {
    const Value v = evaluator_.evaluate(o.cond, s.env);
    State failed = s;
    if (step.effects != nullptr && v.number.mayBeFalse() && evaluator_.assume(o.cond, false, failed.env))
      step.effects->failures.insert({step.edge, step.op});
    if (!evaluator_.assume(o.cond, true, s.env)) return;
  }
  step.after.push_back(std::move(s));
}

void Transfer::apply(const Step& step, const ccfg::Nondet& o, State s) {
  const unsigned width = facts_.program.regWidth(o.dst);
  setRegister(s, o.dst, Value::of(Number::ofUnsigned(o.lo, o.hi, width)));
  step.after.push_back(std::move(s));
}

void Transfer::checkAccess(const Step& step, logic::Term address, unsigned bytes, bool write,
                           const State& s) {
  if (step.effects == nullptr) return;
  step.effects->accesses.insert(step.edge);
  const Value v = evaluator_.evaluate(address, s.env);
  if (!facts_.memory.isValid(step.edge, v, bytes, write)) step.effects->invalid.insert(step.edge);
  const bool maybeNull = v.base == Base::Object ? v.nullable : true;
  if (maybeNull) step.effects->nulls.insert(step.edge);
}

void Transfer::apply(const Step& step, const ccfg::Store& o, State s) {
  checkAccess(step, o.addr, o.bytes, true, s);
  const Value v = evaluator_.rounded(evaluator_.evaluate(o.value, s.env));
  const domains::Form form = evaluator_.formOf(o.value, s.env);
  const StoreId store = facts_.sites.storeAt(step.edge, step.op);
  if (store != ccfg::none) {
    const StoreSite& site = facts_.sites.stores()[store];
    noteStore(step, store, v, s);
    for (CellId c : site.cells) {
      const bool opaque = facts_.memory.cells()[c].kind == Cell::Kind::Opaque;
      if (opaque) continue;
      relateStore(c, form, v, site.exact, s);
      s.env.contents.erase(c);
      if (site.exact) {
        s.env.own.set(c, v);
        s.env.pinned.set(c, v);
        if (o.value.op() == logic::Op::Var && o.value.value() != facts_.program.threads[thread_].self)
          s.env.contents.set(c, Value::constant(o.value.value(), 32));
        if (facts_.memory.cells()[c].shared) s.env.writers.set(c, Value::constant(store + 1, 32));
        continue;
      }
      s.env.own.set(c, join(ownValue(c, s.env), v));
      if (const Value* pinned = s.env.pinned.find(c)) s.env.pinned.set(c, join(*pinned, v));
      s.env.writers.erase(c);
    }
  }
  step.after.push_back(std::move(s));
}

// Has the load been executed for the last time when its instance stores here? Then there is just one
// occurrence that may be meant. What other threads have told was so already.
bool Transfer::isFinal(LoadId l, EdgeId store) const {
  const LoadSite& load = facts_.sites.loads()[l];
  return load.once || load.thread != thread_ ||
         (!facts_.program.threads[thread_].repeatable && facts_.mhb.orderedBefore(load.edge, store));
}

void Transfer::relateStore(CellId c, const domains::Form& form, const Value& v, bool exact, State& s) const {
  const unsigned width = 8 * facts_.memory.cells()[c].bytes;
  const bool known = exact && v.width() == width;
  evaluator_.relate(variableOf(c), known ? form : domains::Form{}, known ? v : Value::top(width), s.env);
}

void Transfer::noteStore(const Step& step, StoreId store, const Value& v, const State& s) const {
  if (step.effects == nullptr) return;
  Interference i{{}, v};
  if (plan_.tellReads)
    std::ranges::copy_if(s.combination, std::back_inserter(i.reads),
                         [&](const ReadsFrom& r) { return isFinal(r.load, step.edge); });
  add(step.effects->stores[store], i);
}

void Transfer::apply(const Step& step, const ccfg::Alloc& o, State s) {
  setRegister(s, o.dst, Value::pointer(facts_.pointsTo.abstractOf(o.site), facts_.program.regWidth(o.dst)));
  const StoreId store = facts_.sites.storeAt(step.edge, step.op);
  for (CellId c : facts_.memory.of(step.edge, step.op)) {
    const Cell& cell = facts_.memory.cells()[c];
    if (cell.kind == Cell::Kind::Opaque) continue;
    const Value v = o.zeroed ? Value::constant(0, 8 * cell.bytes) : Value::top(8 * cell.bytes);
    s.env.own.set(c, cell.kind == Cell::Kind::Exact ? v : join(ownValue(c, s.env), v));
    relateStore(c, {}, v, cell.kind == Cell::Kind::Exact, s);
    s.env.pinned.erase(c);
    s.env.contents.erase(c);
    s.env.writers.erase(c);
    noteStore(step, store, v, s);
  }
  step.after.push_back(std::move(s));
}

void Transfer::apply(const Step& step, const ccfg::Free& o, State s) {
  if (step.effects != nullptr) {
    step.effects->accesses.insert(step.edge);
    const Value v = evaluator_.evaluate(o.addr, s.env);
    const bool isNull = v.isNumber() && v.number.isConstant() && v.number.value() == 0;
    // The end of a local variable's life is valid where it lives; that memory is freed just once is not
    // looked into.
    const bool isLocal = !o.heap && facts_.memory.isValid(step.edge, v, 1, false);
    if (!isNull && !isLocal) step.effects->invalid.insert(step.edge);
  }
  step.after.push_back(std::move(s));
}

void Transfer::apply(const Step& step, const ccfg::Fork& o, State s) {
  const ccfg::Thread& child = facts_.program.threads[o.thread];
  if (step.effects != nullptr) {
    auto [at, isNew] = step.effects->args.emplace(o.thread, std::vector<Value>());
    for (size_t i = 0; i < o.args.size() && i < child.params.size(); ++i) {
      Value v = evaluator_.evaluate(o.args[i], s.env);
      if (v.base == Base::Self)
        v = Value::thread(o.thread == thread_ ? Base::Other : Base::Instance, thread_);
      else if (v.base == Base::Other)
        v = Value::thread(Base::Instance, thread_);
      if (i < at->second.size())
        at->second[i] = join(at->second[i], v);
      else
        at->second.push_back(v);
    }
  }
  if (o.handle != ccfg::none) {
    const unsigned width = facts_.program.regWidth(o.handle);
    setRegister(s, o.handle, width == 32 ? Value::thread(Base::Instance, o.thread) : Value::top(width));
  }
  step.after.push_back(std::move(s));
}

void Transfer::apply(const Step& step, const ccfg::Join& o, State s) {
  if (o.result != ccfg::none) {
    const unsigned width = facts_.program.regWidth(o.result);
    Value v = Value::top(width);
    if (const auto& forks = facts_.handles.joined(step.edge)) {
      v = Value::of(Number::bottom(width));
      for (EdgeId f : *forks)
        for (const ccfg::Operation& op : facts_.program.edges[f].ops)
          if (const auto* fork = std::get_if<ccfg::Fork>(&op)) {
            const Value result = seenFrom(fork->thread, interferences_.results[fork->thread]);
            v = result.width() == width ? join(v, result) : Value::top(width);
          }
      if (v.isBottom()) return; // none of them ends
    }
    setRegister(s, o.result, v);
  }
  step.after.push_back(std::move(s));
}

void Transfer::apply(const Step& step, const ccfg::Halt& o, State) {
  if (o.kind == ccfg::HaltKind::Cutoff && o.assumption != ccfg::none && step.effects != nullptr)
    step.effects->cutoffs.insert(o.assumption);
}

// Whoever enters finds what somebody left behind; if nobody has left yet, nobody can enter.
bool Transfer::enter(GuardId g, State& s) const {
  const auto& found = interferences_.guards[g];
  return found && s.env.relations.change(packs_.guards()[g].pack,
                                         [&](Relation& r) { return domains::meetWith(r, *found); });
}

void Transfer::leaveBehind(GuardId g, const State& s, Effects& effects) const {
  Relation left;
  if (const Relation* all = s.env.relations.find(packs_.guards()[g].pack)) left = *all;
  left.forgetIf([&](Variable v) { return !isCell(v) || !packs_.isGuarded(cellOf(v), g); });
  const auto [at, isNew] = effects.guards.emplace(g, left);
  if (!isNew) at->second = domains::join(at->second, left);
}

bool Transfer::leave(EdgeId e, State& s, Effects* effects) const {
  const ccfg::LocId to = facts_.program.edges[e].to;
  if (!plan_.clusters.empty())
    std::erase_if(s.combination, [&](const ReadsFrom& r) {
      return !plan_.clusters[r.load].intersects(plan_.laterClusters[to]);
    });
  if (effects != nullptr)
    for (GuardId g : packs_.left(e)) leaveBehind(g, s, *effects);
  s.env.relations.forgetIf([&](Variable v) {
    if (!isCell(v)) return !facts_.liveness.isLive(to, v);
    const bool dead =
        plan_.forgetDead && !packs_.isGuarded(cellOf(v)) && !facts_.loadedLater[to].test(cellOf(v));
    return dead || !packs_.isStable(cellOf(v), to);
  });
  for (GuardId g : packs_.entered(e))
    if (!enter(g, s)) return false;
  s.env.registers.eraseIf([&](uint32_t r) { return !facts_.liveness.isLive(to, r); });
  if (plan_.forgetDead) {
    const auto dead = [&](uint32_t c) { return !facts_.loadedLater[to].test(c); };
    s.env.own.eraseIf(dead);
    s.env.pinned.eraseIf(dead);
    s.env.writers.eraseIf(dead);
  }
  const ValueMap copies = s.env.copies;
  for (const auto& [copy, of] : copies.entries())
    if (!of.number.isConstant() || !facts_.liveness.isLive(to, copy) ||
        !facts_.liveness.isLive(to, static_cast<RegId>(of.number.value())))
      s.env.copies.erase(copy);
  if (!facts_.program.locations[to].atomic)
    s.env.pinned.eraseIf([&](uint32_t c) { return !plan_.useLocks || !protection_.isProtected(c, to); });
  const ValueMap contents = s.env.contents;
  for (const auto& [cell, of] : contents.entries())
    if (s.env.pinned.find(cell) == nullptr || !of.number.isConstant() ||
        !facts_.liveness.isLive(to, static_cast<RegId>(of.number.value())))
      s.env.contents.erase(cell);
  return true;
}

} // namespace heddle::modular
