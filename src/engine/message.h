// A whole Result as bytes: what one process tells another that works on the same program. Evidence has the
// form that is written for users (evidence_json.h); the rest is for this folder's reader alone, and says
// nothing that the result does not.
#pragma once

#include "engine/result.h"

namespace heddle::engine {

std::vector<uint8_t> toMessage(const Result& r, const ccfg::Program& p);
// InputError where it is no such message, or one about another program.
Result fromMessage(const std::vector<uint8_t>& bytes, const ccfg::Program& p);

} // namespace heddle::engine
