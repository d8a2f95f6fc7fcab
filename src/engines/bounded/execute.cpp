// One step: the operations of an edge on terms. An edge happens as a whole or not at all, so everything in it
// is enabled by one condition, unless an operation fails on the way.
#include "engines/bounded/unwinder.h"

#include "ccfg/atomicblocks.h"
#include "ccfg/lockstep.h"
#include "support/error.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::bounded {

using ccfg::HaltKind;
using ccfg::Property;
using logic::Op;

namespace {

bool isFloatOp(Op op) { return op >= Op::FAdd; }

} // namespace

StepRun::StepRun(Unwinding& u, InstanceId instance, NodeId node, const State& before, ccfg::EdgeId e)
    : u_(u), t_(u.terms()), edge_(u.facts.program.edges[e]), instance_(instance), node_(node),
      before_(before), edgeId_(e), live_(u.facts.liveness.liveAt(edge_.from)), values_(t_) {
  if (!u.watchesBlocks()) return;
  depth_ = before.registers[live_.size()];
  block_ = before.registers[live_.size() + 1];
}

// ---- terms

Term StepRun::reg(ccfg::RegId r) const {
  if (const auto it = written_.find(r); it != written_.end()) return it->second;
  const ccfg::Thread& thread = u_.facts.program.threads[u_.skeleton.instances[instance_].thread];
  if (r == thread.self) return t_.constant(u_.skeleton.instances[instance_].number, 32);
  const auto it = std::lower_bound(live_.begin(), live_.end(), r);
  if (it == live_.end() || *it != r) return t_.constant(0, u_.facts.program.regWidth(r));
  return before_.registers[static_cast<size_t>(it - live_.begin())];
}

void StepRun::set(ccfg::RegId r, Term value) {
  if (r == none) return;
  written_[r] = value;
  values_.forget();
}

Term StepRun::evaluate(Term t) {
  return values_.copy(
      t, [this](Term l) { return leaf(l); },
      [this](Term n, const Term* kids) { return evaluateNode(n, kids); });
}

Term StepRun::leaf(Term l) const {
  if (l.op() == Op::Var) return reg(static_cast<ccfg::RegId>(l.value()));
  return t_.constant(u_.facts.layout.address(static_cast<ccfg::ObjectId>(l.value())), l.width());
}

Term StepRun::evaluateNode(Term n, const Term* kids) {
  noteComparison(n, kids[0], kids[1]);
  const Term made = t_.make(n.op(), n.width(), kids[0], kids[1], kids[2], n.value());
  if (!isFloatOp(made.op())) return made;
  u_.skeleton.approximate = true;
  Term& standIn = u_.floats[made];
  if (!standIn) standIn = u_.fresh("float", made.width());
  return standIn;
}

// ---- the step

Term StepRun::precondition() {
  Term condition = t_.trueTerm();
  for (; next_ < edge_.ops.size(); ++next_) {
    if (const auto* assume = std::get_if<ccfg::Assume>(&edge_.ops[next_])) {
      condition = t_.andOf(condition, evaluate(assume->cond));
    } else if (std::holds_alternative<ccfg::Set>(edge_.ops[next_])) {
      operation(edge_.ops[next_], next_);
    } else {
      break;
    }
  }
  for (uint32_t i = next_; i < edge_.ops.size(); ++i)
    open_ = open_ || std::holds_alternative<ccfg::Assume>(edge_.ops[i]) ||
            std::holds_alternative<ccfg::Join>(edge_.ops[i]);
  return condition;
}

bool StepRun::mattersWithoutSuccessor() const {
  return edge_.assumption != none ||
         std::any_of(edge_.ops.begin(), edge_.ops.end(), [&](const ccfg::Operation& op) {
           if (const auto* assertion = std::get_if<ccfg::Assert>(&op))
             return u_.properties.has(assertion->property);
           return !std::holds_alternative<ccfg::Assume>(op) && !std::holds_alternative<ccfg::Set>(op) &&
                  !std::holds_alternative<ccfg::Nondet>(op) && !std::holds_alternative<ccfg::Fence>(op) &&
                  !(std::holds_alternative<ccfg::Load>(op) && !u_.properties.has(Property::Race) &&
                    !u_.properties.has(Property::Memory) && !u_.properties.has(Property::Atomicity));
         });
}

