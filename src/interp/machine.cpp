// The instruction loop, and the operations that concern threads and control. Memory is in machine_memory.cpp,
// store buffers in machine_buffer.cpp.
#include "interp/machine.h"

#include "ccfg/atomicblocks.h"
#include "interp/compute.h"
#include "interp/pending.h"
#include "interp/storebuffer.h"
#include "logic/eval.h"
#include "support/error.h"

#include <fmt/format.h>

namespace heddle::interp {

using ccfg::none;

namespace {

constexpr uint32_t maxThreads = 4096;

uint64_t readSlot(const uint8_t* slots, const Slot& slot) {
  uint64_t value = 0;
  std::memcpy(&value, slots + slot.offset, slot.wide ? 8 : 4);
  return value;
}

void writeSlot(uint8_t* slots, uint32_t offset, bool wide, uint64_t value) {
  if (wide)
    std::memcpy(slots + offset, &value, 8);
  else
    std::memcpy(slots + offset, &value, 4);
}

} // namespace

Machine::Machine(const Code& code, ccfg::PropertySet properties)
    : code_(code), properties_(properties), temps_(code.constants()),
      reliedOn_(code.program().assumptions.size()) {
  temps_.resize(code.temps());
  if (properties.has(ccfg::Property::Atomicity) && ccfg::hasBlocks(code.program())) blocks_.emplace(code);
}

State Machine::initialState() const {
  State s(code_.layout());
  s.addThread(code_.program().threads[0].entry, code_.thread(0).slotBytes);
  return s;
}

StepKind Machine::step(State& s, uint32_t thread, ccfg::EdgeId e, Chooser& chooser, StepLog* log) {
  if (!log && blocks_) log = &ownLog_;
  Context c{s, thread, e, chooser, log};
  const EdgeCode& edge = code_.edge(e);
  const uint8_t* slots = s.slots(thread);
  uint64_t* t = temps_.data();
  touched_ = endedAtNull_ = false;
  if (log) log->clear();
  if (edge.drains && hasBuffered(s.view(), thread)) return StepKind::Disabled;
  const Instruction* i = code_.instructions() + edge.begin;
  const Instruction* const end = code_.instructions() + edge.end;
  for (; i != end; ++i) {
    if (i->what <= Do::Apply) {
      t[i->dst] = compute(*i, t[i->a], t[i->b], t[i->c]);
      continue;
    }
    switch (i->what) {
    case Do::Slot4: {
      uint32_t value;
      std::memcpy(&value, slots + i->a, 4);
      t[i->dst] = value;
      break;
    }
    case Do::Slot8:
      std::memcpy(&t[i->dst], slots + i->a, 8);
      break;
    case Do::Self:
      t[i->dst] = thread;
      break;
    case Do::Assume:
      if (t[i->a] == 0) return StepKind::Disabled;
      break;
    case Do::LoadDirect: {
      uint64_t value = 0;
      std::memcpy(&value, s.at(static_cast<uint32_t>(i->imm)), i->operandWidth);
      if (log) logAccess(c, *i, t[i->a], false, value);
      t[i->dst] = logic::truncateTo(value, i->width);
      break;
    }
    case Do::StoreDirect:
      std::memcpy(s.at(static_cast<uint32_t>(i->imm)), &t[i->b], i->operandWidth);
      touched_ = true;
      if (log) logAccess(c, *i, t[i->a], true, t[i->b]);
      break;
    case Do::Compare:
      compare(c, t[i->a], t[i->b]);
      break;
    default: {
      const StepKind kind = operation(c, *i);
      if (kind != StepKind::Done) {
        if (kind != StepKind::Disabled) rely(edge);
        if (log && log->wantRegisters) logRegisters(c, edge, static_cast<uint32_t>(i - code_.instructions()));
        return kind == StepKind::Violation && isKnown(e) ? passOver() : kind;
      }
      slots = s.slots(thread); // an Alloc or Fork may have moved everything
    }
    }
  }
  rely(edge);
  commit(c, edge);
  const StepKind kind = blocks_ ? watchBlocks(c) : StepKind::Done;
  return kind == StepKind::Violation && isKnown(e) ? passOver() : kind;
}

bool Machine::isKnown(ccfg::EdgeId e) const {
  return code_.known().has({violation_.property, "", 0, e, 0, none});
}

StepKind Machine::passOver() {
  haltKind_ = ccfg::HaltKind::Infeasible;
  return StepKind::Ended;
}

StepKind Machine::operation(Context& c, const Instruction& i) {
  switch (i.what) {
  case Do::Load:
    return load(c, i);
  case Do::Store:
    return store(c, i);
  case Do::Barrier:
    return barrier(c);
  case Do::Nondet:
    return nondet(c, i);
  case Do::Alloc:
    return alloc(c, i);
  case Do::Free:
    return free(c, i);
  case Do::Fork:
    return fork(c, i);
  case Do::Join:
    return join(c, i);
  case Do::Assert:
    return temps_[i.a] ? StepKind::Done : assertion(c, i);
  case Do::Halt:
    return halt(c, i);
  default:
    throw InternalError("an instruction that no one executes");
  }
}

void Machine::commit(Context& c, const EdgeCode& edge) {
  touched_ = true;
  uint8_t* slots = c.state.slots(c.thread);
  for (uint32_t i = edge.commitBegin; i < edge.commitEnd; ++i) {
    const Commit& w = code_.commits()[i];
    writeSlot(slots, w.slot, w.wide, temps_[w.temp]);
  }
  c.state.setLocation(c.thread, edge.to);
  if (c.log && c.log->wantRegisters) logRegisters(c, edge, edge.end);
}

StepKind Machine::watchBlocks(Context& c) {
  const std::optional<Access> third = blocks_->step(c.state, c.thread, c.edge, c.log->accesses);
  if (!third) return StepKind::Done;
  return violated(
      ccfg::Property::Atomicity,
      fmt::format("the block is not atomic: another thread accesses {} between two of its accesses",
                  cellOf(code_, c.state.view(), *third)));
}

void Machine::logRegisters(const Context& c, const EdgeCode& edge, uint32_t executed) const {
  for (const RegisterWrite& w : edge.writes)
    if (w.position <= executed) c.log->registers.push_back({w.reg, temps_[w.temp]});
}

StepKind Machine::nondet(Context& c, const Instruction& i) {
  const auto& o = sourceOf<ccfg::Nondet>(c, i);
  const uint64_t hi = std::min(o.hi, logic::maskOf(i.width));
  const uint64_t value =
      c.chooser.choose({Choice::Kind::Nondet, c.edge, i.c, i.width, o.lo, hi, 0, 0, i.a != 0});
  temps_[i.dst] = value;
  if (c.log) c.log->values.push_back(value);
  return StepKind::Done;
}

StepKind Machine::fork(Context& c, const Instruction& i) {
  const auto& o = sourceOf<ccfg::Fork>(c, i);
  if (c.state.view().threadCount() >= maxThreads)
    return cutoff(c, ccfg::AssumptionKind::ThreadBound,
                  fmt::format("at most {} threads are started", maxThreads));
  touched_ = true;
  const ThreadCode& thread = code_.thread(o.thread);
  const uint32_t number = c.state.addThread(code_.program().threads[o.thread].entry, thread.slotBytes);
  uint8_t* slots = c.state.slots(number);
  for (uint32_t k = 0; k < i.b && k < thread.params.size(); ++k)
    if (thread.params[k].offset != none)
      writeSlot(slots, thread.params[k].offset, thread.params[k].wide, temps_[code_.arguments()[i.a + k]]);
  temps_[i.dst] = number;
  if (c.log) c.log->forked = number;
  return StepKind::Done;
}

// A handle that belongs to no instance waits forever.
StepKind Machine::join(Context& c, const Instruction& i) {
  const StateView s = c.state.view();
  const uint64_t number = temps_[i.a];
  if (number == 0 || number > s.threadCount()) return StepKind::Disabled;
  const auto other = static_cast<uint32_t>(number);
  const ccfg::LocId location = s.location(other);
  if (!hasEnded(s, other)) return StepKind::Disabled;
  const ThreadCode& thread = code_.thread(code_.program().locations[location].thread);
  uint64_t result = thread.resultIsSelf ? number : 0;
  if (thread.result.offset != none) result = readSlot(s.slots(other), thread.result);
  temps_[i.dst] = logic::truncateTo(result, i.width);
  if (c.log) c.log->joined = other;
  return StepKind::Done;
}

StepKind Machine::assertion(const Context& c, const Instruction& i) {
  const auto& o = sourceOf<ccfg::Assert>(c, i);
  return properties_.has(o.property) ? violated(o.property, o.message) : StepKind::Done;
}

StepKind Machine::halt(const Context& c, const Instruction& i) {
  const auto& o = sourceOf<ccfg::Halt>(c, i);
  if (o.kind != ccfg::HaltKind::Cutoff) {
    haltKind_ = o.kind;
    return StepKind::Ended;
  }
  if (o.assumption == none) return cutoff(c, ccfg::AssumptionKind::Other, "a path is cut off");
  assumption_ = code_.program().assumptions[o.assumption];
  return StepKind::Cutoff;
}

StepKind Machine::cutoff(const Context& c, ccfg::AssumptionKind kind, std::string text) {
  assumption_ = {};
  assumption_.kind = kind;
  assumption_.text = std::move(text);
  assumption_.pos = code_.program().edges[c.edge].pos;
  assumption_.missesBehaviours = true;
  return StepKind::Cutoff;
}

StepKind Machine::violated(ccfg::Property property, std::string message) {
  violation_ = {property, std::move(message)};
  return StepKind::Violation;
}

std::optional<uint64_t> Machine::evaluate(const StateView& s, uint32_t thread, logic::Term t) const {
  const ccfg::Program& p = code_.program();
  const ccfg::RegId self = p.threads[p.locations[s.location(thread)].thread].self;
  bool known = true;
  const auto leafValue = [&](logic::Term leaf) -> uint64_t {
    if (leaf.op() == logic::Op::Address)
      return code_.layout().address(static_cast<ccfg::ObjectId>(leaf.value()));
    const auto r = static_cast<ccfg::RegId>(leaf.value());
    if (r == self) return thread;
    known &= code_.isLive(s.location(thread), r);
    return known ? readSlot(s.slots(thread), code_.slotOf(r)) : 0;
  };
  const uint64_t value = logic::evaluate(t, std::cref(leafValue));
  return known ? std::optional(value) : std::nullopt;
}

} // namespace heddle::interp
