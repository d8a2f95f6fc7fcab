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
  comparisons_.emplace_back(a, b);
}

// That the pointer is stale is not asked: whether it is depends on the order of a Free and this comparison,
// which is no access.
void StepRun::checkComparisons(Term taken) {
  if (probing_) return;
  const uint64_t dynamic = static_cast<uint64_t>(u_.facts.layout.arenaBegin(0)) << u_.facts.layout.shift();
  for (const auto& [a, b] : comparisons_) {
    const Term first = t_.constant(dynamic, a.width());
    const Term meet = t_.andOf(t_.andOf(t_.ule(first, a), t_.ule(first, b)), t_.ne(a, b));
    if (meet.isFalse()) continue;
    Cut cut;
    cut.guard = t_.andOf(taken, meet);
    cut.assumption = engine::addressReuse(u_.facts.program, edgeId_);
    u_.skeleton.cuts.push_back(std::move(cut));
  }
}

} // namespace heddle::bounded
