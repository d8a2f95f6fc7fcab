// Edges under interferences, but for what loads read; see threadtransfer.h.
#include "engines/modular/threadtransfer.h"

#include <algorithm>

namespace heddle::modular {

using ccfg::EdgeId;
using Base = Value::Base;

ThreadTransfer::ThreadTransfer(const Facts& facts, const Protection& protection, const Packs& packs,
                               const Plan& plan, Order& order, const Interferences& interferences,
                               domains::Closure closure, ccfg::PropertySet properties, ccfg::ThreadId thread)
    : facts_(facts), protection_(protection), packs_(packs), plan_(plan), order_(order),
      interferences_(interferences), thread_(thread),
      transfer_(facts.known, facts.memory, packs.map(), closure, properties, thread,
                Value::thread(Base::Self, 0)) {}

// Nothing was written yet.
State ThreadTransfer::entry() {
  State s;
  const ccfg::LocId entry = facts_.program.threads[thread_].entry;
  transfer_.start(*interferences_.args[thread_], s.env);
  const auto& cells = facts_.memory.cells();
  for (CellId c = 0; c < cells.size(); ++c) {
    const Value& initial = facts_.memory.initial(c);
    if (packs_.isStable(c, entry) && !initial.isBottom())
      transfer_.evaluator().relate(variableOf(c), {}, initial, s.env);
    const auto& accessors = facts_.escape.accessors(cells[c].object);
    if (std::ranges::find(accessors, thread_) == accessors.end()) continue;
    s.env.own.set(c, transfer_.evaluator().rounded(initial));
    if (cells[c].kind == Cell::Kind::Exact && cells[c].shared)
      s.env.writers.set(c, Value::constant(initialContent, 32));
  }
  return s;
}

std::vector<State> ThreadTransfer::execute(EdgeId e, const State& before, Effects* effects) {
  std::vector<State> states = {before};
  for (GuardId g : packs_.sectionsOf(e))
    if (!states.empty() && !enter(g, states[0])) states.clear();
  const auto& ops = facts_.program.edges[e].ops;
  for (size_t i = 0; i < ops.size() && !states.empty(); ++i) {
    // What is skipped still ends paths and starts threads, in which all is skipped.
    const bool kept =
        std::holds_alternative<ccfg::Halt>(ops[i]) || std::holds_alternative<ccfg::Fork>(ops[i]);
    if (plan_.skipped[e] && !kept) continue;
    const Step step{e, i, effects};
    const LoadId l = facts_.sites.loadAt(e, i);
    std::vector<State> after;
    for (State& s : states) {
      if (l != ccfg::none)
        load(step, l, std::move(s), after);
      else if (run(step, s))
        after.push_back(std::move(s));
    }
    states = std::move(after);
  }
  std::erase_if(states, [&](State& s) { return !leave(e, s, effects); });
  return states;
}

// ---- what an operation has to do with other threads

class ThreadTransfer::Interfering : public abstract::Others {
public:
  Interfering(const ThreadTransfer& t, const Step& step, State& s) : t_(t), step_(step), state_(s) {}

  // What this thread or any other has ever written there.
  Value content(CellId c, unsigned width) override {
    Value v = t_.ownValue(c, state_.env);
    if (!t_.facts_.memory.cells()[c].shared) return v;
    for (StoreId s : t_.facts_.sites.foreignStoresTo(c, t_.thread_, t_.facts_.program))
      for (const Interference& i : t_.interferences_.stores[s]) {
        const Value stored = seenBy(t_.thread_, t_.facts_.sites.stores()[s].thread, i.value);
        v = stored.width() == width ? join(v, stored) : Value::top(width);
      }
    return v;
  }

  void store(std::span<const CellId> cells, const Value& v, bool exact) override {
    const StoreId store = t_.facts_.sites.storeAt(step_.edge, step_.op);
    const bool isOnlySource = t_.facts_.sites.stores()[store].exact;
    if (step_.effects != nullptr) add(step_.effects->stores[store], {told(), v});
    for (CellId c : cells) {
      const Cell& cell = t_.facts_.memory.cells()[c];
      if (cell.kind == Cell::Kind::Opaque) continue;
      state_.env.own.set(c, exact ? v : join(t_.ownValue(c, state_.env), v));
      if (isOnlySource && cell.shared)
        state_.env.writers.set(c, Value::constant(store + 1, 32));
      else
        state_.env.writers.erase(c);
    }
  }

  void fork(ccfg::ThreadId thread, std::vector<Value> args) override {
    if (step_.effects == nullptr) return;
    for (Value& v : args) v = seenBy(thread, t_.thread_, v);
    const auto [at, isNew] = step_.effects->args.emplace(thread, args);
    for (size_t i = 0; !isNew && i < args.size(); ++i) at->second[i] = join(at->second[i], args[i]);
  }

