// Operations on symbolic values, but for memory (lowering_memory.cpp); see lowering.h.
#include "symbolic/lowering.h"

#include "logic/copy.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::symbolic {

using ccfg::Property;

namespace {

constexpr uint64_t fewValues = 64;

bool isFloat(logic::Op op) { return op >= logic::Op::FAdd; }

bool hasFloat(Term t) {
  bool found = false;
  logic::forEachNode(t, [&](Term n) { found = found || isFloat(n.op()); });
  return found;
}

} // namespace

Lowering::Lowering(const LowerContext& c, const Control& control, uint32_t slot, const Block& block,
                   Vacant vacant)
    : c_(c), p_(c.program), t_(c.symbols.terms()), control_(control), block_(block),
      vacant_(std::move(vacant)), blocked_(t_.falseTerm()) {
  a_.slot = slot;
  a_.edges = block.edges;
  a_.retreats = block.retreats;
  a_.to = block.to;
}

Action Lowering::run() {
  for (edge_ = 0; edge_ < block_.edges.size() && !over(); ++edge_) {
    first_ = edge_ == 0;
    edge(block_.edges[edge_]);
    if (first_) {
      a_.firstGuards = a_.guard.size();
      a_.blocked = forAllInputs(blocked_);
    }
  }
  finish();
  return std::move(a_);
}

void Lowering::edge(ccfg::EdgeId e) {
  const auto& ops = p_.edges[e].ops;
  for (op_ = 0; op_ < ops.size() && !over(); ++op_) operation(ops[op_]);
}

void Lowering::operation(const ccfg::Operation& op) {
  std::visit(ccfg::Overloaded{
                 [&](const ccfg::Assume& o) { assume(translated(o.cond)); },
                 [&](const ccfg::Set& o) { set(o); },
                 [&](const ccfg::Load& o) { load(o); },
                 [&](const ccfg::Store& o) { store(o); },
                 [&](const ccfg::Nondet& o) { nondet(o); },
                 [&](const ccfg::Alloc& o) { alloc(o); },
                 [&](const ccfg::Free& o) { free(o); },
                 [&](const ccfg::Fork& o) { fork(o); },
                 [&](const ccfg::Join& o) { join(o); },
                 [&](const ccfg::Assert& o) { check(o); },
                 [&](const ccfg::Halt& o) { halt(o); },
                 [](const ccfg::Fence&) {},
                 [](const ccfg::Mark&) {},
             },
             op);
}

// ---- values

Term Lowering::now(Term symbol) const {
  if (symbol.isConst()) return symbol;
  const auto it = now_.find(static_cast<SymbolId>(symbol.value()));
  return it == now_.end() ? symbol : it->second;
}

Term Lowering::fresh(unsigned width) {
  const Term t = c_.symbols.input(width);
  a_.inputs.push_back(static_cast<SymbolId>(t.value()));
  return t;
}

Term Lowering::unknown(unsigned width) {
  a_.approximate = true;
  return fresh(width);
}

Term Lowering::translated(Term t) {
  if (hasFloat(t)) return unknown(t.width());
  const auto leaf = [&](Term l) {
    if (l.op() == logic::Op::Address)
      return t_.constant(c_.symbols.layout().address(static_cast<ccfg::ObjectId>(l.value())), l.width());
    return now(reg(a_.slot, static_cast<ccfg::RegId>(l.value())));
  };
  return logic::TermCopier(t_, leaf).copy(t);
}

Term Lowering::reg(uint32_t slot, ccfg::RegId r) const {
  return c_.symbols.reg(slot, r, slot < control_.size() && control_[slot].anonymous);
}

Term Lowering::number(uint32_t slot) const {
  return reg(slot, p_.threads[p_.locations[control_[slot].location].thread].self);
}

void Lowering::giveReg(ccfg::RegId r, Term value) { give(c_.symbols.reg(a_.slot, r), value); }

void Lowering::require(Term t) {
  if (t.isTrue()) return;
  if (t.isFalse()) {
    a_.possible = false;
  } else if (t.op() == logic::Op::And) {
    require(t.kid(0));
    require(t.kid(1));
  } else if (std::ranges::find(a_.guard, t) == a_.guard.end()) {
    a_.guard.push_back(t);
  }
}