std::optional<State> StepRun::run(Term taken, EventIndex section) {
  section_ = section;
  passed_ = taken;
  step_ = u_.newStep(instance_, edgeId_, node_, before_.dominator);
  u_.skeleton.steps[step_].taken = taken;
  u_.skeleton.steps[step_].event = section;
  noteLock();
  if (ccfg::drains(u_.facts.program, edge_, u_.facts.memoryModel)) {
    event();
    u_.skeleton.drains.push_back(step_);
  }
  if (edge_.assumption != none) u_.skeleton.restsOn.emplace_back(taken, edge_.assumption);
  for (; next_ < edge_.ops.size() && !halted_; ++next_) operation(edge_.ops[next_], next_);
  checkComparisons(taken);
  if (halted_ || passed_.isFalse()) return std::nullopt;
  State after;
  after.guard = passed_;
  after.dominator = step_;
  after.section = section_;
  for (Term effect : before_.effects) after.effects.push_back(effect_ ? t_.orOf(effect, effect_) : effect);
  after.slept = slept();
  for (ccfg::RegId r : u_.facts.liveness.liveAt(edge_.to)) after.registers.push_back(reg(r));
  if (u_.watchesBlocks()) after.registers.insert(after.registers.end(), {depth_, block_});
  return after;
}

// The step into a nap releases the mutex, and the one out of it takes it; that is no change.
Slept StepRun::slept() const {
  if (u_.facts.naps[edge_.from]) return {step_, edge_.from, before_.registers, t_.trueTerm()};
  Slept s = before_.slept;
  if (s.woke == none || !effect_ || u_.facts.naps[edge_.to]) return s;
  s.idle = t_.andOf(s.idle, t_.notOf(effect_));
  return s.idle.isFalse() ? Slept{} : s;
}

void StepRun::noteLock() {
  using Effect = ccfg::LockStep::Effect;
  const ccfg::LockStep s = ccfg::lockStepOf(edge_);
  if (s.effect == Effect::None || s.effect == Effect::Reset) return;
  const Term lock = evaluate(s.lock);
  u_.skeleton.steps[step_].lockUse = s.shared || s.reentrant       ? LockUse::Other
                                     : s.effect == Effect::Acquire ? LockUse::Acquire
                                                                   : LockUse::Release;
  u_.skeleton.steps[step_].lock = lock;
}

void StepRun::operation(const ccfg::Operation& op, uint32_t index) {
  std::visit(ccfg::Overloaded{
                 [&](const ccfg::Assume& o) { assume(evaluate(o.cond)); },
                 [&](const ccfg::Set& o) {
                   std::vector<Term> values;
                   for (const ccfg::Assignment& a : o.assignments) values.push_back(evaluate(a.value));
                   for (size_t i = 0; i < values.size(); ++i) set(o.assignments[i].reg, values[i]);
                 },
                 [&](const ccfg::Load& o) { load(o); },
                 [&](const ccfg::Store& o) { store(o); },
                 [&](const ccfg::Nondet& o) { nondet(o, index); },
                 [&](const ccfg::Alloc& o) { alloc(o); },
                 [&](const ccfg::Free& o) { free(o); },
                 [&](const ccfg::Fork& o) { fork(o); },
                 [&](const ccfg::Join& o) { join(o); },
                 [&](const ccfg::Assert& o) { assertion(o); },
                 [&](const ccfg::Fence& o) { fence(o); },
                 [&](const ccfg::Mark& o) { mark(o.kind); },
                 [&](const ccfg::Halt& o) { halt(o); },
             },
             op);
}

// S2a (Sinha and Wang 2011, section 7.1) in general form: an action that is enabled with one value only reads
// that value, so writes of any other can't be what it reads.
void StepRun::assume(Term condition) {
  if (condition.isTrue()) return;
  u_.clause({t_.notOf(passed_), condition});
  for (AccessId r : reads_) {
    Term& all = u_.skeleton.accesses[r].condition;
    all = all ? t_.andOf(all, condition) : condition;
  }
  if (condition.op() != Op::Eq) return;
  for (const unsigned side : {0u, 1u}) {
    const Term variable = condition.kid(side), value = condition.kid(1 - side);
    if (!value.isConst()) continue;
    for (AccessId r : reads_) {
      Access& read = u_.skeleton.accesses[r];
      if (!(read.value == variable)) continue;
      read.value = value;
      for (auto& [reg, term] : written_)
        if (term == variable) term = value;
      values_.forget();
    }
  }
}

