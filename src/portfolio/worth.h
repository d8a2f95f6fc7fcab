// What an answer is worth: whether others should still be asked, and which of two to keep.
#pragma once

#include "engine/result.h"

namespace heddle::portfolio {

// A verdict that its own assumptions do not take back.
bool isConclusive(const engine::Result& r, const engine::Question& question);
// A proof with assumptions, of which no other engine makes more.
bool isBest(const engine::Result& r, const ccfg::Program& program);

// `later`, or what is better: with the statistics of both. Where nobody has a verdict, a proof that rests on
// assumptions is worth more than none.
engine::Result combined(engine::Result later, const engine::Result& earlier,
                        const engine::Question& question);

} // namespace heddle::portfolio
