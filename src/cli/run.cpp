// `heddle run`: runs a program that `heddle cc` built, under a policy that keeps sections apart.
#include "cli/commands.h"
#include "cli/input.h"
#include "replay/guard.h"
#include "replay/process.h"

#include <nlohmann/json.hpp>

namespace heddle::cli {

int runRun(const Options& options) {
  const replay::GuardOptions& guard = options.guard;
  std::vector<replay::GuardedSection> sections;
  if (!guard.policyFile.empty())
    sections = replay::policyFromJson(readJson(guard.policyFile), guard.policyFile);
  const replay::Policy policy(sections, guard);
  return replay::exitCodeOf(replay::waitForProgram(
      replay::startProgram(options.programArguments, {{"HEDDLE_GUARD", policy.path()}})));
}

} // namespace heddle::cli
