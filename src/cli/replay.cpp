// `heddle replay`: forces the order of a witness on the real program, and says what came of it.
//
// The plan is a file that the program maps (src/runtime/replay.c): it waits there for its turns, and writes
// how far it is. A program that makes no step for long is ended.
#include "cli/replay.h"
#include "cli/commands.h"
#include "cli/input.h"
#include "cli/output.h"
#include "cli/process.h"
#include "cli/terminal.h"
#include "llvm2ccfg/rewalk/rewalk.h"
#include "runtime/format.h"
#include "support/error.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <set>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace heddle::cli {

namespace {

using trace::Role;
using trace::Witness;
using trace::WitnessStep;

// The two accesses of a race, which must be about to be made at the same time.
bool meets(const Witness& witness, size_t step) {
  return witness.property == "race" && witness.steps[step].role == Role::First &&
         step + 1 < witness.steps.size() && witness.steps[step + 1].role == Role::Second;
}

class PlanFile {
public:
  explicit PlanFile(const Witness& witness) {
    const size_t n = witness.steps.size();
    bytes_ = sizeof(HeddlePlanHeader) + n * sizeof(HeddlePlanStep);
    file_ = memfd_create("heddle-plan", MFD_CLOEXEC); // gone with us, however we end
    if (file_ < 0 || ftruncate(file_, static_cast<off_t>(bytes_)) != 0)
      throw UsageError(fmt::format("can't make a plan: {}", std::strerror(errno)));
    void* at = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
    if (at == MAP_FAILED) throw UsageError(fmt::format("can't map the plan: {}", std::strerror(errno)));
    path_ = fmt::format("/proc/{}/fd/{}", getpid(), file_);
    header_ = static_cast<HeddlePlanHeader*>(at);
    std::memcpy(header_->magic, HEDDLE_PLAN_MAGIC, 8);
    header_->version = HEDDLE_FORMAT_VERSION;
    header_->count = static_cast<uint32_t>(n);
    header_->strict = witness.strict ? 1 : 0;
    for (size_t i = 0; i < n; ++i) {
      const WitnessStep& s = witness.steps[i];
      steps()[i] = {s.module,         s.index, s.thread, s.occurrence, 0, 0, s.role == Role::Blocks,
                    meets(witness, i)};
    }
  }
  ~PlanFile() {
    munmap(header_, bytes_);
    close(file_);
  }
  PlanFile(const PlanFile&) = delete;
  PlanFile& operator=(const PlanFile&) = delete;

