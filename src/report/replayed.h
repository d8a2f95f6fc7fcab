// The story of a run of the real program that was forced into a predicted order: that of the prediction, as
// far as the run came, with the values that were there.
#pragma once

#include "replay/replay.h"
#include "report/story.h"

namespace heddle::report {

Story replayedStory(const Story& predicted, const replay::Witness& witness, const replay::Result& run);

// "verdict: false(race)": all steps were made, and the violation showed; else "verdict: unknown (...)".
std::string verdictLine(const replay::Witness& witness, const replay::Result& run);
int exitCode(const replay::Result& run);

} // namespace heddle::report
