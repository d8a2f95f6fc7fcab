// The errors that end a run, each with its exit code. Libraries throw; only cli/ turns them into an exit.
#pragma once

#include <stdexcept>
#include <string>

namespace heddle {

enum class ExitCode { Proved = 0, Usage = 1, Input = 2, Unknown = 5, Internal = 6, Violation = 10 };

// The command line asks for something that does not exist or does not fit together.
class UsageError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

// The input can't be read, or uses something that is not supported. The message names file, line and
// construct.
class InputError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

// A bug in this program.
class InternalError : public std::logic_error {
public:
  using std::logic_error::logic_error;
};

// Stays on in every build: a wrong `true` costs more than an abort.
#define HEDDLE_CHECK(cond, message)                                                                          \
  do {                                                                                                       \
    if (!(cond)) throw ::heddle::InternalError(std::string(message) + " (" #cond ")");                       \
  } while (false)

} // namespace heddle
