// The queries of points-to, and its sets; the solver is pointsto_solver.cpp.
#include "ccfg/analysis/memory/pointsto.h"

#include "ccfg/analysis/memory/pointerterms.h"
#include "ccfg/analysis/memory/pointsto_solver.h"
#include "support/error.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace heddle::ccfg::analysis {

namespace {

bool byObject(const Target& t, ObjectId o) { return t.object < o; }

} // namespace

void TargetSet::insert(Target t) {
  if (!targets_) targets_ = std::make_shared<std::vector<Target>>();
  if (targets_.use_count() > 1) targets_ = std::make_shared<std::vector<Target>>(*targets_);
  std::vector<Target>& all = *targets_;
  auto first = std::lower_bound(all.begin(), all.end(), t.object, byObject);
  auto last = first;
  for (; last != all.end() && last->object == t.object; ++last)
    if (last->offsets.contains(t.offsets)) return;
  if (last - first >= maxOffsets)
    for (auto i = first; i != last; ++i) t.offsets = join(t.offsets, i->offsets);
  auto kept = std::remove_if(first, last, [&](const Target& o) { return t.offsets.contains(o.offsets); });
  all.insert(all.erase(kept, last), t);
}

bool TargetSet::containsObject(ObjectId o) const {
  const Target* i = std::lower_bound(begin(), end(), o, byObject);
  return i != end() && i->object == o;
}

namespace {

constexpr size_t maxSites = 100;

// The sites of one variable, or place in the source, inlined many times, go together if there are more than
// maxSites; if these are still too many, so do the rest.
std::vector<ObjectId> abstractObjects(const Program& p) {
  std::vector<ObjectId> result(p.objects.size());
  std::iota(result.begin(), result.end(), 0);
  auto isSite = [&](ObjectId o) {
    return p.objects[o].kind == ObjectKind::Local || p.objects[o].kind == ObjectKind::Heap;
  };
  auto sites = std::count_if(result.begin(), result.end(), isSite);
  if (static_cast<size_t>(sites) <= maxSites) return result;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, std::string_view>, ObjectId> byPlace;
  ObjectId rest = none;
  for (ObjectId o = 0; o < p.objects.size(); ++o) {
    if (!isSite(o)) continue;
    const SourcePos& pos = p.objects[o].pos;
    const std::string_view name = p.objects[o].name;
    std::tuple place(pos.file, pos.line, pos.column, name.substr(0, name.find('#')));
    if (byPlace.size() < maxSites) byPlace.try_emplace(place, o);
    auto known = byPlace.find(place);
    if (known == byPlace.end() && rest == none) rest = o;
    result[o] = known == byPlace.end() ? rest : known->second;
  }
  return result;
}

} // namespace

PointsTo::PointsTo(const Program& p) : program_(p), abstractOf_(abstractObjects(p)) {
  PointsToSolver solver(p, abstractOf_);
  solver.solve();
  sets_ = solver.takeSets(setOfRegister_, setOfTerm_);
  contents_ = solver.takeContents();
}

const TargetSet& PointsTo::ofRegister(RegId r) const {
  HEDDLE_CHECK(r < setOfRegister_.size(), "points-to is older than the register it is asked about");
  return sets_[setOfRegister_[r]];
}

TargetSet PointsTo::targets(Term address) const {
  std::unordered_map<Term, TargetSet> known;
  return targets(address, known);
}

TargetSet PointsTo::targets(Term t, std::unordered_map<Term, TargetSet>& known) const {
  if (t.op() == logic::Op::Var) return ofRegister(static_cast<RegId>(t.value()));
  if (auto i = setOfTerm_.find(t); i != setOfTerm_.end()) return sets_[i->second];
  if (auto i = known.find(t); i != known.end()) return i->second;
  TargetSet result;
  if (t.op() == logic::Op::Address) result.insert({static_cast<ObjectId>(t.value()), Offsets::exact(0)});
  forEachPointerOperand(t, program_.pointerWidth(), [&](Term operand, Offsets distance) {
    for (const Target& o : targets(operand, known)) result.insert({o.object, o.offsets + distance});
  });
  return known[t] = result;
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
