// See memorymodel.h. Which late access may be made when is in late.h; what a load finds among the stores of
// its own thread in forwarding.h.
#include "ccfg/transform/memorymodel.h"

#include "ccfg/analysis/memory/accesses.h"
#include "ccfg/analysis/order/delays.h"
#include "ccfg/buffering.h"
#include "ccfg/transform/copier.h"
#include "ccfg/transform/forwarding.h"
#include "ccfg/transform/late.h"
#include "support/error.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace heddle::ccfg::transform {

namespace {

using Kind = Entry::Kind;

constexpr size_t mostEdges = 100'000; // of the copy

bool acquires(MemOrder o) { return o == MemOrder::Acquire || o == MemOrder::AcqRel || o == MemOrder::SeqCst; }

// Of an access of the copy: under sequential consistency it may as well be seq_cst.
MemOrder strong(MemOrder o) { return o == MemOrder::Plain ? o : MemOrder::SeqCst; }

class Builder {
public:
  Builder(const analysis::Facts& facts, MemoryModel model)
      : original_(facts.program()), model_(model), delays_(facts, model), pointsTo_(facts.pointsTo()),
        rules_(original_, pointsTo_, model), copier_(original_), program_(copier_.program()),
        forwarding_(program_, original_, pointsTo_) {
    copier_.copyAllButEdges();
    for (const Thread& t : original_.threads) isExit_.insert(t.exit);
  }

  WithModel run();

private:
  struct Place {
    LocId at; // in the original
    Entries list;
    auto operator<=>(const Place&) const = default;
  };
  struct Slot { // of a store that is late: terms of the copy
    Term address, value;
  };

  ThreadId threadOf(const Place& p) const { return original_.locations[p.at].thread; }
  std::string unsupported() const;
  bool mayBeFreed(const analysis::TargetSet& targets) const;

  LocId location(const Place& place);
  void expand(const Place& place);
  bool fetch(const Place& from, EdgeId e);
  bool isDeferred(const Entries& list, EdgeId e) const;
  bool fetchStore(const Place& from, Place to, EdgeId e);
  bool mayBeDeferred(EdgeId e) const;
  bool mustWait(const Place& from, EdgeId e) const;
  bool isSpeculative(const Place& from, EdgeId e);
  bool isStop(LocId l) const;
  bool isInOrder(EdgeId e) const;
  bool isStrong(EdgeId e) const;
  void execute(const Place& from, size_t i);
  void makeStore(const Place& from, size_t i);

  void add(const Place& from, const Place& to, EdgeId source, std::vector<Operation> ops, bool isStep);
  void cutOff(const Place& from, std::string text);
  bool hasRoom(const Place& from, const Entries& list);
  static uint32_t freeNumber(const Entries& list, EdgeId e);
  void keep(ThreadId t, Term& in, Term value, const char* name, StatementId statement, Set& to);
  std::vector<Operation> enterStore(const Place& from, EdgeId e, uint32_t number);
  void copyOps(const Place& from, size_t end, EdgeId e, std::vector<Operation>& to);

