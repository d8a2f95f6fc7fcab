// The lives of objects: accesses outside of them, and comparisons of pointers to memory that may have been
// freed. Its place is not handed out again here, as it might be on the machine: executions in which a
// comparison meets a stale pointer are cuts, that are followed all the same.
#include "engines/bounded/unwinder.h"

#include "ccfg/hidden.h"
#include "ccfg/invalid.h"
#include "engine/assumptions.h"

namespace heddle::bounded {

using ccfg::Property;

bool StepRun::checkAccess(const Memory::Place& p, bool write) {
  Term valid = u_.memory.inBounds(p, write, ccfg::seesHiddenBytes(u_.facts.program, edge_));
  if (u_.memory.mayBeFreed(p)) {
    const Memory::Place flag = u_.memory.flagOf(p);
    if (!flag.targets.empty())
      valid = t_.andOf(valid, u_.memory.lives(p, readValue(flag, ccfg::MemOrder::Plain)));
  }
  if (valid.isTrue()) return true;
  const Term bad = t_.andOf(passed_, t_.notOf(valid));
  if (u_.properties.has(Property::Memory)) {
    fail(Property::Memory, bad, "an invalid pointer is accessed");
  } else {
    const uint64_t first = 1ull << u_.facts.layout.shift();
    const Term null = t_.ult(p.address, t_.constant(first, p.address.width()));
    if (u_.mayStopInSection()) u_.giveUp(section_, t_.andOf(bad, null));
    const Term atNull = t_.andOf(bad, null);
    if (!atNull.isFalse())
      u_.skeleton.cuts.push_back({atNull, none, ccfg::endsAtNull(u_.facts.program, edgeId_)});
    cut(t_.andOf(bad, t_.notOf(null)), ccfg::endsAtInvalidAccess(u_.facts.program, edgeId_));
  }
  passed_ = t_.andOf(passed_, valid);
  halted_ = halted_ || passed_.isFalse();
  return !halted_;
}

void StepRun::noteComparison(Term n, Term a, Term b) {
  const ccfg::Program& p = u_.facts.program;
  if (!u_.facts.escape.reuse().compares(edgeId_)) return;
  if (!ccfg::analysis::maybeComparesAddresses(n, p.pointerWidth())) return;
  comparisons_.push_back({n.kid(0), n.kid(1), a, b});
}

// An object was there, and its life has ended.
Term StepRun::isGone(const Memory::Place& p) {
  const Memory::Place flag = u_.memory.flagOf(p);
  if (flag.targets.empty()) return t_.falseTerm();
  return t_.notOf(u_.memory.lives(p, readValue(flag, ccfg::MemOrder::Plain)));
}

void StepRun::checkComparisons(Term taken) {
  if (comparisons_.empty() || probing_) return;
  const Term passed = passed_;
  passed_ = taken;
  const uint64_t dynamic = static_cast<uint64_t>(u_.facts.layout.arenaBegin(0)) << u_.facts.layout.shift();
  for (const Comparison& c : comparisons_) {
    const Memory::Place a = u_.memory.place(instance_, step_, c.programA, c.a, 1, alone());
    const Memory::Place b = u_.memory.place(instance_, step_, c.programB, c.b, 1, alone());
    const Term first = t_.constant(dynamic, c.a.width());
    Term stale = t_.andOf(t_.andOf(t_.ule(first, c.a), t_.ule(first, c.b)), t_.ne(c.a, c.b));
    if (stale.isFalse()) continue;
    stale = t_.andOf(stale, t_.orOf(isGone(a), isGone(b)));
    if (stale.isFalse()) continue;
    Cut cut;
    cut.guard = t_.andOf(taken, stale);
    cut.assumption = engine::addressReuse(u_.facts.program, edgeId_);
    u_.skeleton.cuts.push_back(std::move(cut));
  }
  passed_ = passed;
}

} // namespace heddle::bounded
