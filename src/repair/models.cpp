// See models.h.
#include "repair/models.h"

#include <algorithm>

namespace heddle::repair {

bool AtomicityFormula::satisfies(const Model& m, const Clause& c) const {
  return std::ranges::any_of(c, [&](const Section& s) { return sections_.contains(m, s); });
}

bool AtomicityFormula::includes(const Model& larger, const Model& smaller) const {
  return std::ranges::all_of(smaller, [&](const Section& s) { return sections_.contains(larger, s); });
}

void AtomicityFormula::add(Clause clause) {
  if (std::ranges::any_of(clauses_, [&](const Clause& c) { return std::ranges::includes(clause, c); }))
    return;
  std::erase_if(clauses_, [&](const Clause& c) { return std::ranges::includes(c, clause); });
  clauses_.push_back(std::move(clause));
}

void AtomicityFormula::push(Model m) {
  if (seen_.insert(m).second) open_.emplace(cost_(m), std::move(m));
}

const Clause* AtomicityFormula::violatedBy(const Model& m) const {
  const auto found = std::ranges::find_if(clauses_, [&](const Clause& c) { return !satisfies(m, c); });
  return found == clauses_.end() ? nullptr : &*found;
}

std::optional<Model> AtomicityFormula::next() {
  while (!open_.empty()) {
    const Model m = open_.begin()->second;
    if (std::ranges::any_of(excluded_, [&](const Model& x) { return includes(m, x); })) {
      open_.erase(open_.begin());
      continue;
    }
    const Clause* open = violatedBy(m);
    if (open == nullptr) return m;
    open_.erase(open_.begin());
    for (const Section& s : *open) {
      Model larger = m;
      larger.push_back(s);
      push(sections_.merged(std::move(larger)));
    }
  }
  return std::nullopt;
}

} // namespace heddle::repair