  const Program& original_;
  MemoryModel model_;
  analysis::Delays delays_;
  const analysis::PointsTo& pointsTo_;
  LateRules rules_;
  Copier copier_;
  Program& program_;
  Forwarding forwarding_;
  std::set<LocId> isExit_;
  std::map<Place, LocId> locations_;
  std::vector<Place> work_;
  std::map<std::pair<EdgeId, uint32_t>, Slot> slots_;
  std::set<LocId> cut_; // of the copy
};

// ---- what is not modelled

bool Builder::mayBeFreed(const analysis::TargetSet& targets) const {
  for (const Edge& e : original_.edges)
    for (const Operation& op : e.ops)
      if (const auto* free = std::get_if<Free>(&op))
        for (const analysis::Target& t : pointsTo_.targets(free->addr))
          if (targets.containsObject(t.object)) return true;
  return false;
}

std::string Builder::unsupported() const {
  for (EdgeId e = 0; e < original_.edges.size(); ++e) {
    const Effects& effects = rules_.of(e);
    if (!delays_.mayBeLate(e)) continue;
    if (effects.isWrite ? mayBeFreed(pointsTo_.targets(effects.place)) : !mayBeDeferred(e) && !isStrong(e))
      return fmt::format("under {}, the {} at {}: {}", memoryModelName(model_),
                         effects.isWrite ? "store" : "load", original_.posString(original_.edges[e].pos),
                         effects.isWrite ? "it may reach memory after it is freed" : "it can't be late");
  }
  return {};
}

bool Builder::isStrong(EdgeId e) const { // nothing that follows a load is made before it
  return std::ranges::any_of(original_.edges[e].ops, [](const Operation& op) {
    const auto* load = std::get_if<Load>(&op);
    return load && acquires(load->order);
  });
}

bool Builder::isInOrder(EdgeId e) const {
  return std::ranges::any_of(original_.edges[e].ops, [&](const Operation& op) {
    const auto* store = std::get_if<Store>(&op);
    return store && wayOf(original_, original_.edges[e], *store, model_) == StoreWay::BufferInOrder;
  });
}

// ---- places

LocId Builder::location(const Place& place) {
  const auto [known, added] = locations_.try_emplace(place, none);
  if (!added) return known->second;
  const ThreadId t = threadOf(place);
  LocId l = place.list.empty() ? copier_.location(t, place.at) : none;
  if (l == none) {
    l = program_.addLocation(t);
    program_.locations[l] = original_.locations[place.at];
    program_.locations[l].label.clear();
  }
  work_.push_back(place);
  return locations_[place] = l;
}

// What other threads can't tell from the steps of this one goes on at once; so late accesses need be made
// only behind what they can, or where the thread waits for them.
bool Builder::isStop(LocId l) const {
  const auto contended = [&](EdgeId e) { return delays_.isContended(e); };
  return isExit_.contains(l) || std::ranges::any_of(original_.in(l), contended) ||
         std::ranges::any_of(original_.out(l), contended);
}

void Builder::expand(const Place& place) {
  for (size_t i = 0; i < place.list.size(); ++i)
    if (place.list[i].kind == Kind::Late && rules_.mayExecute(place.list, i) &&
        (!rules_.of(place.list[i].edge).place || rules_.of(place.list[i].edge).isWrite))
      return execute(place, i); // registers only
  bool waits = false;
  for (const EdgeId e : original_.out(place.at)) waits |= !fetch(place, e);
  if (!waits && !isStop(place.at)) return;
  for (size_t i = 0; i < place.list.size(); ++i) {
    if (place.list[i].kind == Kind::Late && rules_.mayExecute(place.list, i)) execute(place, i);
    if (place.list[i].kind == Kind::Store && rules_.mayReachMemory(place.list, i)) makeStore(place, i);
  }
}

// ---- steps of the program

// Branches come before all else in their edge, so that it is clear what they ask.
bool Builder::mayBeDeferred(EdgeId e) const {
  const Edge& edge = original_.edges[e];
  if (edge.sync || edge.atomicGroup) return false;
  bool decided = false;
  for (const Operation& op : edge.ops) {
    const auto* load = std::get_if<Load>(&op);
    if (load && acquires(load->order)) return false;
    if (std::holds_alternative<Assume>(op)) {
      if (decided || original_.out(edge.from).size() < 2) return false;
    } else if (!load && !std::holds_alternative<Set>(op) && !std::holds_alternative<Store>(op) &&
               !std::holds_alternative<Assert>(op) && !std::holds_alternative<Fence>(op)) {
      return false;
    }
    decided = decided || !std::holds_alternative<Assume>(op);
  }
  return true;
}

// It can be executed only when all loads before it are done.
bool Builder::mustWait(const Place& from, EdgeId e) const {
  if (!LateRules::hasLate(from.list)) return false;
  return std::ranges::any_of(original_.edges[e].ops, [&](const Operation& op) {
    if (const auto* fence = std::get_if<Fence>(&op)) return acquires(fence->order);
    return std::holds_alternative<Halt>(op) || std::holds_alternative<Free>(op);
  });
}

// Where order is kept that the model does not ask for.
bool Builder::isSpeculative(const Place& from, EdgeId e) {
  if (!rules_.isTooEarly(from.list, from.list.size(), e)) return false;
  cutOff(from, fmt::format("the access at {} is not made before it is clear that it is valid",
                           original_.posString(original_.edges[e].pos)));
  return true;
}

// False: the thread waits until something late is done.
bool Builder::fetch(const Place& from, EdgeId e) {
  const Edge& edge = original_.edges[e];
  const bool isDrain = drains(original_, edge, model_);
  if (isDrain && !from.list.empty()) return false;
  if (mustWait(from, e) || isSpeculative(from, e)) return false;
  Place to{edge.to, from.list};
  for (const Operation& op : edge.ops)
    if (const auto* fence = std::get_if<Fence>(&op); fence && isBarrier(*fence, model_))
      if (!to.list.empty() && to.list.back().kind != Kind::Barrier) {
        if (!hasRoom(from, to.list)) return false;
        rules_.enter(to.list, {Kind::Barrier, e, 0});
      }
  if (isDeferred(to.list, e)) {
    if (!mayBeDeferred(e) || !hasRoom(from, to.list)) return false;
    rules_.enter(to.list, {Kind::Late, e, freeNumber(to.list, e), isInOrder(e)});
    add(from, to, e, {}, true);
    return true;
  }
  if (rules_.disturbs(to.list, to.list.size(), e)) {
    cutOff(from, "a loop is not followed into its next round while loads of the last one are late");
    return false;
  }
  if (rules_.of(e).isWrite && !isDrain) return fetchStore(from, to, e);
  std::vector<Operation> ops;
  copyOps(from, from.list.size(), e, ops);
  add(from, to, e, std::move(ops), true);
  return true;
}

// It is executed later than it is come past.
bool Builder::isDeferred(const Entries& list, EdgeId e) const {
  const Effects& effects = rules_.of(e);
  if (model_ < MemoryModel::Rmo) return false;
  if (rules_.needs(list, list.size(), e) || (effects.fails && rules_.hasUndecided(list, list.size())))
    return true;
  const bool isLoad = effects.place && !effects.isWrite;
  return isLoad && ((delays_.mayBeLate(e) && mayBeDeferred(e)) ||
                    (LateRules::hasLate(list) && rules_.followsAccess(list, list.size(), e)));
}

// A store that nothing may overtake is made at once, or where it has to wait for others the thread does:
// nobody notices.
bool Builder::fetchStore(const Place& from, Place to, EdgeId e) {
  const size_t end = to.list.size();
  Entry entry{Kind::Store, e, freeNumber(to.list, e), end != 0 && isInOrder(e)};
  if (!delays_.mayBeLate(e)) {
    Entries list = to.list;
    list.push_back(entry);
    const bool isNoticed = delays_.isContended(e);
    const bool blocked = isNoticed ? !rules_.mayReachMemory(list, end) : rules_.followsAccess(list, end, e);
    if (!blocked) {
      std::vector<Operation> ops;
      copyOps(to, end, e, ops);
      add(from, to, e, std::move(ops), true);
      return true;
    }
    if (!LateRules::hasLate(list)) return false;
  }
  if (!hasRoom(from, to.list)) return false;
  rules_.enter(to.list, entry);
  add(from, to, e, enterStore(from, e, entry.number), true);
  return true;
}

// ---- what was late is made

// A branch that was foreseen wrongly ends an execution that is none.
void Builder::execute(const Place& from, size_t i) {
  const EdgeId e = from.list[i].edge;
  const ThreadId t = threadOf(from);
  Place to = from;
  std::vector<Operation> ops;
  if (rules_.of(e).isWrite) {
    ops = enterStore(from, e, from.list[i].number);
    to.list[i].kind = Kind::Store;
    to.list[i].ordered = from.list[i].ordered && i > 0;
  } else {
    copyOps(from, i, e, ops);
    rules_.leave(to.list, i);
  }
  Term holds = program_.terms->trueTerm();
  for (const Operation& op : original_.edges[e].ops)
    if (const auto* assume = std::get_if<Assume>(&op))
      holds = program_.terms->andOf(holds, copier_.term(t, assume->cond));
  add(from, to, e, std::move(ops), false);
  if (holds.isTrue()) return;
  add(from, {original_.threads[t].exit, {}}, e,
      {Assume{program_.terms->notOf(holds)}, Halt{HaltKind::Infeasible}}, false);
}

void Builder::makeStore(const Place& from, size_t i) {
  const Entry& entry = from.list[i];
  Place to = from;
  rules_.leave(to.list, i);
  for (const Operation& op : original_.edges[entry.edge].ops)
    if (const auto* store = std::get_if<Store>(&op)) {
      const Slot& kept = slots_.at({entry.edge, entry.number});
      add(from, to, entry.edge,
          {Store{kept.address, kept.value, store->bytes, strong(store->order), store->isVolatile,
                 store->statement}},
          false);
    }
}

// ---- operations

// The address and the value are kept, unless they are constants; whether the access is valid shows here.
std::vector<Operation> Builder::enterStore(const Place& from, EdgeId e, uint32_t number) {
  const ThreadId t = threadOf(from);
  std::vector<Operation> ops;
  for (const Operation& op : original_.edges[e].ops) {
    const auto* store = std::get_if<Store>(&op);
    if (store == nullptr) {
      ops.push_back(copier_.operation(t, op));
      continue;
    }
    const Term address = copier_.term(t, store->addr);
    const Term value = program_.terms->resize(copier_.term(t, store->value), 8 * store->bytes);
    if (!rules_.of(e).isValid)
      ops.push_back(Load{program_.addRegister(t, "checked", 8 * store->bytes), address, store->bytes,
                         strong(store->order), store->isVolatile, store->statement});
    Set kept;
    Slot& slot = slots_[{e, number}];
    keep(t, slot.address, address, "late address", store->statement, kept);
    keep(t, slot.value, value, "late value", store->statement, kept);
    if (!kept.assignments.empty()) ops.push_back(std::move(kept));
  }
  return ops;
}

void Builder::keep(ThreadId t, Term& in, Term value, const char* name, StatementId statement, Set& to) {
  const bool isConstant = logic::symbolsOf(value).empty();
  if (!in) in = isConstant ? value : program_.regTerm(program_.addRegister(t, name, value.width()));
  if (!isConstant) to.assignments.push_back({static_cast<RegId>(in.value()), value, statement});
}

// The edge, behind the first entries.
void Builder::copyOps(const Place& from, size_t end, EdgeId e, std::vector<Operation>& to) {
  const ThreadId t = threadOf(from);
  std::vector<StoreAhead> ahead;
  for (size_t i = 0; i < end; ++i) {
    const Entry& entry = from.list[i];
    if (entry.kind != Kind::Store) continue;
    const Slot& slot = slots_.at({entry.edge, entry.number});
    const Effects& effects = rules_.of(entry.edge);
    ahead.push_back({effects.place, slot.address, slot.value, effects.bytes});
  }
  for (const Operation& op : original_.edges[e].ops) {
    Operation copy = copier_.operation(t, op);
    if (auto* store = std::get_if<Store>(&copy)) store->order = strong(store->order);
    auto* load = std::get_if<Load>(&copy);
    if (load == nullptr) {
      to.push_back(std::move(copy));
      continue;
    }
    load->order = strong(load->order);
    for (Operation& found : forwarding_.load(t, *load, std::get<Load>(op).addr, ahead))
      to.push_back(std::move(found));
  }
}

// ---- edges of the copy

// Not a step: what was late is made.
void Builder::add(const Place& from, const Place& to, EdgeId source, std::vector<Operation> ops,
                  bool isStep) {
  Edge out = copier_.withoutOperations(threadOf(from), source);
  out.from = location(from);
  out.to = location(to);
  out.ops = std::move(ops);
  std::vector<Piece> pieces;
  if (isStep) pieces.push_back({source, 0, static_cast<uint32_t>(out.ops.size())});
  copier_.add(std::move(out), std::move(pieces));
}

// Once at each place.
void Builder::cutOff(const Place& from, std::string text) {
  if (!cut_.insert(location(from)).second) return;
  Assumption a;
  a.kind = AssumptionKind::StoreBuffer;
  a.text = std::move(text);
  a.missesBehaviours = true;
  Edge out;
  out.from = location(from);
  out.to = location({original_.threads[threadOf(from)].exit, {}});
  out.ops = {Halt{HaltKind::Cutoff, program_.addAssumption(std::move(a))}};
  copier_.add(std::move(out), {});
}

bool Builder::hasRoom(const Place& from, const Entries& list) {
  if (list.size() < mostLate) return true;
  cutOff(from, fmt::format("at most {} accesses of a thread are late at a time", mostLate));
  return false;
}

uint32_t Builder::freeNumber(const Entries& list, EdgeId e) {
  uint32_t number = 0;
  while (std::ranges::any_of(list, [&](const Entry& x) { return x.edge == e && x.number == number; }))
    ++number;
  return number;
}

WithModel Builder::run() {
  WithModel out;
  out.why = unsupported();
  if (!out.why.empty()) return out;
  for (const Thread& t : original_.threads) location({t.entry, {}});
  while (!work_.empty()) {
    const Place place = work_.back();
    work_.pop_back();
    expand(place);
    if (program_.edges.size() <= mostEdges) continue;
    out.why = fmt::format("under {}, too many accesses may be late at a time", memoryModelName(model_));
    return out;
  }
  out.copy = copier_.finish();
  if (forwarding_.isInexact())
    out.why =
        fmt::format("under {}, a load may find a part of what it reads in memory that was never written",
                    memoryModelName(model_));
  return out;
}

} // namespace

WithModel withMemoryModel(const analysis::Facts& facts, MemoryModel model) {
  return Builder(facts, model).run();
}

} // namespace heddle::ccfg::transform
