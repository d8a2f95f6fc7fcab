// Which of the compiler flags that somebody wrote the compiler gets to see.
//
// Flags of a file (a compilation database, a schedule) are data: only those that change preprocessing or the
// language are taken, from a list, so that no file makes the compiler load code, run a program or write. What
// the user typed stands, but what would load or run code is refused there too, and nothing writes a file.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace heddle::llvm2ccfg {

// The one flag about warnings that changes what is accepted, whatever its spelling was.
inline constexpr const char* acceptUndeclared = "-Wno-implicit-function-declaration";

struct FlagSource {
  bool isFile = false;                          // else they were typed after --
  std::string name;                             // of the file
  std::string directory;                        // in which the compiler would run; empty: the current one
  std::string input;                            // the file that they compile: no flag
  std::function<void(const std::string&)> warn; // told what is left out; may be empty
};

// Throws UsageError for what the user may not ask for.
std::vector<std::string> usableFlags(const std::vector<std::string>& flags, const FlagSource& source);

} // namespace heddle::llvm2ccfg