EventIndex StepRun::event() {
  if (probing_) return u_.finalEvent();
  if (section_ != none) return section_;
  EventIndex& mine = u_.skeleton.steps[step_].event;
  if (mine == none) {
    const EventIndex made = u_.newEvent(step_);
    u_.skeleton.steps[step_].event = made;
  }
  return u_.skeleton.steps[step_].event;
}

bool StepRun::alone() const { return instance_ == 0 && !u_.anyForked; }

// ---- memory

void StepRun::record(const Memory::Place& p, bool write, Term value, ccfg::MemOrder order) {
  Access a;
  a.event = a.issue = event();
  if (write && way_ != ccfg::StoreWay::Memory && !p.alone) {
    const auto id = static_cast<AccessId>(u_.skeleton.accesses.size());
    a.event = static_cast<EventIndex>(u_.skeleton.events.size());
    a.inOrder = way_ == ccfg::StoreWay::BufferInOrder;
    u_.skeleton.events.push_back({instance_, step_, id});
  }
  a.rank = static_cast<uint32_t>(u_.skeleton.accesses.size());
  a.step = step_;
  a.write = write;
  a.address = p.address;
  a.bytes = p.bytes;
  a.value = value;
  a.enabled = passed_;
  a.order = order;
  a.targets = p.targets;
  a.inSection = section_ != none;
  a.guarded = open_;
  a.synchronizes = p.flag || edge_.sync;
  if (countsInBlocks(p)) {
    a.block = block_;
    effect_ = t_.trueTerm();
  }
  if (!write) reads_.push_back(static_cast<AccessId>(u_.skeleton.accesses.size()));
  u_.skeleton.accesses.push_back(std::move(a));
}

// Whether a block is broken depends on accesses that change nothing, too: none of those is left out as an
// iteration that might as well not have been made.
bool StepRun::countsInBlocks(const Memory::Place& p) const {
  if (!u_.watchesBlocks() || probing_ || p.flag || !ccfg::countsInBlocks(edge_)) return false;
  return std::any_of(p.targets.begin(), p.targets.end(), [&](const ccfg::analysis::Target& t) {
    return u_.facts.blocks[t.object] && !ccfg::isLibraryObject(u_.facts.program, t.object);
  });
}

Term StepRun::readValue(const Memory::Place& p, ccfg::MemOrder order) {
  if (u_.memory.isPrivate(p)) return u_.memory.resolve(p);
  const Term value = u_.fresh("read", 8 * p.bytes);
  record(p, false, value, order);
  return value;
}

// Nobody can tell that an atomic action wrote what it had read there.
void StepRun::noteEffect(const Memory::Place& p, Term value) {
  Term changes = t_.trueTerm();
  for (AccessId r : reads_) {
    const Access& read = u_.skeleton.accesses[r];
    if (read.address == p.address && read.bytes == p.bytes) changes = t_.ne(read.value, value);
  }
  effect_ = effect_ ? t_.orOf(effect_, changes) : changes;
}

void StepRun::writeValue(const Memory::Place& p, Term value, ccfg::MemOrder order) {
  noteEffect(p, value);
  const bool isPrivate = u_.memory.isPrivate(p);
  if (isPrivate) u_.memory.note(p, value, passed_);
  if (isPrivate && !p.alone) return;
  record(p, true, value, order);
}

void StepRun::load(const ccfg::Load& o) {
  // A block may begin alone and go on among others: then its first accesses count.
  const bool inBlock = block_ && !block_.isConst(0);
  const Memory::Place p =
      u_.memory.place(instance_, step_, o.addr, evaluate(o.addr), o.bytes, alone() && !inBlock);
  if (!checkAccess(p, false)) return;
  const Term value = readValue(p, o.order);
  u_.skeleton.steps[step_].choices.push_back({next_, value});
  set(o.dst, t_.trunc(value, u_.facts.program.regWidth(o.dst)));
}

