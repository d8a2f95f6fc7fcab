// See replay.h. A program that makes no step for long is ended.
#include "replay/replay.h"

#include "replay/process.h"
#include "replay/turns.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fmt/format.h>
#include <sys/wait.h>
#include <thread>

namespace heddle::replay {

namespace {

using ccfg::Property;

// Runs until the program ends, or makes no step for `patience` seconds, or has so long nothing left to do
// after the last one; a program that is expected to be stuck then is soon believed to be.
struct Watched {
  bool killed = false;
  int status = 0;
  std::string spent; // why we may not watch any longer: then its being killed says nothing about the program
};
Watched watch(pid_t pid, const Plan& plan, const Witness& witness, double patience, const Budget& budget) {
  const double stuck = witness.property == Property::Deadlock ? std::min(patience, 0.5) : patience;
  using Clock = std::chrono::steady_clock;
  Watched out;
  uint32_t position = 0;
  Clock::time_point last = Clock::now();
  for (;;) {
    if (waitpid(pid, &out.status, WNOHANG) == pid) return out;
    const uint32_t now = plan.position();
    if (now != position) last = Clock::now();
    position = now;
    const double limit = position == witness.steps.size() ? stuck : patience;
    const double waited = std::chrono::duration<double>(Clock::now() - last).count();
    const std::optional<std::string> spent = budget.exhausted();
    if (waited > limit || spent) {
      out.killed = true;
      if (waited <= limit) out.spent = *spent;
      kill(pid, SIGKILL);
      waitpid(pid, &out.status, 0);
      return out;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

std::string stepText(const Witness& witness, size_t i) {
  const WitnessStep& s = witness.steps[i];
  return fmt::format("step {} of {} (thread {}, {}: {})", i + 1, witness.steps.size(), s.thread, s.where,
                     s.what);
}

// Do the accesses of the violation touch common memory, as they must?
bool sameMemory(const Witness& witness, const Plan& plan) {
  std::vector<std::pair<uint64_t, uint64_t>> ranges;
  for (size_t i = 0; i < witness.steps.size(); ++i)
    if (witness.steps[i].role != Role::None && witness.steps[i].role != Role::Blocks)
      ranges.emplace_back(plan.steps()[i].address,
                          plan.steps()[i].address + std::max<uint64_t>(1, witness.steps[i].bytes));
  for (const auto& [from, to] : ranges)
    if (from >= ranges[0].second || to <= ranges[0].first) return false;
  return true;
}

// Once all steps were made: does the program show what it should? Empty: it does.
std::string misses(const Witness& witness, const Plan& plan, const Watched& run) {
  if (!sameMemory(witness, plan)) return "touches different memory";
  if (witness.property == Property::Race &&
      (witness.steps.size() < 2 || !meets(witness, witness.steps.size() - 2)))
    return "need not reach both accesses at the same time";
  if (witness.property == Property::Assert &&
      (run.killed || !WIFSIGNALED(run.status) || WTERMSIG(run.status) != SIGABRT))
    return "does not fail";
  if (witness.property == Property::Deadlock && !run.killed) return "is not stuck";
  return "";
}

// The steps alone do not show it: what the program does behind them does.
bool showsAfterwards(const Witness& witness) {
  return witness.property == Property::Assert || witness.property == Property::Deadlock;
}

Result judge(const Witness& witness, const Plan& plan, const Watched& run) {
  const size_t made = plan.position();
  if (!run.spent.empty() && (made < witness.steps.size() || showsAfterwards(witness)))
    return {Outcome::TimedOut, fmt::format("{} after {} of {} steps", run.spent, made, witness.steps.size())};
  const std::string end = run.killed ? "was still running and was ended" : describeStatus(run.status);
  const std::string missed = made == witness.steps.size() ? misses(witness, plan, run) : "";
  if (made == witness.steps.size() && missed.empty())
    return {Outcome::Reproduced,
            fmt::format("all {} steps were made in the witness's order; then the program {}", made, end)};
  if (made == witness.steps.size())
    return {Outcome::Diverged,
            fmt::format("all steps were made in the witness's order, but the program {}", missed)};
  const std::string step = stepText(witness, made);
  const bool arrived = plan.steps()[made].arrived != 0;
  if (plan.diverged() != 0 && plan.diverged() == witness.steps[made].thread)
    return {Outcome::Diverged, fmt::format("thread {} ended without {}", plan.diverged(), step)};
  if (!run.killed) return {Outcome::Diverged, fmt::format("the program {} before {}", end, step)};
  if (arrived && meets(witness, made) && plan.steps()[made + 1].arrived == 0)
    return {Outcome::TimedOut,
            fmt::format("thread {} never reached its access while thread {} stood before {}",
                        witness.steps[made + 1].thread, witness.steps[made].thread, step)};
  return {Outcome::TimedOut, fmt::format("{} was not made; the thread {}", step,
                                         arrived ? "began it and is blocked" : "never reached it")};
}

} // namespace

std::string_view outcomeName(Outcome outcome) {
  switch (outcome) {
  case Outcome::Reproduced:
    return "reproduced";
  case Outcome::Diverged:
    return "diverged";
  case Outcome::TimedOut:
    return "timed out";
  }
  return "?";
}

Result replay(const Witness& witness, double patience, bool quiet, const Budget& budget) {
  const Plan plan(witness);
  const pid_t pid = startProgram(witness.command, {{"HEDDLE_REPLAY", plan.path()}}, quiet);
  Result result = judge(witness, plan, watch(pid, plan, witness, patience, budget));
  for (size_t i = 0; i < plan.position(); ++i)
    result.made.push_back({plan.steps()[i].before, plan.steps()[i].after});
  return result;
}

int debug(const Witness& witness) {
  const Plan plan(witness);
  std::vector<std::string> command = {"gdb",   "-q",
                                      "-ex",   "set breakpoint pending on",
                                      "-ex",   "break __heddle_violation",
                                      "-ex",   "run",
                                      "-ex",   "backtrace",
                                      "--args"};
  command.insert(command.end(), witness.command.begin(), witness.command.end());
  return exitCodeOf(waitForProgram(startProgram(command, {{"HEDDLE_REPLAY", plan.path()}})));
}

} // namespace heddle::replay
