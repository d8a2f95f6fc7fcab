// An event in a few words.
#pragma once

#include "trace/trace.h"

namespace heddle::trace {

// "reads x = 3", "locks m", "starts thread 2".
std::string eventText(const Trace& trace, const Event& event, bool values = true);
// "main.c:12"
std::string placeText(const Site& site);

} // namespace heddle::trace
