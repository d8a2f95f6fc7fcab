// Handing the answer over: files first, then the text, whose last line is the verdict.
#pragma once

#include "cli/options.h"
#include "cli/output.h"
#include "cli/watchdog.h"
#include "engine/result.h"
#include "report/story.h"

#include <memory>
#include <optional>

namespace heddle::cli {

// Opened before the work starts, so that a path that can't be written costs no time.
struct AnswerFiles {
  explicit AnswerFiles(const Options& options);
  std::optional<OutputFile> json;
  std::optional<OutputFile> witness;
  std::optional<OutputFile> evidence;
  std::optional<OutputFile> html;
  std::optional<OutputFile> sarif;
};

// What to know whatever the verdict: said on standard error already, and still to be said.
struct Notes {
  std::vector<std::string> warnings, open;
};

// What an engine found out, and the story of the execution that confirmed its counterexample.
struct Found {
  engine::Result result;
  std::optional<report::Story> story;
  std::unique_ptr<ccfg::Program> copy; // whose execution that is, if not the program's (check/relaxed.h)
};

struct Answer : Found {
  std::vector<Found> more; // what the search for other violations came to; the last one may have none
};

// After the verdict is clear: a violation that is none for sure is told as possible.
void tellDependence(Found& found);

// Writes and prints the result; returns the exit code. The verdict is printed even if a file can't be
// written.
int giveAnswer(const Options& options, const AnswerFiles& files, const ccfg::Program& program,
               const Answer& answer, const Notes& notes, double seconds, Watchdog& watchdog);

// The same where there is no program, or nobody to ask about it: "unknown", and why.
int giveUp(const Options& options, const AnswerFiles& files, const std::string& why, double seconds);

} // namespace heddle::cli
