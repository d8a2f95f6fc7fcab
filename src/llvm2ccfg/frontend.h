// From C to the program model: the only folder that knows LLVM and Clang.
//
// The walk: C files become one LLVM module (compile.h), library functions that are written in C are linked in
// (library/), and the module is re-told as a ccfg::Program (translate.h), thread functions by the table of
// models (models/). `translate` is that pipeline.
#pragma once

#include "ccfg/program.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace heddle::llvm2ccfg {

struct FrontendOptions {
  std::vector<std::string> inputs;        // .c .i .bc .ll
  std::vector<std::string> compilerFlags; // handed to the compiler as they are
  std::string compileCommandsDir;         // folder of a compile_commands.json; empty: none
  // Texts that stand for what is on the disk, by file name: sources and headers, also ones that don't exist.
  std::map<std::string, std::string> overlay;
  std::string entry = "main";
  ccfg::DataModel dataModel = ccfg::DataModel::LP64;
  unsigned recursionBound = 8; // activations of one function on a call stack
  bool spuriousWakeups = true;
  bool checkOverflow = false;    // emit the assertions of property `overflow`
  bool checkMemory = false;      // keep the ends of local variables' lives
  bool expectAssertions = false; // warn if there are none
  bool statementGranularity = false;
  bool volatileRelaxed = false;                 // volatile accesses of word size are relaxed atomics
  std::vector<std::string> mayFail;             // functions that may report failure
  std::vector<std::string> trusted;             // functions without source that change nothing
  std::vector<std::string> atomic;              // functions that are meant to be atomic
  std::function<void(const std::string&)> warn; // told about havocked functions and the like; may be empty
};

// Throws InputError, with file, line and construct, for what can't be read or is not supported.
std::unique_ptr<ccfg::Program> translate(const FrontendOptions& options);

} // namespace heddle::llvm2ccfg
