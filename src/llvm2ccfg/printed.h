// Texts and times that are only printed need not be computed.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::llvm2ccfg {

// A local array that snprintf or strftime fills, and that is then only handed to output functions, is not
// filled: its length and its content would only multiply the states. Before showStreamAccesses, which still
// sees what the format's arguments point to.
void skipWhatIsOnlyPrinted(llvm::Module& module);

} // namespace heddle::llvm2ccfg
