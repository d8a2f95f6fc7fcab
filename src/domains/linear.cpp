// See linear.h.
#include "domains/linear.h"

#include <algorithm>

namespace heddle::domains {

namespace {

bool addTo(int64_t& to, int64_t by, int64_t factor) {
  int64_t product = 0;
  return !__builtin_mul_overflow(by, factor, &product) && !__builtin_add_overflow(to, product, &to);
}

} // namespace

bool Linear::add(const Linear& other, int64_t factor) {
  for (const auto& [variable, coefficient] : other.terms) {
    auto at = std::ranges::find(terms, variable, &std::pair<Variable, int64_t>::first);
    if (at == terms.end()) at = terms.insert(terms.end(), {variable, 0});
    if (!addTo(at->second, coefficient, factor)) return false;
  }
  std::erase_if(terms, [](const auto& t) { return t.second == 0; });
  return addTo(constant, other.constant, factor);
}

bool Linear::isOctagonal() const {
  return terms.size() <= 2 &&
         std::ranges::all_of(terms, [](const auto& t) { return t.second == 1 || t.second == -1; });
}

} // namespace heddle::domains
