// The commands. Each returns the exit code, or throws.
#pragma once

#include "cli/options.h"

namespace heddle::cli {

int runCheck(const Options& options);
int runHarness(const Options& options);
int runModel(const Options& options);
int runValidate(Options options);
int runCc(const Options& options);
int runRecord(const Options& options);
int runRun(const Options& options);
int runTrace(const Options& options);
int runReplay(const Options& options);
int runPredict(const Options& options);
int runRepair(const Options& options);

} // namespace heddle::cli
