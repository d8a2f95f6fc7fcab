// Names of the memory models, as on the command line and in JSON.
#include "ccfg/memory_model.h"

#include <array>

namespace heddle::ccfg {

namespace {

constexpr std::array<std::string_view, 5> modelNames = {"sc", "tso", "pso", "rmo", "power"};

}

std::string_view memoryModelName(MemoryModel m) { return modelNames[static_cast<size_t>(m)]; }

std::optional<MemoryModel> memoryModelFromName(std::string_view name) {
  for (size_t i = 0; i < modelNames.size(); ++i)
    if (modelNames[i] == name) return static_cast<MemoryModel>(i);
  return std::nullopt;
}

} // namespace heddle::ccfg