void Lowering::violation(Term wrong, Property property) {
  if (wrong.isFalse()) return;
  Event e{a_.guard, std::nullopt, property, edge_};
  if (!wrong.isTrue()) e.condition.push_back(wrong);
  a_.events.push_back(std::move(e));
}

void Lowering::cutoff(Term when, ccfg::Assumption assumption) {
  if (when.isFalse()) return;
  Event e{a_.guard, std::move(assumption), Property::Assert, edge_};
  if (!when.isTrue()) e.condition.push_back(when);
  a_.events.push_back(std::move(e));
}

void Lowering::unfollowed(std::string what) {
  ccfg::Assumption a;
  a.pos = p_.edges[block_.edges[edge_]].pos;
  a.text = fmt::format("paths end where impact does not follow {} at {}", what, p_.posString(a.pos));
  a.missesBehaviours = true;
  cutoff(t_.trueTerm(), std::move(a));
  a_.ends = true;
}

// ---- operations

void Lowering::assume(Term cond) {
  waits(cond);
  require(cond);
}

void Lowering::waits(Term until) {
  if (!first_) return;
  Term now = t_.notOf(until);
  for (Term g : a_.guard) now = t_.andOf(now, g);
  blocked_ = t_.orOf(blocked_, now);
}

void Lowering::set(const ccfg::Set& o) {
  std::vector<Term> values;
  for (const ccfg::Assignment& a : o.assignments) values.push_back(translated(a.value));
  for (size_t i = 0; i < values.size(); ++i) giveReg(o.assignments[i].reg, values[i]);
}

void Lowering::nondet(const ccfg::Nondet& o) {
  const unsigned width = p_.regWidth(o.dst);
  const Term value = fresh(width);
  if (o.lo > 0) require(t_.ule(t_.constant(o.lo, width), value));
  if (width < 64 ? o.hi < (1ull << width) - 1 : o.hi != UINT64_MAX)
    require(t_.ule(value, t_.constant(o.hi, width)));
  const uint64_t hi = std::min(o.hi, width < 64 ? (uint64_t{1} << width) - 1 : UINT64_MAX);
  if (o.lo <= hi && hi - o.lo < fewValues) ranges_[static_cast<SymbolId>(value.value())] = {o.lo, hi};
  a_.values[{edge_, op_}] = value;
  giveReg(o.dst, value);
}

// An edge is enabled if it is for some values.
Term Lowering::forAllInputs(Term t) {
  for (SymbolId s : logic::symbolsOf(t)) {
    if (!c_.symbols.isInput(s)) continue;
    const auto range = ranges_.find(s);
    if (range == ranges_.end()) return {};
    Term all = t_.trueTerm();
    for (uint64_t v = range->second.first; v <= range->second.second && !all.isFalse(); ++v)
      all = t_.andOf(all, t_.substitute(t, [&](Term leaf) {
        return leaf == t_.var(s) ? t_.constant(v, leaf.width()) : Term();
      }));
    t = all;
  }
  return t;
}

void Lowering::fork(const ccfg::Fork& o) {
  const bool takes = vacant_.slot != ccfg::none && a_.forked.empty();
  const auto slot = takes ? vacant_.slot : static_cast<uint32_t>(control_.size() + a_.forked.size());
  if (slot >= c_.maxThreads) {
    ccfg::Assumption a;
    a.kind = ccfg::AssumptionKind::ThreadBound;
    a.text = fmt::format("at most {} threads are started", c_.maxThreads);
    a.pos = p_.edges[block_.edges[edge_]].pos;
    a.missesBehaviours = true;
    cutoff(t_.trueTerm(), std::move(a));
    a_.ends = true;
    return;
  }
  const ccfg::Thread& thread = p_.threads[o.thread];
  std::vector<Term> args;
  for (Term arg : o.args) args.push_back(translated(arg));
  const bool anonymous = takes || hasAnonymous(control_);
  for (ccfg::RegId r : takes ? thread.registers : c_.liveness.liveAt(thread.entry))
    if (r != thread.self) give(c_.symbols.reg(slot, r), t_.constant(0, p_.regWidth(r)));
  if (anonymous) anonymousFork(slot, o.thread);
  for (size_t i = 0; i < args.size() && i < thread.params.size(); ++i)
    if (thread.params[i] != thread.self) give(c_.symbols.reg(slot, thread.params[i]), args[i]);
  const Term handle = now(c_.symbols.reg(slot, thread.self, anonymous));
  if (o.handle != ccfg::none) giveReg(o.handle, t_.resize(handle, p_.regWidth(o.handle)));
  a_.forked.push_back({slot, {thread.entry, takes ? control_[slot].made : std::vector<Made>(), anonymous}});
}

