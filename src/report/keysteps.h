// The few steps of a story that matter: those that a reader who looks at nothing else should see.
#pragma once

#include "report/story.h"

namespace heddle::report {

struct KeyStep {
  size_t event = 0; // index in Story::events
  std::string what; // "thread 2 reads x = 0"
};

// In the order of the events. A race has none: its two accesses are still to come.
std::vector<KeyStep> keySteps(const Story& story);

} // namespace heddle::report