void StepRun::store(const ccfg::Store& o) {
  const Memory::Place p = u_.memory.place(instance_, step_, o.addr, evaluate(o.addr), o.bytes, alone());
  const Term value = t_.zext(evaluate(o.value), 8 * o.bytes);
  if (!checkAccess(p, true)) return;
  way_ = ccfg::wayOf(u_.facts.program, edge_, o, u_.facts.memoryModel);
  writeValue(p, value, o.order);
  way_ = ccfg::StoreWay::Memory;
}

void StepRun::alloc(const ccfg::Alloc& o) {
  const Term size = t_.resize(evaluate(o.size), u_.facts.program.pointerWidth());
  const Term tooLarge = t_.ult(t_.constant(interp::maxDynamicBytes, size.width()), size);
  if (!tooLarge.isFalse()) {
    cut(t_.andOf(passed_, tooLarge), ccfg::AssumptionKind::Other,
        fmt::format("paths end at an allocation of more than {} MB at {}", interp::maxDynamicBytes >> 20,
                    u_.facts.program.posString(edge_.pos)));
    passed_ = t_.andOf(passed_, t_.notOf(tooLarge));
    if (passed_.isFalse()) {
      halted_ = true;
      return;
    }
  }
  effect_ = t_.trueTerm();
  const std::optional<uint64_t> base = u_.memory.allocate(instance_, o.site, size, o.zeroed);
  if (!base) {
    cut(passed_, ccfg::AssumptionKind::Other, "a thread's share of the address space is used up");
    halted_ = true;
    return;
  }
  const Term address = t_.constant(*base, u_.facts.program.pointerWidth());
  set(o.dst, address);
  if (!u_.facts.anyFreed) return;
  const Memory::Place p = u_.memory.place(instance_, step_, address, address, 1, alone());
  writeValue(u_.memory.flagOf(p), t_.constant(1, 8), ccfg::MemOrder::SeqCst);
}

// Freeing writes the flag; that the argument is the base of a live object of its kind is checked like an
// access.
void StepRun::free(const ccfg::Free& o) {
  const Term address = evaluate(o.addr);
  const Term isNull = t_.eq(address, t_.constant(0, address.width()));
  if (isNull.isTrue()) return;
  const Memory::Place p = u_.memory.place(instance_, step_, o.addr, address, 1, alone());
  const Memory::Place flag = u_.memory.flagOf(p);
  Term valid = u_.memory.isBase(p, o.heap ? ccfg::ObjectKind::Heap : ccfg::ObjectKind::Local);
  if (!flag.targets.empty())
    valid = t_.andOf(valid, t_.eq(readValue(flag, ccfg::MemOrder::Plain), t_.constant(1, 8)));
  const Term bad = t_.andOf(passed_, t_.notOf(t_.orOf(isNull, valid)));
  if (u_.properties.has(Property::Memory))
    fail(Property::Memory, bad, "free() of memory that was not allocated");
  else
    cut(bad, ccfg::AssumptionKind::InvalidAccess,
        fmt::format("paths end at an invalid free at {}", u_.facts.program.posString(edge_.pos)));
  const Term before = passed_;
  passed_ = t_.andOf(passed_, valid);
  if (!flag.targets.empty() && !passed_.isFalse()) writeValue(flag, t_.constant(0, 8), ccfg::MemOrder::Plain);
  passed_ = t_.andOf(before, t_.orOf(isNull, valid));
  halted_ = halted_ || passed_.isFalse();
}

void StepRun::fence(const ccfg::Fence& o) {
  if (!ccfg::isBarrier(o, u_.facts.memoryModel)) return;
  event();
  u_.skeleton.barriers.push_back(step_);
}

// ---- threads, inputs, properties

void StepRun::nondet(const ccfg::Nondet& o, uint32_t index) {
  const unsigned width = u_.facts.program.regWidth(o.dst);
  const Term value = u_.fresh("input", width);
  const uint64_t top = width >= 64 ? ~0ull : (1ull << width) - 1;
  if (o.lo > 0) u_.clause({t_.ule(t_.constant(o.lo, width), value)});
  if (o.hi < top) u_.clause({t_.ule(value, t_.constant(o.hi, width))});
  u_.skeleton.steps[step_].choices.push_back({index, value});
  set(o.dst, value);
}

