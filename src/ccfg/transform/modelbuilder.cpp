// What a thread may do where something is late; see modelbuilder.h.
#include "ccfg/transform/modelbuilder.h"

#include "ccfg/buffering.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::ccfg::transform {

using Kind = Entry::Kind;

namespace {

bool acquires(MemOrder o) { return o == MemOrder::Acquire || o == MemOrder::AcqRel || o == MemOrder::SeqCst; }

} // namespace

ModelBuilder::ModelBuilder(const analysis::Facts& facts, const analysis::Delays& delays, MemoryModel model,
                           size_t mostLate)
    : original_(facts.program()), model_(model), mostLate_(mostLate), delays_(delays),
      pointsTo_(facts.pointsTo()), rules_(original_, pointsTo_, model), copier_(original_),
      program_(copier_.program()), forwarding_(program_, original_, pointsTo_),
      early_((copier_.copyAllButEdges(), copier_), facts, delays, model) {
  for (const Thread& t : original_.threads) isExit_.insert(t.exit);
}

bool ModelBuilder::run(WithModel& out, size_t mostEdges) {
  for (const Thread& t : original_.threads) location({t.entry, {}});
  while (!work_.empty() && program_.edges.size() <= mostEdges) {
    const Place place = work_.back();
    work_.pop_back();
    expand(place);
  }
  if (!work_.empty()) return false;
  out.why = early_.why();
  out.copy = copier_.finish();
  out.isInexact = forwarding_.isInexact();
  return true;
}

// ---- what is not modelled

bool ModelBuilder::mayBeFreed(const analysis::TargetSet& targets) const {
  for (const Edge& e : original_.edges)
    for (const Operation& op : e.ops)
      if (const auto* free = std::get_if<Free>(&op))
        for (const analysis::Target& t : pointsTo_.targets(free->addr))
          if (targets.containsObject(t.object)) return true;
  return false;
}

std::string ModelBuilder::unsupported() const {
  for (EdgeId e = 0; e < original_.edges.size(); ++e) {
    const Effects& effects = rules_.of(e);
    if (!mayBeLate(e)) continue;
    if (effects.isWrite ? mayBeFreed(pointsTo_.targets(effects.place)) : !mayBeDeferred(e) && !isStrong(e))
      return fmt::format("under {}, the {} at {}: {}", memoryModelName(model_),
                         effects.isWrite ? "store" : "load", original_.posString(original_.edges[e].pos),
                         effects.isWrite ? "it may reach memory after it is freed" : "it can't be late");
  }
  return {};
}

bool ModelBuilder::isStrong(EdgeId e) const { // nothing that follows a load is made before it
  return std::ranges::any_of(original_.edges[e].ops, [](const Operation& op) {
    const auto* load = std::get_if<Load>(&op);
    return load && acquires(load->order);
  });
}

bool ModelBuilder::isInOrder(EdgeId e) const {
  return std::ranges::any_of(original_.edges[e].ops, [&](const Operation& op) {
    const auto* store = std::get_if<Store>(&op);
    return store && wayOf(original_, original_.edges[e], *store, model_) == StoreWay::BufferInOrder;
  });
}

// ---- places

LocId ModelBuilder::location(const Place& place) {
  const auto [known, added] = locations_.try_emplace(place, none);
  if (!added) return known->second;
  const ThreadId t = threadOf(place);
  const bool isCopy = isExit_.contains(place.at) ? isAtRest(place) : place.list.empty();
  LocId l = isCopy ? copier_.location(t, place.at) : none;
  if (l == none) {
    l = program_.addLocation(t);
    program_.locations[l] = original_.locations[place.at];
    program_.locations[l].label.clear();
  }
  work_.push_back(place);
  return locations_[place] = l;
}

// Nothing is late, and if others may not see all that the thread has seen, that has been waited for.
bool ModelBuilder::isAtRest(const Place& place) const {
  if (!mayNotice(place)) return place.list.empty();
  return place.list.size() == 1 && place.list[0].kind == Kind::Clear;
}

void ModelBuilder::clear(const Place& from) {
  const bool awaited =
      isExit_.contains(from.at) || std::ranges::any_of(original_.out(from.at), [&](EdgeId e) {
        return drains(original_, original_.edges[e], model_);
      });
  if (!awaited || !mayNotice(from) || !from.list.empty()) return;
  addStep(from, {from.at, {{Kind::Clear, none, 0}}}, early_.allSee(threadOf(from)));
}

