// `--may-fail`: calls of the functions that it names become a choice between the call and its documented
// failures.
#pragma once

#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace heddle::llvm2ccfg {

// The functions that can be made to fail, by name.
std::vector<std::string> functionsThatMayFail();

// Rewrites the calls of these functions that the module makes and does not define itself. Throws UsageError
// for a name that is not one of functionsThatMayFail.
void letFail(llvm::Module& module, const std::vector<std::string>& functions);

} // namespace heddle::llvm2ccfg
