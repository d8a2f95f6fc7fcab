// Threads that may be cancelled at any time (PTHREAD_CANCEL_ASYNCHRONOUS): marks the places where one may
// notice that it goes on, or others that it does, with calls of __heddle_may_end, which models/threads.cpp
// draws.
#pragma once

namespace llvm {
class Module;
}

namespace heddle::llvm2ccfg {

// Does nothing in a program with too many such places; the model then makes an assumption.
void letEndAtAnyTime(llvm::Module& module);

} // namespace heddle::llvm2ccfg
