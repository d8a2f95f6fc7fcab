// What a person reads: the counterexample, and the lines around the verdict.
#pragma once

#include "engine/result.h"
#include "report/columns.h"
#include "report/source_text.h"
#include "report/story.h"

namespace heddle::report {

// The threads, the interleaving (one column a thread, one row a step, the failing step marked), and for a
// race or a deadlock who stands where, holding what.
std::string counterexampleText(const Story& story, SourceText& source, const TextStyle& style);

// What was proved, and what the answer rests on; empty if there is nothing to say. `properties` are told
// where their verdicts differ.
std::string resultText(const engine::Result& result, const std::vector<engine::PropertyVerdict>& properties,
                       const ccfg::Program& program, const TextStyle& style);

// "queue.c:12: what is assumed (may miss bugs)".
std::vector<std::string> assumptionLines(const engine::Result& result, const ccfg::Program& program);

std::string statisticsText(const Statistics& statistics);

// "verdict: true", "verdict: false(race)", "verdict: unknown (out of time)": the last line of every check.
std::string verdictLine(const engine::Result& result);

const char* verdictName(engine::Verdict v); // "true", "false", "unknown"

int exitCode(const engine::Result& result);

} // namespace heddle::report
