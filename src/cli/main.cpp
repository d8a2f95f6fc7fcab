// From arguments to an exit code: the only place that turns errors into messages.
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/version.h"
#include "support/error.h"

#include <fmt/format.h>
#include <new>
#include <pthread.h>

namespace heddle::cli {

namespace {

int run(const Options& options) {
  switch (options.command) {
  case Command::Check:
    return runCheck(options);
  case Command::Harness:
    return runHarness(options);
  case Command::Model:
    return runModel(options);
  case Command::Validate:
    return runValidate(options);
  case Command::Cc:
    return runCc(options);
  case Command::Record:
    return runRecord(options);
  case Command::Run:
    return runRun(options);
  case Command::Trace:
    return runTrace(options);
  case Command::Replay:
    return runReplay(options);
  case Command::Predict:
    return runPredict(options);
  case Command::Repair:
    return runRepair(options);
  case Command::Version:
    printOut(fmt::format("heddle {}\n", versionText));
    return 0;
  case Command::Help:
    printOut(helpPage(options.helpTopic));
    return 0;
  }
  return static_cast<int>(ExitCode::Internal);
}

// A check always ends with a verdict once it has begun to work.
int failed(Command command, ExitCode code, const std::string& message, const char* why) {
  warn(message);
  if (command == Command::Check || command == Command::Validate)
    printOut(fmt::format("verdict: unknown ({})\n", why));
  return static_cast<int>(code);
}

int guardedMain(const std::vector<std::string>& args) {
  Options options;
  try {
    options = parseCommandLine(args);
    return run(options);
  } catch (const UsageError& e) {
    warn(e.what());
    return static_cast<int>(ExitCode::Usage);
  } catch (const InputError& e) {
    warn(e.what());
    return static_cast<int>(ExitCode::Input);
  } catch (const std::bad_alloc&) {
    return failed(options.command, ExitCode::Unknown, "out of memory", "out of memory");
  } catch (const std::exception& e) {
    return failed(options.command, ExitCode::Internal, fmt::format("internal error: {}", e.what()),
                  "internal error");
  }
}

// Parsing deeply nested C recurses deeply, in Clang too: the usual stack of a process is too small for it.
int withLargeStack(const std::vector<std::string>& args) {
  constexpr size_t stackBytes = size_t{1} << 30; // address space, not memory
  int code = static_cast<int>(ExitCode::Internal);
  auto work = [&] { code = guardedMain(args); };
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stackBytes);
  pthread_t thread;
  auto start = [](void* w) -> void* {
    (*static_cast<decltype(work)*>(w))();
    return nullptr;
  };
  if (pthread_create(&thread, &attributes, start, &work) == 0)
    pthread_join(thread, nullptr);
  else
    work();
  return code;
}

} // namespace

} // namespace heddle::cli

int main(int argc, char** argv) { return heddle::cli::withLargeStack({argv + 1, argv + argc}); }
