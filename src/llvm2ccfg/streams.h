// What library functions that print, send and open read of the program's memory, written out as calls of
// functions in library/streams.c, so that it races and fails like any other access.
#pragma once

namespace llvm {
class Module;
}

namespace heddle::llvm2ccfg {

void showStreamAccesses(llvm::Module& module);

} // namespace heddle::llvm2ccfg
