// Evidence as JSON: one form for all kinds, which says for which model it was made (docs/json.md).
#pragma once

#include "engine/evidence.h"

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace heddle::engine {

std::string_view kindName(const Evidence& e); // "none", "schedule", "invariants", "tree"

nlohmann::json toJson(const Evidence& e, const ccfg::Program& p);
Evidence evidenceFromJson(const nlohmann::json& j, const ccfg::Program& p); // InputError if it does not fit p

} // namespace heddle::engine
