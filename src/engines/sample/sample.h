// Single executions under random priorities: a quick look for violations where there are too many
// interleavings to try them all. It never proves anything.
#pragma once

#include "engine/result.h"

#include <memory>

namespace heddle::sample {

struct SampleOptions {
  uint32_t seed = 1;
  uint64_t executions = 0; // 0: as many as the budget allows
  bool shorten = true;     // the counterexample
};

std::unique_ptr<engine::Engine> makeSample(const SampleOptions& options);

} // namespace heddle::sample
