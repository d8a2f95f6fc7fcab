// See worth.h.
#include "portfolio/worth.h"

#include "engine/assumptions.h"

#include <algorithm>

namespace heddle::portfolio {

using engine::Result;
using engine::Verdict;

bool isConclusive(const Result& r, const engine::Question& question) {
  Result honest = r;
  engine::applyAssumptions(honest, question.acceptAssumptions);
  return honest.verdict != Verdict::Unknown;
}

// Every engine takes weak atomics as seq_cst. Where explore has seen all executions, it has met what its
// proof rests on: steps of the model that stand for an assumption, accesses whose effect nobody knows, and
// comparisons of stale pointers, if `memory` is checked.
bool isBest(const Result& r, const ccfg::Program& program) {
  using Kind = ccfg::AssumptionKind;
  const auto isOfModel = [&](const ccfg::Assumption& a) {
    return std::ranges::any_of(program.assumptions,
                               [&](const auto& m) { return m.kind == a.kind && m.text == a.text; });
  };
  const auto lasts = [&](const ccfg::Assumption& a) {
    if (!a.missesBehaviours || a.kind == Kind::WeakAtomics) return true;
    return r.engine == "explore" && (isOfModel(a) || a.kind == Kind::InvalidAccess ||
                                     (a.kind == Kind::AddressReuse && r.asked.has(ccfg::Property::Memory)));
  };
  return r.verdict == Verdict::True && !r.assumptions.empty() && std::ranges::all_of(r.assumptions, lasts);
}

Result combined(Result later, const Result& earlier, const engine::Question& question) {
  Statistics both = earlier.statistics;
  for (const auto& [name, value] : later.statistics.entries()) both.set(name, value);
  const bool keepsEarlier = !isConclusive(later, question) && later.verdict == Verdict::Unknown &&
                            earlier.verdict != Verdict::Unknown;
  Result kept = keepsEarlier ? earlier : std::move(later);
  kept.statistics = std::move(both);
  return kept;
}

} // namespace heddle::portfolio
