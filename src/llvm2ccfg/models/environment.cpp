// Output, which is ignored, and input, which is arbitrary; streams.h adds what output functions read. Results
// lie in their documented ranges.

#include "llvm2ccfg/compile.h"
#include "llvm2ccfg/models/models.h"
#include "logic/eval.h"
#include "support/error.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>

namespace heddle::llvm2ccfg {

namespace {

// The result lies between these, of which the first may be negative; it costs nothing if nobody looks at it.
void anyOf(ModelCall& c, uint64_t lo, uint64_t hi, const std::string& origin) {
  if (c.resultRegister() == ccfg::none) return;
  c.here();
  unsigned width = c.map.bitsOf(c.call->getType());
  ccfg::RegId any = c.cursor.temp("any", width);
  c.cursor.append(ccfg::Nondet{any, 0, (hi - lo) & logic::maskOf(width), origin});
  c.returns(c.tm.add(c.program.regTerm(any), c.num(lo & logic::maskOf(width), width)));
}

// As the function promises.
template <int64_t lo, int64_t hi>
void between(ModelCall& c) {
  anyOf(c, static_cast<uint64_t>(lo), static_cast<uint64_t>(hi), "result of " + c.name + "()");
}

constexpr int64_t maxInt = INT32_MAX;

// As many as the argument says, or fewer; `failing`: or -1.
void atMost(ModelCall& c, unsigned n, bool failing) {
  ccfg::RegId r = c.resultRegister();
  if (r == ccfg::none) return;
  ccfg::LocId from = c.here(), to = c.fresh();
  unsigned width = c.program.regWidth(r);
  Term most = c.arg(n, width);
  if (failing) c.setResult(c.action(from).text(c.name + "() fails"), UINT64_MAX).to(to);
  Action a = c.action(from);
  uint64_t hi = most.isConst() ? most.value() : UINT64_MAX;
  Term count = a.nondet("result of " + c.name + "()", width, 0, hi);
  a.assume(c.tm.ule(count, most)).set(r, count).to(to);
  c.goOn(to);
}

// The character that is written or read, or EOF.
void character(ModelCall& c, bool written) {
  ccfg::RegId r = c.resultRegister();
  if (r == ccfg::none) return;
  ccfg::LocId from = c.here(), to = c.fresh();
  Action a = c.action(from);
  Term byte = written ? c.arg(0, 8) : a.nondet("result of " + c.name + "()", 8);
  a.set(r, c.tm.zext(byte, 32)).to(to);
  c.setResult(c.action(from).text(c.name + "() fails"), UINT64_MAX).to(to);
  c.goOn(to);
}

// For library functions written in C: any number between two constants.
void anyBetween(ModelCall& c) {
  Term lo = c.arg(0), hi = c.arg(1);
  HEDDLE_CHECK(lo.isConst() && hi.isConst(), "the bounds are not constant");
  anyOf(c, lo.value(), hi.value(), "a value of the environment");
}

// Whether the function that is called next fails, and in which of so many ways.
void fails(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  ccfg::RegId r = c.resultRegister();
  for (uint64_t way = 0; way <= c.arg(0).value(); ++way)
    c.action(from).set(r, c.num(way)).text(c.argString(1) + (way == 0 ? "() goes on" : "() fails")).to(to);
  c.goOn(to);
}

// Fills a buffer that the caller hands over: what it holds afterwards is not followed.
void fillsBuffer(ModelCall& c) {
  ccfg::AssumptionId a =
      c.map.assume(ccfg::AssumptionKind::HavockedFunction,
                   "what '" + c.name + "' writes to memory is ignored", c.cursor.position(), true, true);
  ccfg::LocId to = c.fresh();
  Action act = c.action(c.here());
  if (ccfg::RegId r = c.resultRegister(); r != ccfg::none)
    act.add(ccfg::Nondet{r, 0, UINT64_MAX, "result of " + c.name + "()"});
  act.relies(a).to(to);
  c.goOn(to);
}

// For library functions written in C: what they can't do ends the path, and nothing is claimed about what
// follows.
void givesUp(ModelCall& c) {
  ccfg::AssumptionId a =
      c.map.assume(ccfg::AssumptionKind::Other, c.argString(0), c.cursor.position(), true, false);
  c.here();
  c.walker.halt(c.cursor, ccfg::HaltKind::Cutoff, a);
  c.returned = false;
}

void approximates(ModelCall& c, const std::string& text, bool misses, bool invents) {
  ccfg::AssumptionId a =
      c.map.assume(ccfg::AssumptionKind::Other, text, c.cursor.position(), misses, invents);
  ccfg::LocId to = c.fresh();
  c.action(c.here()).relies(a).to(to);
  c.goOn(to);
}

// What a program reads is arbitrary; but it may have written it itself, once it can open anything.
void input(ModelCall& c) {
  bool opens = false;
  for (const char* name :
       {"open", "openat", "creat", "fopen", "fdopen", "freopen", "tmpfile", "mkstemp", "pipe", "pipe2",
        "socket", "socketpair", "accept", "popen", "shm_open", "eventfd", "memfd_create", "dup", "dup2"})
    opens = opens || c.map.uses(name);
  if (opens)
    approximates(c,
                 "what '" + c.argString(0) + "' reads is arbitrary, although the program may have written it",
                 false, true);
}

// Does a function of the program compute the place of a date's field?
bool looksAtDates(ModuleMap& map) {
  return map.remember("dates", [&] {
    for (const llvm::Function& f : map.module) {
      const llvm::DISubprogram* where = f.getSubprogram();
      if (where != nullptr && where->getFilename().starts_with(libraryFolder)) continue;
      for (const llvm::Instruction& i : llvm::instructions(f))
        if (const auto* place = llvm::dyn_cast<llvm::GetElementPtrInst>(&i))
          if (const auto* type = llvm::dyn_cast<llvm::StructType>(place->getSourceElementType());
              type != nullptr && type->hasName() && type->getName().starts_with("struct.tm"))
            return true;
    }
    return false;
  });
}

using Names = std::initializer_list<const char*>;

void addAll(ModelTable& t, Model model, Names names) {
  for (const char* name : names) t[name] = model;
}

} // namespace

void addEnvironmentModels(ModelTable& t) {
  addAll(t, between<0, 0>,
         {"srandom", "srand48", "openlog", "syslog", "vsyslog", "closelog", "setbuf", "perror", "setlinebuf",
          "rewind", "clearerr", "flockfile", "funlockfile", "sync"});
  addAll(t, between<-1, 0>,
         {"fflush",
          "fclose",
          "close",
          "fsync",
          "fdatasync",
          "setvbuf",
          "sched_setaffinity",
          "madvise",
          "mlockall",
          "munlockall",
          "mlock",
          "munlock",
          "unlink",
          "remove",
          "access",
          "rmdir",
          "mkdir",
          "chdir",
          "rename",
          "ftruncate",
          "fseek",
          "shutdown",
          "listen",
          "shm_unlink",
          "mkfifo",
          "chmod",
          "fchmod",
          "chown",
          "fchown",
          "lchown",
          "link",
          "symlink",
          "truncate",
          "fchdir",
          "flock",
          "lockf",
          "mprotect",
          "msync",
          "posix_madvise",
          "tcflush",
          "setuid",
          "setgid",
          "seteuid",
          "setegid",
          "setpgid",
          "initgroups",
          "chroot",
          "ferror_unlocked",
          "fseeko",
          "fsetpos",
          "epoll_ctl",
          "inotify_rm_watch",
          "sched_setparam",
          "posix_fadvise",
          "posix_fallocate",
          "fallocate",
          "pclose",
          "mlock2",
          "unlinkat",
          "mkdirat",
          "renameat",
          "fchmodat",
          "faccessat",
          "setlogmask"});
  addAll(t, between<-1, maxInt>,
         {"printf",
          "fprintf",
          "vprintf",
          "vfprintf",
          "dprintf",
          "vdprintf",
          "__printf_chk",
          "__fprintf_chk",
          "fcntl",
          "ioctl",
          "sched_getscheduler",
          "sched_setscheduler",
          "epoll_create",
          "epoll_create1",
          "eventfd",
          "timerfd_create",
          "signalfd",
          "inotify_init",
          "inotify_init1",
          "inotify_add_watch",
          "memfd_create",
          "openat",
          "dup3",
          "pathconf",
          "fpathconf",
          "dirfd",
          "vwarn",
          "vwarnx",
          "psignal",
          "puts",
          "fputs",
          "fputs_unlocked",
          "open",
          "creat",
          "dup",
          "dup2",
          "socket",
          "fileno",
          "prctl",
          "sched_getcpu",
          "system"});
  addAll(t, between<-1, INT64_MAX>, {"clock", "lseek", "ftell"});
  addAll(t, between<0, maxInt>,
         {"random", "lrand48", "getuid", "geteuid", "getgid", "getegid", "sysconf", "ferror", "feof"});
  addAll(t, between<1, maxInt>, {"get_nprocs", "get_nprocs_conf"});
  addAll(t, between<INT32_MIN, maxInt>, {"mrand48"});
  addAll(t, between<0, 1>, {"isatty"});
  addAll(t, between<0, 0x3fefffffffffffff>, {"drand48"}); // the doubles from 0 to below 1
  addAll(t, [](ModelCall& c) { atMost(c, 2, true); }, {"write", "pwrite", "send", "sendto"});
  addAll(t, [](ModelCall& c) { atMost(c, 2, false); }, {"fwrite", "fwrite_unlocked"});
  addAll(t, [](ModelCall& c) { character(c, true); },
         {"putchar", "fputc", "putc", "_IO_putc", "putchar_unlocked"});
  addAll(t, [](ModelCall& c) { character(c, false); },
         {"getchar", "getc", "fgetc", "getchar_unlocked", "getc_unlocked"});
  t["__heddle_between"] = anyBetween;
  t["__heddle_fails"] = fails;
  t["__heddle_give_up"] = givesUp;
  t["__heddle_leaves_out"] = [](ModelCall& c) { approximates(c, c.argString(0), true, false); };
  t["__heddle_takes_any"] = [](ModelCall& c) { approximates(c, c.argString(0), false, true); };
  t["__heddle_supposes"] = [](ModelCall& c) { approximates(c, c.argString(0), false, false); };
  t["__heddle_uses"] = [](ModelCall& c) { c.returns(c.map.uses(c.argString(0)) ? 1 : 0); };
  t["__heddle_input"] = input;
  addAll(t, fillsBuffer, {"gets"});
  t["__heddle_looks_at_dates"] = [](ModelCall& c) { c.returns(looksAtDates(c.map) ? 1 : 0); };
}

} // namespace heddle::llvm2ccfg