  Value result(EdgeId edge, unsigned width) override {
    const auto& forks = t_.facts_.handles.joined(edge);
    if (!forks) return Value::top(width);
    Value v = Value::of(Number::bottom(width));
    for (EdgeId f : *forks)
      for (const ccfg::Operation& op : t_.facts_.program.edges[f].ops)
        if (const auto* fork = std::get_if<ccfg::Fork>(&op)) {
          const Value result = seenBy(t_.thread_, fork->thread, t_.interferences_.results[fork->thread]);
          v = result.width() == width ? join(v, result) : Value::top(width);
        }
    return v;
  }

private:
  // What others may learn from the reads of this thread.
  Combination told() const {
    Combination reads;
    if (t_.plan_.tellReads)
      std::ranges::copy_if(state_.combination, std::back_inserter(reads),
                           [&](const ReadsFrom& r) { return t_.isFinal(r.load, step_.edge); });
    return reads;
  }

  const ThreadTransfer& t_;
  const Step& step_;
  State& state_;
};

bool ThreadTransfer::run(const Step& step, State& s) {
  Interfering others(*this, step, s);
  if (!transfer_.execute({step.edge, step.op, others, step.effects}, s.env)) return false;
  // What is new is read like any other store, so that combinations tell of it.
  if (std::holds_alternative<ccfg::Alloc>(facts_.program.edges[step.edge].ops[step.op]))
    for (CellId c : facts_.memory.of(step.edge, step.op)) s.env.cells.erase(c);
  return true;
}

Value ThreadTransfer::ownValue(CellId c, const Environment& env) const {
  const Value* v = env.own.find(c);
  return v != nullptr ? *v : Value::top(facts_.memory.initial(c).width());
}

// Has the load been executed for the last time when its instance stores here? Then there is just one
// occurrence that may be meant. What other threads have told was so already.
bool ThreadTransfer::isFinal(LoadId l, EdgeId store) const {
  const LoadSite& load = facts_.sites.loads()[l];
  return load.once || load.thread != thread_ ||
         (!facts_.program.threads[thread_].repeatable && facts_.mhb.orderedBefore(load.edge, store));
}

// ---- from one location to the next

// Whoever enters finds what somebody left behind; if nobody has left yet, nobody can enter.
bool ThreadTransfer::enter(GuardId g, State& s) const {
  const auto& found = interferences_.guards[g];
  return found && s.env.relations.change(packs_.guards()[g].pack,
                                         [&](Relation& r) { return domains::meetWith(r, *found); });
}

void ThreadTransfer::leaveBehind(GuardId g, const State& s, Effects& effects) const {
  Relation left;
  if (const Relation* all = s.env.relations.find(packs_.guards()[g].pack)) left = *all;
  left.forgetIf([&](Variable v) { return !isCell(v) || !packs_.isGuarded(cellOf(v), g); });
  const auto [at, isNew] = effects.guards.emplace(g, left);
  if (!isNew) at->second = domains::join(at->second, left);
}

bool ThreadTransfer::leave(EdgeId e, State& s, Effects* effects) const {
  const ccfg::LocId to = facts_.program.edges[e].to;
  if (!plan_.clusters.empty())
    std::erase_if(s.combination, [&](const ReadsFrom& r) {
      return !plan_.clusters[r.load].intersects(plan_.laterClusters[to]);
    });
  if (effects != nullptr)
    for (GuardId g : packs_.left(e)) leaveBehind(g, s, *effects);
  forget(to, s.env);
  return std::ranges::all_of(packs_.entered(e), [&](GuardId g) { return enter(g, s); });
}

void ThreadTransfer::forget(ccfg::LocId to, Environment& env) const {
  const auto dead = [&](CellId c) { return plan_.forgetDead && !facts_.loadedLater[to].test(c); };
  const bool atomic = facts_.program.locations[to].atomic;
  const auto mayChange = [&](CellId c) {
    return !atomic && (!plan_.useLocks || !protection_.isProtected(c, to));
  };
  env.own.eraseIf([&](CellId c, const Value&) { return dead(c); });
  env.writers.eraseIf([&](CellId c, const Value&) { return dead(c); });
  env.cells.eraseIf([&](CellId c, const Value&) { return dead(c) || mayChange(c); });
  transfer_.forgetDead(to, env);
  env.relations.forgetIf([&](Variable v) {
    if (!isCell(v)) return false;
    const CellId c = cellOf(v);
    return (dead(c) && !packs_.isGuarded(c)) || !packs_.isStable(c, to);
  });
}

} // namespace heddle::modular
