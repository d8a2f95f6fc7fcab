// Thresholds: the bounds at which widening stops on its way: loops tend to end at constants of the program,
// or beside them.
#pragma once

#include "domains/number.h"

namespace heddle::fixpoint {

class ThresholdCollector {
public:
  void add(logic::Term condition); // the constants in it, and their neighbours
  // Sorted. Too many of them would make chains long: then just the ends.
  domains::Thresholds thresholds() const;

private:
  std::vector<uint64_t> found_;
};

} // namespace heddle::fixpoint
