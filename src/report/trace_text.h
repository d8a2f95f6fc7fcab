// A recorded run for people: its threads, how many events of which kind, and the time line; and the same as
// JSON.
#pragma once

#include "trace/order.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace heddle::report {

// The time line has at most `rows` rows.
std::string traceText(const trace::Trace& trace, const std::vector<trace::EventRef>& order, size_t rows);

nlohmann::ordered_json traceJson(const trace::Trace& trace, const std::vector<trace::EventRef>& order);

// "reads x = 3", "locks m", "starts thread 2".
std::string eventText(const trace::Trace& trace, const trace::Event& event, bool values = true);
// "main.c:12"
std::string placeText(const trace::Site& site);

} // namespace heddle::report
