// The model as JSON, for other programs. Terms and operations stand in it as in the text form; numbers of
// locations, edges, objects and frames are those of the model. Schema: docs of `heddle model --json`,
// "version" counts up.
#pragma once

#include "ccfg/program.h"

#include <nlohmann/json_fwd.hpp>

namespace heddle::ccfg {

// Names come from the user's files and may hold any bytes: dump with error_handler_t::replace.
nlohmann::json modelToJson(const Program& p);

// {"file": ..., "line": ..., "column": ...}, or null if the position is unknown.
nlohmann::json toJson(const Program& p, SourcePos pos);
nlohmann::json toJson(const Program& p, const Assumption& a);

} // namespace heddle::ccfg
