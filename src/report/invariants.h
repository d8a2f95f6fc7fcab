// Invariants beside the lines that they hold at.
#pragma once

#include "engine/invariant.h"
#include "report/source_text.h"

#include <nlohmann/json_fwd.hpp>

namespace heddle::report {

// What holds when a thread comes to a line.
struct LineInvariant {
  ccfg::ThreadId thread = 0;
  SourcePos pos;
  std::string text; // "x == 5; 0 <= i <= 9"
};

// By thread, one for each line.
std::vector<LineInvariant> lineInvariants(const std::vector<engine::Invariant>& invariants,
                                          const ccfg::Program& program);

// By thread, one row a source line: the line, and what holds when a thread comes to it.
std::string invariantsText(const std::vector<engine::Invariant>& invariants, const ccfg::Program& program,
                           SourceText& source);

nlohmann::ordered_json invariantsJson(const std::vector<engine::Invariant>& invariants,
                                      const ccfg::Program& program);

} // namespace heddle::report
