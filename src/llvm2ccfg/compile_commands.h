// Which files to compile with which flags: from the command line, or from a compile_commands.json.
#pragma once

#include "llvm2ccfg/compile.h"
#include "llvm2ccfg/frontend.h"

namespace heddle::llvm2ccfg {

std::vector<CompileRequest> compileRequests(const FrontendOptions& options);

} // namespace heddle::llvm2ccfg
