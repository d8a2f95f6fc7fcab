// The result for programs: one JSON object, whose schema is docs/json.md. A change that could break a reader
// raises `resultSchemaVersion`.
#pragma once

#include "engine/result.h"
#include "report/source_text.h"
#include "report/story.h"

#include <nlohmann/json_fwd.hpp>

namespace heddle::report {

inline constexpr int resultSchemaVersion = 1;

struct RunInfo {
  std::string toolVersion;
  std::vector<std::string> inputs;
  double seconds = 0;
  ccfg::MemoryModel memoryModel = ccfg::MemoryModel::Sc; // that was asked about
  std::vector<std::string> notes{};                      // what the user should know whatever the verdict
  std::vector<engine::PropertyVerdict> properties{};
  std::vector<std::pair<const Story*, const ccfg::Program*>> all{}; // every violation, if that was asked for
};

// `story` is null if there is no counterexample.
nlohmann::ordered_json resultJson(const engine::Result& result, const ccfg::Program& program,
                                  const Story* story, const RunInfo& run);

} // namespace heddle::report
