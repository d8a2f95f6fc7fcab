// `heddle harness`: a first program that uses a library from several threads.
#include "llvm2ccfg/harness.h"

#include "cli/commands.h"
#include "cli/input.h"
#include "cli/output.h"
#include "support/error.h"

#include <filesystem>

namespace heddle::cli {

int runHarness(const Options& options) {
  if (options.inputs.size() != 1)
    throw UsageError(
        "`harness` takes the one file that has the library's functions; add other files to `check`");
  if (!options.outputFile.empty() && std::filesystem::exists(options.outputFile))
    throw UsageError("'" + options.outputFile +
                     "' exists; a harness is to be changed by hand, so it is not "
                     "written again: remove it, or name another file");
  const OutputFile out(options.outputFile.empty() ? "-" : options.outputFile);
  checkReadable(options.inputs[0]);
  llvm2ccfg::HarnessRequest request;
  request.source = options.model;
  request.source.inputs = options.inputs;
  request.source.compilerFlags = options.compilerFlags;
  request.functions = options.functions;
  request.folder = std::filesystem::path(options.outputFile).parent_path().string();
  out.write(llvm2ccfg::writeHarness(request));
  return 0;
}

} // namespace heddle::cli