// What other threads can't tell from the steps of this one goes on at once; so late accesses need be made
// only behind what they can, or where the thread waits for them.
bool ModelBuilder::isStop(LocId l) const {
  const auto contended = [&](EdgeId e) { return delays_.isContended(e); };
  return isExit_.contains(l) || std::ranges::any_of(original_.in(l), contended) ||
         std::ranges::any_of(original_.out(l), contended);
}

void ModelBuilder::expand(const Place& place) {
  clear(place);
  for (size_t i = 0; i < place.list.size(); ++i)
    if (place.list[i].kind == Kind::Late && rules_.mayExecute(place.list, i) &&
        (!rules_.of(place.list[i].edge).place || rules_.of(place.list[i].edge).isWrite))
      return execute(place, i); // registers only
  bool waits = false;
  for (const EdgeId e : original_.out(place.at)) waits |= !fetch(place, e);
  if (!waits && !isStop(place.at)) return;
  for (size_t i = 0; i < place.list.size(); ++i) {
    const Kind kind = place.list[i].kind;
    if (kind == Kind::Late && rules_.mayExecute(place.list, i)) execute(place, i);
    if (kind == Kind::Store && rules_.mayReachMemory(place.list, i)) makeStore(place, i);
    if (kind == Kind::Barrier && i == 0) passBarrier(place);
  }
}

// ---- steps of the program

// Branches come before all else in their edge, so that it is clear what they ask.
bool ModelBuilder::mayBeDeferred(EdgeId e) const {
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
bool ModelBuilder::mustWait(const Place& from, EdgeId e) const {
  if (!LateRules::hasLate(from.list)) return false;
  return std::ranges::any_of(original_.edges[e].ops, [&](const Operation& op) {
    if (const auto* fence = std::get_if<Fence>(&op)) return acquires(fence->order);
    return std::holds_alternative<Halt>(op) || std::holds_alternative<Free>(op);
  });
}

// Where order is kept that the model does not ask for.
bool ModelBuilder::isSpeculative(const Place& from, EdgeId e) {
  if (!rules_.isTooEarly(from.list, from.list.size(), e)) return false;
  cutOff(from, fmt::format("the access at {} is not made before it is clear that it is valid",
                           original_.posString(original_.edges[e].pos)));
  return true;
}

// False: the thread waits until something late is done.
bool ModelBuilder::fetch(const Place& from, EdgeId e) {
  const Edge& edge = original_.edges[e];
  const bool isDrain = drains(original_, edge, model_);
  if (isDrain ? !isAtRest(from) : !from.list.empty() && from.list[0].kind == Kind::Clear) return false;
  if (mustWait(from, e) || isSpeculative(from, e)) return false;
  Place to{edge.to, isDrain ? Entries() : from.list};
  for (const Operation& op : edge.ops)
    if (const auto* fence = std::get_if<Fence>(&op); fence && !isDrain && isBarrier(*fence, model_))
      if (to.list.empty() ? mayNotice(from) : to.list.back().kind != Kind::Barrier) {
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
bool ModelBuilder::isDeferred(const Entries& list, EdgeId e) const {
  const Effects& effects = rules_.of(e);
  if (model_ < MemoryModel::Rmo) return false;
  if (rules_.needs(list, list.size(), e) || (effects.fails && rules_.hasUndecided(list, list.size())))
    return true;
  const bool isLoad = effects.place && !effects.isWrite;
  return isLoad && ((mayBeLate(e) && mayBeDeferred(e)) ||
                    (LateRules::hasLate(list) && rules_.followsAccess(list, list.size(), e)));
}

// A store that nothing may overtake is made at once, or where it has to wait for others the thread does:
// nobody notices. A release waits for what its thread has seen early.
bool ModelBuilder::fetchStore(const Place& from, Place to, EdgeId e) {
  const size_t end = to.list.size();
  Entry entry{Kind::Store, e, freeNumber(to.list, e), (end != 0 || mayNotice(from)) && isInOrder(e)};
  if (!mayBeLate(e) && !(entry.ordered && mayNotice(from))) {
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

} // namespace heddle::ccfg::transform
