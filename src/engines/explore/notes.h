// The assumptions that a search ran into, each once.
#pragma once

#include "ccfg/program.h"

#include <vector>

namespace heddle::explore {

class Notes {
public:
  explicit Notes(const ccfg::Program& p) : noted_(p.edges.size(), false) {}

  // A path was cut off at this edge.
  bool isNew(ccfg::EdgeId e) const { return !noted_[e]; }
  void cutoff(ccfg::EdgeId e, const ccfg::Assumption& a) {
    noted_[e] = true;
    add(a);
  }
  void add(const ccfg::Assumption& a) {
    for (const ccfg::Assumption& known : all_)
      if (known.kind == a.kind && known.text == a.text) return;
    all_.push_back(a);
  }
  const std::vector<ccfg::Assumption>& all() const { return all_; }

private:
  std::vector<bool> noted_; // by edge
  std::vector<ccfg::Assumption> all_;
};

} // namespace heddle::explore
