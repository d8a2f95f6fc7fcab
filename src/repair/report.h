// A repair for people and for programs: what goes wrong, and for each solution its sections in words, what it
// prevents, the patch, and what it was checked by.
#pragma once

#include "repair/repair.h"
#include "report/columns.h"

#include <nlohmann/json_fwd.hpp>

namespace heddle::repair {

std::string repairText(const Repair& r, const ccfg::Program& program, const engine::Question& question,
                       const report::TextStyle& style);
nlohmann::ordered_json repairJson(const Repair& r, const ccfg::Program& program,
                                  const engine::Question& question);

// "repair: found (3)", "repair: not needed", "repair: impossible (...)", "repair: unknown (...)": the last
// line.
std::string repairLine(const Repair& r);
int exitCode(const Repair& r);

} // namespace heddle::repair
