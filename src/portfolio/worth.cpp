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

// Every engine takes weak atomics as seq_cst: of a proof that rests on that alone no other makes more. Nor
// where explore has met a comparison of stale pointers, as it does if `memory` is checked.
bool isBest(const Result& r) {
  const auto lasts = [&](const ccfg::Assumption& a) {
    return a.kind == ccfg::AssumptionKind::WeakAtomics ||
           (a.kind == ccfg::AssumptionKind::AddressReuse && r.engine == "explore" &&
            r.asked.has(ccfg::Property::Memory));
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
