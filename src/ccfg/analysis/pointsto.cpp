// The queries of points-to, and its sets; the solver is pointsto_solver.cpp.
#include "ccfg/analysis/pointsto.h"

#include "ccfg/analysis/pointerterms.h"
#include "ccfg/analysis/pointsto_solver.h"
#include "support/error.h"

#include <algorithm>

namespace heddle::ccfg::analysis {

namespace {

bool byObject(const Target& t, ObjectId o) { return t.object < o; }

} // namespace

std::optional<Target> TargetSet::insert(Target t) {
  auto first = std::lower_bound(targets_.begin(), targets_.end(), t.object, byObject);
  auto last = first;
  for (; last != targets_.end() && last->object == t.object; ++last)
    if (last->offsets.contains(t.offsets)) return std::nullopt;
  if (last - first >= maxOffsets)
    for (auto i = first; i != last; ++i) t.offsets = join(t.offsets, i->offsets);
  auto kept = std::remove_if(first, last, [&](const Target& o) { return t.offsets.contains(o.offsets); });
  targets_.insert(targets_.erase(kept, last), t);
  return t;
}

bool TargetSet::containsObject(ObjectId o) const {
  auto i = std::lower_bound(targets_.begin(), targets_.end(), o, byObject);
  return i != targets_.end() && i->object == o;
}

PointsTo::PointsTo(const Program& p) : program_(p) {
  PointsToSolver solver(p);
  solver.solve();
  registers_ = solver.takeRegisters();
  contents_ = solver.takeContents();
}

TargetSet PointsTo::targets(Term address) const {
  std::unordered_map<Term, TargetSet> known;
  return targets(address, known);
}

const TargetSet& PointsTo::targets(Term t, std::unordered_map<Term, TargetSet>& known) const {
  if (t.op() == logic::Op::Var) {
    HEDDLE_CHECK(t.value() < registers_.size(), "points-to is older than the register it is asked about");
    return registers_[t.value()];
  }
  if (auto i = known.find(t); i != known.end()) return i->second;
  TargetSet result;
  if (t.op() == logic::Op::Address) result.insert({static_cast<ObjectId>(t.value()), Offsets::exact(0)});
  forEachPointerOperand(t, program_.pointerWidth(), [&](Term operand, Offsets distance) {
    for (const Target& o : targets(operand, known)) result.insert({o.object, o.offsets + distance});
  });
  return known[t] = std::move(result);
}

bool PointsTo::mayAlias(Term a, uint64_t bytesA, Term b, uint64_t bytesB) const {
  return analysis::mayAlias(targets(a), bytesA, targets(b), bytesB);
}

bool mayAlias(const TargetSet& a, uint64_t bytesA, const TargetSet& b, uint64_t bytesB) {
  for (const Target& s : a)
    for (const Target& t : b)
      if (s.object == t.object && overlap(s.offsets, bytesA, t.offsets, bytesB)) return true;
  return false;
}

} // namespace heddle::ccfg::analysis
