// The page of a recorded run: see trace_text.h; viewer/trace.js reads its data. A run can have a million
// events, so that they are two arrays of numbers, in their order, little-endian and in base64: the thread of
// each, and what it does, as a row of a table.
#include "report/trace_text.h"

#include "report/page.h"
#include "trace/event_text.h"

#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace heddle::report {

namespace {

using Json = nlohmann::ordered_json;
using trace::EventKind;

constexpr size_t mostWithValues =
    50'000; // events: of more, values are left out, since they make every row another

// The order of viewer/trace.js.
enum class Group : uint8_t { Read, Write, Lock, Thread, Other };

Group groupOf(const trace::Event& e) {
  switch (e.kind) {
  case EventKind::Read:
  case EventKind::RangeRead:
    return Group::Read;
  case EventKind::Write:
  case EventKind::Update:
  case EventKind::RangeWrite:
    return Group::Write;
  case EventKind::Sync:
    return Group::Lock;
  case EventKind::Start:
  case EventKind::End:
  case EventKind::Create:
  case EventKind::Join:
    return Group::Thread;
  default:
    return Group::Other;
  }
}

std::string base64(const std::string& bytes) {
  const std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve(bytes.size() * 4 / 3 + 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t group = 0;
    for (size_t k = 0; k < 3; ++k)
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (size_t k = 0; k < 4; ++k) out += i + k <= bytes.size() ? digits[group >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

// As few bytes each as the greatest of them needs: 1, 2 or 4.
Json packed(const std::vector<uint32_t>& numbers, size_t count) {
  const size_t bytes = count <= 1 << 8 ? 1 : count <= 1 << 16 ? 2 : 4;
  std::string all;
  all.reserve(numbers.size() * bytes);
  for (const uint32_t n : numbers)
    for (size_t b = 0; b < bytes; ++b) all += static_cast<char>(n >> (8 * b) & 0xFF);
  return {{"bytes", bytes}, {"data", base64(all)}};
}

} // namespace

std::string tracePage(const trace::Trace& trace, const std::vector<trace::EventRef>& order) {
  const bool hasValues = order.size() <= mostWithValues;
  std::map<std::tuple<Group, std::string, std::string>, uint32_t> known;
  Json rows = Json::array(), threads = Json::array();
  std::vector<uint32_t> who, what;
  who.reserve(order.size());
  what.reserve(order.size());
  for (const trace::EventRef& ref : order) {
    const trace::Event& e = trace.threads[ref.thread].events[ref.event];
    const std::string place = e.site == 0 ? "" : placeText(trace.site(e));
    const std::tuple key(groupOf(e), place, eventText(trace, e, hasValues));
    const auto [entry, added] = known.try_emplace(key, static_cast<uint32_t>(rows.size()));
    if (added) rows.push_back({static_cast<int>(std::get<0>(key)), place, std::get<2>(key)});
    who.push_back(ref.thread);
    what.push_back(entry->second);
  }
  for (const trace::Thread& t : trace.threads) threads.push_back(t.number);
  return pageWith(traceTemplate(),
                  {{"sentence", fmt::format("a run of {}: {}", trace.program, howItEnded(trace))},
                   {"threads", std::move(threads)},
                   {"count", order.size()},
                   {"rows", std::move(rows)},
                   {"hasValues", hasValues},
                   {"who", packed(who, trace.threads.size())},
                   {"what", packed(what, known.size())}});
}

} // namespace heddle::report
