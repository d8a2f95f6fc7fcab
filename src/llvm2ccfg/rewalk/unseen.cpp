// Code that is not seen: what may synchronize threads there, and what is known not to.
#include "llvm2ccfg/rewalk/walker.h"

#include <fmt/format.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/TargetParser/Triple.h>

namespace heddle::llvm2ccfg {

namespace {

// Functions of the C library that wait for input, which another thread may have to write, or for a lock.
const std::set<llvm::StringRef> waiting = {
    "read",          "pread",          "fread",          "fgets",         "fgetc",
    "getc",          "getchar",        "gets",           "ungetc",        "scanf",
    "fscanf",        "open",           "fopen",          "flockfile",     "ftrylockfile",
    "funlockfile",   "fgetc_unlocked", "fread_unlocked", "getc_unlocked", "getchar_unlocked",
    "fgets_unlocked"};

// And others that don't, whatever they lock for as long as they run: either of two threads may be the first.
const std::set<llvm::StringRef> harmless = {"usleep",
                                            "sleep",
                                            "nanosleep",
                                            "sched_yield",
                                            "sched_getcpu",
                                            "getpid",
                                            "gettid",
                                            "pthread_self",
                                            "pthread_equal",
                                            "pthread_detach",
                                            "pthread_exit",
                                            "pthread_getspecific",
                                            "pthread_setspecific",
                                            "pthread_key_create",
                                            "pthread_key_delete",
                                            "clock_gettime",
                                            "clock",
                                            "gettimeofday",
                                            "time",
                                            "rand",
                                            "srand",
                                            "random",
                                            "srandom",
                                            "rand_r",
                                            "getenv",
                                            "exit",
                                            "_exit",
                                            "abort",
                                            "__assert_fail",
                                            "__errno_location",
                                            "sem_unlink",
                                            "sem_close",
                                            "sem_getvalue",
                                            "pipe",
                                            "close",
                                            "write",
                                            "syslog",
                                            "strerror",
                                            "strerror_r",
                                            "sysconf",
                                            "pthread_attr_init",
                                            "pthread_attr_destroy",
                                            "pthread_attr_setdetachstate",
                                            "pthread_attr_setstacksize",
                                            "pthread_mutexattr_init",
                                            "pthread_mutexattr_settype",
                                            "pthread_mutexattr_destroy",
                                            "pthread_condattr_init",
                                            "pthread_condattr_destroy",
                                            "pthread_condattr_setclock",
                                            "__printf_chk",
                                            "__fprintf_chk",
                                            "__vfprintf_chk",
                                            "__snprintf_chk",
                                            "__sprintf_chk",
                                            "__ctype_b_loc",
                                            "getopt",
                                            "getopt_long",
                                            "signal",
                                            "sigaction",
                                            "alarm",
                                            "posix_memalign",
                                            "aligned_alloc",
                                            "getrusage",
                                            "localtime_r",
                                            "gmtime_r",
                                            "strftime",
                                            "setlocale",
                                            "atexit",
                                            "isatty",
                                            "thrd_current",
                                            "thrd_yield",
                                            "thrd_sleep",
                                            "thrd_detach",
                                            "thrd_exit"};

bool isKnownFunction(const llvm::Function* f) {
  const llvm::TargetLibraryInfoImpl library(llvm::Triple(f->getParent()->getTargetTriple()));
  llvm::LibFunc which;
  return library.getLibFunc(f->getName(), which);
}

} // namespace

bool maySynchronize(const llvm::CallBase* i) {
  if (const auto* assembler = llvm::dyn_cast<llvm::InlineAsm>(i->getCalledOperand()))
    return assembler->hasSideEffects() && !assembler->getAsmString().empty();
  const llvm::Function* f = i->getCalledFunction();
  if (f == nullptr) return true;
  if (!f->isDeclaration() || i->doesNotAccessMemory() || harmless.contains(f->getName())) return false;
  return waiting.contains(f->getName()) || !isKnownFunction(f);
}

std::string placeOf(const llvm::CallBase* i) {
  const llvm::DILocation* at = i->getDebugLoc().get();
  const llvm::Function* f = i->getCalledFunction();
  const std::string what = i->isInlineAsm() ? "assembler"
                           : f == nullptr   ? "a call through a pointer"
                                            : f->getName().str() + "()";
  if (at == nullptr) return what;
  return fmt::format("{} at {}:{}", what, at->getFilename().str(), at->getLine());
}

} // namespace heddle::llvm2ccfg
