// How what is late is made, and the edges of the copy; see modelbuilder.h.
#include "ccfg/buffering.h"
#include "ccfg/transform/modelbuilder.h"
#include "support/error.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::ccfg::transform {

using Kind = Entry::Kind;

namespace {

void append(std::vector<Operation>& to, std::vector<Operation> more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

// Of an access of the copy: under sequential consistency it may as well be seq_cst.
MemOrder strong(MemOrder o) { return o == MemOrder::Plain ? o : MemOrder::SeqCst; }

} // namespace

// ---- what was late is made

// A branch that was foreseen wrongly ends an execution that is none.
void ModelBuilder::execute(const Place& from, size_t i) {
  const EdgeId e = from.list[i].edge;
  const ThreadId t = threadOf(from);
  Place to = from;
  std::vector<Operation> ops;
  if (rules_.of(e).isWrite) {
    ops = enterStore(from, e, from.list[i].number);
    to.list[i].kind = Kind::Store;
    if (!mayNotice(from)) LateRules::settle(to.list);
  } else {
    copyOps(from, i, e, ops);
    leave(to, i, ops);
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

void ModelBuilder::makeStore(const Place& from, size_t i) {
  const Entry& entry = from.list[i];
  const ThreadId t = threadOf(from);
  const Slot& kept = slots_.at({entry.edge, entry.number});
  Place to = from;
  std::vector<Operation> ops;
  if (entry.ordered && entry.seenBy == 0) ops = early_.allSee(t);
  for (const Operation& op : original_.edges[entry.edge].ops)
    if (const auto* store = std::get_if<Store>(&op)) {
      if (early_.concerns(entry.edge) && entry.seenBy == 0)
        append(ops, early_.isFree(t, kept.early, store->bytes));
      ops.push_back(Store{kept.address, kept.value, store->bytes, strong(store->order), store->isVolatile,
                          store->statement});
      if (entry.seenBy != 0) ops.push_back(early_.done(kept.early, store->bytes));
    }
  leave(to, i, ops);
  add(from, to, entry.edge, std::move(ops), false);
  showStore(from, i);
}

void ModelBuilder::showStore(const Place& from, size_t i) {
  const Entry& entry = from.list[i];
  const ThreadId t = threadOf(from);
  const Slot& kept = slots_.at({entry.edge, entry.number});
  for (const uint8_t bit : early_.viewers(entry.edge)) {
    if ((entry.seenBy & bit) != 0) continue;
    Place to = from;
    to.list[i].seenBy |= bit;
    std::vector<Operation> ops;
    if (entry.ordered && entry.seenBy == 0) ops = early_.allSee(t);
    append(ops, early_.show(t, kept.early, kept.value, entry.seenBy, bit));
    add(from, to, entry.edge, std::move(ops), false);
  }
}

void ModelBuilder::passBarrier(const Place& from) {
  Place to = from;
  std::vector<Operation> ops = early_.allSee(threadOf(from));
  leave(to, 0, ops);
  addStep(from, to, std::move(ops));
}

// ---- operations

// The address and the value are kept, unless they are constants; whether the access is valid shows here.
std::vector<Operation> ModelBuilder::enterStore(const Place& from, EdgeId e, uint32_t number) {
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
    if (early_.concerns(e)) {
      const SeenEarly::Place early = early_.placeOf(t, e, store->addr);
      keep(t, slot.early.seen, early.seen, "late address", store->statement, kept);
      keep(t, slot.early.bytes, early.bytes, "late address", store->statement, kept);
    }
    keep(t, slot.value, value, "late value", store->statement, kept);
    if (!kept.assignments.empty()) ops.push_back(std::move(kept));
  }
  return ops;
}

void ModelBuilder::keep(ThreadId t, Term& in, Term value, const char* name, StatementId statement, Set& to) {
  const bool isConstant = logic::symbolsOf(value).empty();
  if (!in) in = isConstant ? value : program_.regTerm(program_.addRegister(t, name, value.width()));
  if (!isConstant) to.assignments.push_back({static_cast<RegId>(in.value()), value, statement});
}

// The edge, behind the first entries.
void ModelBuilder::copyOps(const Place& from, size_t end, EdgeId e, std::vector<Operation>& to) {
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
    if (auto* store = std::get_if<Store>(&copy)) {
      store->order = strong(store->order);
      if (early_.concerns(e))
        append(to, early_.isFree(t, early_.placeOf(t, e, std::get<Store>(op).addr), store->bytes));
    }
    if (const auto* load = std::get_if<Load>(&copy))
      copyLoad(t, e, *load, std::get<Load>(op), ahead, to);
    else
      to.push_back(std::move(copy));
  }
}

void ModelBuilder::copyLoad(ThreadId t, EdgeId e, Load load, const Load& source,
                            const std::vector<StoreAhead>& ahead, std::vector<Operation>& to) {
  if (load.order == MemOrder::SeqCst) append(to, early_.allSee(t));
  load.order = strong(load.order);
  const bool early =
      early_.concerns(e) && early_.mayNotice(t) && !drains(original_, original_.edges[e], model_);
  for (Operation& op : forwarding_.load(t, load, source.addr, ahead)) {
    const auto* found = std::get_if<Load>(&op);
    if (found && early)
      append(to, early_.load(t, *found, early_.placeOf(t, e, source.addr)));
    else
      to.push_back(std::move(op));
  }
}

// ---- edges of the copy

// Not a step: what was late is made.
void ModelBuilder::add(const Place& from, const Place& to, EdgeId source, std::vector<Operation> ops,
                       bool isStep) {
  Edge out = copier_.withoutOperations(threadOf(from), source);
  out.from = location(from);
  out.to = location(to);
  out.ops = std::move(ops);
  out.atomicGroup = out.atomicGroup || std::ranges::count_if(out.ops, isAccess) > 1;
  std::vector<Piece> pieces;
  if (isStep) pieces.push_back({source, 0, static_cast<uint32_t>(out.ops.size())});
  copier_.add(std::move(out), std::move(pieces));
}

void ModelBuilder::addStep(const Place& from, const Place& to, std::vector<Operation> ops) {
  Edge out;
  out.from = location(from);
  out.to = location(to);
  out.atomicGroup = true;
  out.ops = std::move(ops);
  if (!original_.in(from.at).empty()) {
    const Edge& before = original_.edges[original_.in(from.at)[0]];
    out.pos = before.pos;
    out.stack = before.stack;
  }
  copier_.add(std::move(out), {});
}

// Once at each place.
void ModelBuilder::cutOff(const Place& from, std::string text) {
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

bool ModelBuilder::hasRoom(const Place& from, const Entries& list) {
  if (list.size() < mostLate_) return true;
  cutOff(from, fmt::format("at most {} accesses of a thread are late at a time", mostLate_));
  return false;
}

// Those of one edge are numbered from 0, oldest first.
uint32_t ModelBuilder::freeNumber(const Entries& list, EdgeId e) {
  return static_cast<uint32_t>(std::ranges::count(list, e, &Entry::edge));
}

// The younger ones of its edge move up, and what is kept of them with them.
void ModelBuilder::leave(Place& to, size_t i, std::vector<Operation>& ops) {
  const Entry gone = to.list[i];
  to.list.erase(to.list.begin() + static_cast<std::ptrdiff_t>(i));
  Set moved;
  for (Entry& e : to.list) {
    if (e.edge != gone.edge || e.number < gone.number) continue;
    const Slot &from = slots_[{e.edge, e.number}], &into = slots_[{e.edge, --e.number}];
    if (e.kind != Kind::Store) continue;
    for (const auto& [old, now] :
         {std::pair(from.address, into.address), std::pair(from.value, into.value),
          std::pair(from.early.seen, into.early.seen), std::pair(from.early.bytes, into.early.bytes)})
      if (old && old.op() == logic::Op::Var)
        moved.assignments.push_back({static_cast<RegId>(now.value()), old, 0});
  }
  if (!moved.assignments.empty()) ops.push_back(std::move(moved));
  if (!mayNotice(to)) LateRules::settle(to.list);
}

} // namespace heddle::ccfg::transform
