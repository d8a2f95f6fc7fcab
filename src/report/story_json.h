// A story as JSON, part of the result of `check` and of a witness for `replay`; docs/json.md has its fields.
#pragma once

#include "report/story.h"

#include <nlohmann/json_fwd.hpp>

namespace heddle::report {

// The fields `violation`, `threads` and `steps`.
nlohmann::ordered_json storyJson(const Story& story, const ccfg::Program& program);

// null if it is not known.
nlohmann::ordered_json positionJson(const ccfg::Program& program, SourcePos pos);

// Throws what the JSON library throws. Its files are added to the table.
Story storyFromJson(const nlohmann::json& json, FileTable& files);

} // namespace heddle::report
