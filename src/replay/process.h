// Other programs: the user's, the debugger, the compiler.
#pragma once

#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace heddle::replay {

using Environment = std::vector<std::pair<std::string, std::string>>; // added to ours

// This process becomes the program. Throws UsageError if it can't be executed.
[[noreturn]] void becomeProgram(const std::vector<std::string>& command);

// Throws UsageError if it can't be executed. It ends when this process does. `quiet`: it reads nothing, and
// what it prints is dropped.
pid_t startProgram(const std::vector<std::string>& command, const Environment& environment,
                   bool quiet = false);
// The status of waitpid. Ctrl-C is the program's business meanwhile, and SIGTERM is handed on to it.
int waitForProgram(pid_t pid);

int exitCodeOf(int waitStatus);             // as a shell has it: 128 and the signal's number
std::string describeStatus(int waitStatus); // "ended with exit code 3", "was ended by SIGSEGV"

} // namespace heddle::replay
