// Violations that are known already and passed over, so that others can be found: a race is no violation any
// more, and an execution ends where another property fails.
#pragma once

#include "ccfg/schedule.h"

#include <map>
#include <set>

namespace heddle::interp {

// Where a violation is, for people: the property and the lines of the source, for a race those of both
// accesses. Two that differ in nothing else are one.
struct Places {
  ccfg::Property property = ccfg::Property::Assert;
  std::set<std::pair<uint32_t, uint32_t>> lines; // file, line
  auto operator<=>(const Places&) const = default;
};

Places placesOf(const ccfg::Program& p, const ccfg::Violation& v);

class KnownViolations {
public:
  KnownViolations(const ccfg::Program& p, std::set<Places> places) : p_(p), places_(std::move(places)) {}
  bool empty() const { return places_.empty(); }
  bool has(const ccfg::Violation& v) const;

private:
  const ccfg::Program& p_;
  std::set<Places> places_;
  mutable std::map<std::tuple<ccfg::Property, ccfg::EdgeId, ccfg::EdgeId>, bool> asked_;
};

} // namespace heddle::interp
