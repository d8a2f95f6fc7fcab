// Invariants beside the lines that they hold at.
#pragma once

#include "engine/invariant.h"
#include "report/source_text.h"

#include <nlohmann/json_fwd.hpp>

namespace heddle::report {

// By thread, one row a source line: the line, and what holds when a thread comes to it.
std::string invariantsText(const std::vector<engine::Invariant>& invariants, const ccfg::Program& program,
                           SourceText& source);

nlohmann::ordered_json invariantsJson(const std::vector<engine::Invariant>& invariants,
                                      const ccfg::Program& program);

} // namespace heddle::report