  const std::string& path() const { return path_; }
  HeddlePlanStep* steps() const { return reinterpret_cast<HeddlePlanStep*>(header_ + 1); }
  uint32_t position() const { return __atomic_load_n(&header_->position, __ATOMIC_ACQUIRE); }
  uint32_t diverged() const { return __atomic_load_n(&header_->diverged, __ATOMIC_ACQUIRE); }

private:
  int file_ = -1;
  std::string path_;
  size_t bytes_ = 0;
  HeddlePlanHeader* header_ = nullptr;
};

// Runs until the program ends, or makes no step for `patience` seconds, or has so long nothing left to do
// after the last one; a program that is expected to be stuck then is soon believed to be.
struct Watched {
  bool killed = false;
  int status = 0;
};
Watched watch(pid_t pid, const PlanFile& plan, const Witness& witness, double patience) {
  const double stuck = witness.property == "deadlock" ? std::min(patience, 0.5) : patience;
  const std::atomic<bool>* interrupted = interruptFlag();
  using Clock = std::chrono::steady_clock;
  Watched out;
  uint32_t position = 0;
  Clock::time_point last = Clock::now();
  for (;;) {
    if (waitpid(pid, &out.status, WNOHANG) == pid) return out;
    const uint32_t now = plan.position();
    if (now != position || plan.diverged() != 0) {
      if (now != position) last = Clock::now();
      position = now;
    }
    const double limit = position == witness.steps.size() ? stuck : patience;
    if (interrupted->load() || std::chrono::duration<double>(Clock::now() - last).count() > limit) {
      out.killed = true;
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
bool sameMemory(const Witness& witness, const PlanFile& plan) {
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
std::string misses(const Witness& witness, const PlanFile& plan, const Watched& run) {
  if (!sameMemory(witness, plan)) return "touches different memory";
  if (witness.property == "race" && (witness.steps.size() < 2 || !meets(witness, witness.steps.size() - 2)))
    return "need not reach both accesses at the same time";
  if (witness.property == "assert" &&
      (run.killed || !WIFSIGNALED(run.status) || WTERMSIG(run.status) != SIGABRT))
    return "does not fail";
  if (witness.property == "deadlock" && !run.killed) return "is not stuck";
  return "";
}

ReplayResult judge(const Witness& witness, const PlanFile& plan, const Watched& run) {
  const size_t made = plan.position();
  const std::string end = run.killed ? "was still running and was ended" : describeStatus(run.status);
  const std::string missed = made == witness.steps.size() ? misses(witness, plan, run) : "";
  if (made == witness.steps.size() && missed.empty())
    return {ReplayOutcome::Reproduced,
            fmt::format("all {} steps were made in the witness's order; then the program {}", made, end)};
  if (made == witness.steps.size())
    return {ReplayOutcome::Diverged,
            fmt::format("all steps were made in the witness's order, but the program {}", missed)};
  const std::string step = stepText(witness, made);
  const bool arrived = plan.steps()[made].arrived != 0;
  if (plan.diverged() != 0 && plan.diverged() == witness.steps[made].thread)
    return {ReplayOutcome::Diverged, fmt::format("thread {} ended without {}", plan.diverged(), step)};
  if (!run.killed) return {ReplayOutcome::Diverged, fmt::format("the program {} before {}", end, step)};
  if (arrived && meets(witness, made) && plan.steps()[made + 1].arrived == 0)
    return {ReplayOutcome::TimedOut,
            fmt::format("thread {} never reached its access while thread {} stood before {}",
                        witness.steps[made + 1].thread, witness.steps[made].thread, step)};
  return {ReplayOutcome::TimedOut, fmt::format("{} was not made; the thread {}", step,
                                               arrived ? "began it and is blocked" : "never reached it")};
}

int debug(const Witness& witness, const PlanFile& plan) {
  std::vector<std::string> command = {"gdb",   "-q",
                                      "-ex",   "set breakpoint pending on",
                                      "-ex",   "break __heddle_violation",
                                      "-ex",   "run",
                                      "-ex",   "backtrace",
                                      "--args"};
  command.insert(command.end(), witness.command.begin(), witness.command.end());
  return exitCodeOf(waitForProgram(startProgram(command, {{"HEDDLE_REPLAY", plan.path()}})));
}

Witness readWitness(const std::string& file) {
  nlohmann::json json;
  try {
    json = nlohmann::json::parse(readFile(file));
  } catch (const nlohmann::json::exception& e) {
    throw InputError(fmt::format("{}: not valid JSON: {}", file, e.what()));
  }
  return trace::witnessFromJson(json, file);
}

// The program that the witness was made of has the places that its steps name.
bool isRecordedProgram(const Witness& witness) {
  try {
    const std::set<uint64_t> modules = llvm2ccfg::modulesOf(witness.command[0]);
    return std::any_of(witness.steps.begin(), witness.steps.end(),
                       [&](const WitnessStep& s) { return modules.contains(s.module); });
  } catch (const InputError&) {
    return false;
  }
}

// A witness is data: what it names is run only if it is the program that it is about, or the user says so.
void announce(const Options& options, const Witness& witness) {
  warn(fmt::format("running {}", fmt::join(witness.command, " ")));
  if (!options.trust && options.programArguments.empty() && !isRecordedProgram(witness))
    throw UsageError(
        fmt::format("{} is not the program that {} was made from; if you trust the command, add --trust",
                    witness.command[0], options.inputs[0]));
}

} // namespace

std::string_view outcomeName(ReplayOutcome outcome) {
  switch (outcome) {
  case ReplayOutcome::Reproduced:
    return "reproduced";
  case ReplayOutcome::Diverged:
    return "diverged";
  case ReplayOutcome::TimedOut:
    return "timed out";
  }
  return "?";
}

ReplayResult replayWitness(const Witness& witness, double patience, bool quiet) {
  const PlanFile plan(witness);
  const pid_t pid = startProgram(witness.command, {{"HEDDLE_REPLAY", plan.path()}}, quiet);
  return judge(witness, plan, watch(pid, plan, witness, patience));
}

int runReplay(const Options& options) {
  Witness witness = readWitness(options.inputs[0]);
  if (!options.programArguments.empty()) witness.command = options.programArguments;
  if (witness.command.empty())
    throw UsageError(
        "the witness names no program; write it after `--`: heddle replay WITNESS -- PROGRAM ...");
  announce(options, witness);
  if (options.gdb) return debug(witness, PlanFile(witness));
  const ReplayResult result = replayWitness(witness, options.patience, false);
  printOut(fmt::format("{}: {}\n", outcomeName(result.outcome), result.text));
  return static_cast<int>(result.outcome == ReplayOutcome::Reproduced ? ExitCode::Violation
                                                                      : ExitCode::Unknown);
}

} // namespace heddle::cli
