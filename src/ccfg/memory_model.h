// In which order the accesses of a thread take effect; docs/decisions.md says what each model means.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace heddle::ccfg {

// Each allows all that the one before it allows, and more.
enum class MemoryModel : uint8_t {
  Sc,    // a store is seen by all at once
  Tso,   // stores wait in a queue of their thread, and reach memory in order
  Pso,   // a queue for each place: stores to different places reach memory in any order
  Rmo,   // and loads wait, too, unless something depends on what they read
  Power, // and a store may be seen by some threads before it is seen by all
};

std::string_view memoryModelName(MemoryModel m); // "sc", "tso", "pso", "rmo", "power"
std::optional<MemoryModel> memoryModelFromName(std::string_view name);

} // namespace heddle::ccfg
