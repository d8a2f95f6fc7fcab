// A first harness for a library: a program that makes what its functions share, lets threads call them, and
// cleans up; for people to read and to change. The functions are those with external linkage that take the
// same structure or touch the same variables; what they are for is guessed from their names.
#pragma once

#include "llvm2ccfg/frontend.h"

namespace heddle::llvm2ccfg {

struct HarnessRequest {
  FrontendOptions source;             // its one input is the library's file
  std::vector<std::string> functions; // only these; empty: all that share state
  std::string folder;                 // where the harness will stand: #include is relative to it
};

// The text of a C file. InputError if the file has no such functions.
std::string writeHarness(const HarnessRequest& request);

} // namespace heddle::llvm2ccfg
