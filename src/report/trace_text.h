// A recorded run for people: its threads, how many events of which kind, and the time line; and the same as
// JSON.
#pragma once

#include "trace/eventorder.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace heddle::report {

// The time line has at most `rows` rows.
std::string traceText(const trace::Trace& trace, const std::vector<trace::EventRef>& order, size_t rows);

// A page for the browser with a time line of all events.
std::string tracePage(const trace::Trace& trace, const std::vector<trace::EventRef>& order);

// "it ran to its end, exit code 0".
std::string howItEnded(const trace::Trace& trace);

nlohmann::ordered_json traceJson(const trace::Trace& trace, const std::vector<trace::EventRef>& order);

} // namespace heddle::report
