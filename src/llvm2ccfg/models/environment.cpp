// Output, which is ignored, and input, which is arbitrary.

#include "llvm2ccfg/models/models.h"
#include "logic/eval.h"

namespace heddle::llvm2ccfg {

namespace {

// The result is arbitrary if anybody looks at it.
void ignored(ModelCall& c) {
  ccfg::RegId r = c.resultRegister();
  if (r == ccfg::none) return;
  c.here();
  c.cursor.append(ccfg::Nondet{r, 0, UINT64_MAX, "result of " + c.name + "()"});
  c.here();
}

// Not negative, as rand() and its like promise.
void notNegative(ModelCall& c) {
  ccfg::RegId r = c.resultRegister();
  if (r == ccfg::none) return;
  c.here();
  c.cursor.append(
      ccfg::Nondet{r, 0, logic::maskOf(c.program.regWidth(r)) >> 1, "result of " + c.name + "()"});
  c.here();
}

// Fills a buffer that the caller hands over: what it holds afterwards is not followed.
void fillsBuffer(ModelCall& c) {
  ccfg::AssumptionId a =
      c.map.assume(ccfg::AssumptionKind::HavockedFunction,
                   "what '" + c.name + "' writes to memory is left out", c.cursor.position(), true, true);
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

void timeOf(ModelCall& c) {
  if (c.argIsNull(0)) return notNegative(c);
  fillsBuffer(c);
}

} // namespace

void addEnvironmentModels(ModelTable& t) {
  for (const char* name : {"printf",
                           "fprintf",
                           "vprintf",
                           "vfprintf",
                           "puts",
                           "fputs",
                           "putchar",
                           "fputc",
                           "putc",
                           "fflush",
                           "perror",
                           "fwrite",
                           "write",
                           "fclose",
                           "close",
                           "srand",
                           "srandom",
                           "openlog",
                           "syslog",
                           "closelog",
                           "setbuf",
                           "setvbuf",
                           "dprintf",
                           "fdatasync",
                           "fsync",
                           "setlocale",
                           "__printf_chk",
                           "__fprintf_chk",
                           "_IO_putc",
                           "prctl",
                           "sched_setaffinity",
                           "madvise",
                           "mlockall",
                           "putchar_unlocked"})
    t[name] = ignored;
  for (const char* name : {"rand", "random", "rand_r", "lrand48", "clock", "getpid", "gettid", "getppid",
                           "getuid", "sysconf", "get_nprocs", "sched_getcpu"})
    t[name] = notNegative;
  for (const char* name : {"getchar", "getc", "fgetc", "mrand48", "isatty", "open", "times", "difftime",
                           "drand48", "clock_getres"})
    t[name] = ignored;
  t["time"] = timeOf;
  t["__heddle_give_up"] = givesUp;
  for (const char* name : {"read",          "fread",          "scanf",
                           "fscanf",        "sscanf",         "fgets",
                           "gets",          "recv",           "gettimeofday",
                           "clock_gettime", "timespec_get",   "getline",
                           "sprintf",       "snprintf",       "vsprintf",
                           "vsnprintf",     "localtime_r",    "gmtime_r",
                           "getrusage",     "sched_getparam", "pthread_getschedparam"})
    t[name] = fillsBuffer;
}

} // namespace heddle::llvm2ccfg
