// Could a step be made when nothing moves any more? For deadlocks: the enabledness of an edge as a condition
// over what memory holds at the end, read at the final event.
#include "engines/bounded/unwinder.h"

#include "ccfg/lockstep.h"

#include <algorithm>

namespace heddle::bounded {

namespace {

constexpr uint64_t maxTried = 256; // values of a choice inside a guard

} // namespace

Term StepRun::probe(Term waits) {
  probing_ = true;
  passed_ = waits;
  step_ = u_.newStep(instance_, edgeId_, node_, before_.dominator);
  u_.skeleton.steps[step_].taken = waits;
  return open_ ? probeFrom(next_) : t_.trueTerm();
}

// Edges without a sync are a primitive's cases of misuse, and open nothing (interp/waiting.cpp).
bool StepRun::isWay() const {
  return edge_.sync || std::any_of(edge_.ops.begin(), edge_.ops.end(), [](const ccfg::Operation& op) {
           return std::holds_alternative<ccfg::Join>(op);
         });
}

Term StepRun::probeFrom(uint32_t index) {
  const ccfg::LockStep lock = ccfg::lockStepOf(edge_);
  Term open = t_.trueTerm();
  for (; index < edge_.ops.size(); ++index) {
    const ccfg::Operation& op = edge_.ops[index];
    if (const auto* assume = std::get_if<ccfg::Assume>(&op)) {
      open = t_.andOf(open, evaluate(assume->cond));
    } else if (const auto* load = std::get_if<ccfg::Load>(&op)) {
      const Memory::Place p =
          u_.memory.place(instance_, step_, load->addr, evaluate(load->addr), load->bytes, alone());
      const Term value = readValue(p, load->order);
      set(load->dst, t_.trunc(value, u_.facts.program.regWidth(load->dst)));
      if (lock.acquires() && !lock.shared && !lock.inWait && load->addr == lock.lock)
        waitsFor_ = t_.resize(value, 32);
    } else if (std::holds_alternative<ccfg::Set>(op)) {
      operation(op, index);
    } else if (const auto* nondet = std::get_if<ccfg::Nondet>(&op)) {
      return t_.andOf(open, probeChoice(*nondet, index));
    } else if (const auto* join = std::get_if<ccfg::Join>(&op)) {
      const Term goesOn = u_.fresh("joins", 1);
      u_.skeleton.joinProbes.push_back({goesOn, evaluate(join->handle)});
      waitsFor_ = t_.resize(evaluate(join->handle), 32);
      open = t_.andOf(open, goesOn);
    } else { // what follows an effect is no guard in any model of a primitive
      for (uint32_t k = index; k < edge_.ops.size(); ++k)
        u_.skeleton.waitsInexact =
            u_.skeleton.waitsInexact || std::holds_alternative<ccfg::Assume>(edge_.ops[k]);
      return open;
    }
  }
  return open;
}

// Some value opens the way.
Term StepRun::probeChoice(const ccfg::Nondet& o, uint32_t index) {
  const unsigned width = u_.facts.program.regWidth(o.dst);
  const uint64_t hi = width >= 64 ? o.hi : std::min<uint64_t>(o.hi, (1ull << width) - 1);
  if (hi - o.lo >= maxTried) {
    u_.skeleton.waitsInexact = true;
    return t_.trueTerm();
  }
  Term open = t_.falseTerm();
  const auto before = written_;
  for (uint64_t value = o.lo;; ++value) {
    written_ = before;
    set(o.dst, t_.constant(value, width));
    open = t_.orOf(open, probeFrom(index + 1));
    if (value == hi) break;
  }
  return open;
}

} // namespace heddle::bounded
