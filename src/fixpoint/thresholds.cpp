// See thresholds.h.
#include "fixpoint/thresholds.h"

#include "logic/eval.h"

#include <algorithm>

namespace heddle::fixpoint {

void ThresholdCollector::add(logic::Term condition) {
  logic::forEachNode(condition, [&](logic::Term t) {
    if (!t.isConst() || t.width() == 1) return;
    for (uint64_t v : {t.value() - 1, t.value(), t.value() + 1})
      found_.push_back(static_cast<uint64_t>(logic::signedOf(logic::truncateTo(v, t.width()), t.width())));
  });
}

domains::Thresholds ThresholdCollector::thresholds() const {
  constexpr size_t enough = 64;
  const domains::Thresholds ends = {0, 1, ~0ull};
  domains::Thresholds all = found_;
  all.insert(all.end(), ends.begin(), ends.end());
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all.size() > enough ? ends : all;
}

} // namespace heddle::fixpoint
