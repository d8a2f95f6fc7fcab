// What a run of an observed program reports, natively and on the model.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace heddle::conform {

struct Event {
  enum class Kind : uint8_t { None, Begin, End, Note } kind = Kind::None;
  uint32_t site = 0; // number of the call in its file
  int32_t value = 0;
  auto operator<=>(const Event&) const = default;

  static Event decode(uint64_t word) {
    return {static_cast<Kind>(word >> 60), static_cast<uint32_t>(word >> 32 & 0xfffffff),
            static_cast<int32_t>(word & 0xffffffff)};
  }
};

enum class End : uint8_t { Exit, Hang, Slow, Signal };

struct Run {
  size_t program = 0;
  bool scripted = false;
  bool ambiguous = false; // scripted: several threads stood before the same call
  End end = End::Exit;
  std::vector<Event> events;
};

using Names = std::map<uint32_t, std::string>; // of the function called at a site

std::string toString(const Event& e, const Names& names);
std::string toString(const Run& run, const Names& names);

} // namespace heddle::conform