// Its number is that of no other instance, but may be that of one whose slot was taken over: more executions
// than there are.
void Lowering::anonymousFork(uint32_t slot, ccfg::ThreadId thread) {
  const ccfg::RegId self = p_.threads[thread].self;
  const Term mine = unknown(p_.regWidth(self));
  require(t_.ne(mine, t_.constant(0, mine.width())));
  require(t_.ule(mine, t_.constant(highestNumber, mine.width())));
  for (uint32_t s = 0; s < control_.size(); ++s) require(t_.ne(mine, number(s)));
  give(c_.symbols.reg(slot, self, true), mine);
}

// A handle that belongs to no instance waits for ever. If it may have belonged to one whose slot was taken
// over, it may also go on, with any result.
void Lowering::join(const ccfg::Join& o) {
  const Term handle = translated(o.handle);
  a_.joined.push_back(handle);
  const bool forgets = hasAnonymous(control_);
  const unsigned width = o.result == ccfg::none ? 1 : p_.regWidth(o.result);
  Term over = t_.falseTerm(), isNone = t_.boolean(forgets), result;
  if (forgets && o.result != ccfg::none) result = unknown(width);
  a_.approximate = a_.approximate || forgets;
  for (uint32_t s = 0; s < control_.size(); ++s) {
    const Term hit = t_.eq(handle, t_.resize(number(s), handle.width()));
    isNone = t_.andOf(isNone, t_.notOf(hit));
    if (!isAtExit(p_, control_[s].location)) continue;
    over = t_.orOf(over, hit);
    const ccfg::RegId from = p_.threads[p_.locations[control_[s].location].thread].result;
    const Term value = from == ccfg::none ? t_.constant(0, width) : t_.resize(now(reg(s, from)), width);
    result = result ? t_.ite(hit, value, result) : value;
  }
  waits(over);
  require(t_.orOf(over, isNone));
  if (o.result != ccfg::none && result) giveReg(o.result, result);
}

void Lowering::check(const ccfg::Assert& o) {
  if (!c_.properties.has(o.property)) return;
  const Term holds = translated(o.cond);
  violation(t_.notOf(holds), o.property);
  require(holds);
}

void Lowering::halt(const ccfg::Halt& o) {
  a_.ends = true;
  if (o.kind != ccfg::HaltKind::Cutoff) return;
  ccfg::Assumption a;
  if (o.assumption != ccfg::none) {
    a = p_.assumptions[o.assumption];
  } else {
    a.text = "a path is cut off";
    a.pos = p_.edges[block_.edges[edge_]].pos;
    a.missesBehaviours = true;
  }
  cutoff(t_.trueTerm(), std::move(a));
}

void Lowering::finish() {
  if (over()) return;
  for (const auto& [symbol, value] : now_)
    if (!(value == t_.var(symbol))) a_.assign.emplace_back(symbol, value);
  // What is not read again needs no value: fewer symbols reach labels.
  std::set<SymbolId> dead;
  for (ccfg::RegId r : p_.threads[p_.locations[block_.to].thread].registers) {
    if (c_.liveness.isLive(block_.to, r)) continue;
    if (const Term symbol = c_.symbols.reg(a_.slot, r); !symbol.isConst())
      dead.insert(static_cast<SymbolId>(symbol.value()));
  }
  std::erase_if(a_.assign, [&](const auto& a) { return dead.contains(a.first); });
}

} // namespace heddle::symbolic