void StepRun::fork(const ccfg::Fork& o) {
  effect_ = t_.trueTerm();
  const EventIndex forkEvent = event();
  unsigned same = 0;
  for (InstanceId i = instance_;; i = u_.skeleton.steps[u_.skeleton.instances[i].fork].instance) {
    same += u_.skeleton.instances[i].thread == o.thread;
    if (u_.skeleton.instances[i].fork == none) break;
  }
  const auto recursion = static_cast<uint32_t>(u_.facts.nesting.cycles().size() + o.thread);
  if (same > u_.bounds.at(recursion)) {
    Cut c;
    c.guard = passed_;
    c.cycle = recursion;
    u_.skeleton.cuts.push_back(std::move(c));
    u_.giveUp(section_, passed_);
    halted_ = true;
    return;
  }
  std::vector<Term> arguments;
  for (Term a : o.args) arguments.push_back(evaluate(a));
  u_.anyForked = true;
  const InstanceId child = unwindInstance(u_, o.thread, step_, passed_, std::move(arguments));
  u_.skeleton.steps[step_].forked = child;
  HEDDLE_CHECK(forkEvent != none, "a fork is an event");
  if (o.handle != none)
    set(o.handle, t_.constant(u_.skeleton.instances[child].number, u_.facts.program.regWidth(o.handle)));
}

void StepRun::join(const ccfg::Join& o) {
  effect_ = t_.trueTerm();
  Join j;
  j.step = step_;
  j.event = event();
  j.executed = passed_;
  j.handle = evaluate(o.handle);
  if (o.result != none) {
    const unsigned width = u_.facts.program.regWidth(o.result);
    if (j.handle.isConst())
      for (const Instance& i : u_.skeleton.instances)
        if (i.number == j.handle.value() && i.result) j.result = t_.resize(i.result, width);
    const bool known = static_cast<bool>(j.result);
    if (!known) j.result = u_.fresh("result", width);
    set(o.result, j.result);
    if (known) j.result = {};
  }
  u_.skeleton.joins.push_back(std::move(j));
}

void StepRun::fail(Property property, Term violated, const std::string& message) {
  if (violated.isFalse()) return;
  u_.skeleton.checks.push_back({property, violated, step_, message});
  u_.giveUp(section_, violated);
}

void StepRun::assertion(const ccfg::Assert& o) {
  if (!u_.properties.has(o.property)) return;
  const Term condition = evaluate(o.cond);
  fail(o.property, t_.andOf(passed_, t_.notOf(condition)), o.message);
  passed_ = t_.andOf(passed_, condition);
  halted_ = halted_ || passed_.isFalse();
}

// An end without a beginning means nothing.
void StepRun::mark(ccfg::MarkKind kind) {
  if (!u_.watchesBlocks() || kind < ccfg::MarkKind::TransactionBegin) return;
  const Term zero = t_.constant(0, 32), one = t_.constant(1, 32);
  if (kind == ccfg::MarkKind::TransactionBegin) {
    block_ = t_.ite(t_.eq(depth_, zero), t_.constant(step_ + 1, 32), block_);
    depth_ = t_.add(depth_, one);
  } else {
    block_ = t_.ite(t_.ule(depth_, one), zero, block_);
    depth_ = t_.ite(t_.eq(depth_, zero), zero, t_.sub(depth_, one));
  }
}

void StepRun::cut(Term guard, ccfg::Assumption a) {
  if (guard.isFalse()) return;
  Cut c;
  c.guard = guard;
  c.assumption = std::move(a);
  u_.skeleton.cuts.push_back(std::move(c));
  u_.giveUp(section_, guard);
}

void StepRun::cut(Term guard, ccfg::AssumptionKind kind, std::string text) {
  ccfg::Assumption a;
  a.kind = kind;
  a.text = std::move(text);
  a.pos = edge_.pos;
  a.missesBehaviours = true;
  cut(guard, std::move(a));
}

void StepRun::halt(const ccfg::Halt& o) {
  halted_ = true;
  if (u_.mayStopInSection()) u_.giveUp(section_, passed_);
  if (o.kind != HaltKind::Cutoff) return;
  if (o.assumption == none)
    cut(passed_, ccfg::AssumptionKind::Other, "a path is cut off");
  else
    cut(passed_, u_.facts.program.assumptions[o.assumption]);
}

} // namespace heddle::bounded
