#include "coverage.h"

#include <fmt/core.h>

#include <cerrno>

namespace heddle::conform {

void Coverage::add(const Run& run, const Names& names) {
  for (const Event& e : run.events)
    if (e.kind == Event::Kind::End && names.contains(e.site)) ++seen_[names.at(e.site)][e.value];
}

bool Coverage::print() const {
  for (const auto& [name, results] : seen_) {
    fmt::print("{:28}", name);
    for (const auto& [result, count] : results) fmt::print(" {}:{}", result, count);
    fmt::print("\n");
  }
  return true;
}

} // namespace heddle::conform
