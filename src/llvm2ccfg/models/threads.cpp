// Threads: pthread_create and join, C11's thrd_, and what only concerns scheduling or attributes.

#include "llvm2ccfg/models/models.h"
#include "llvm2ccfg/translator.h"

namespace heddle::llvm2ccfg {

namespace {

// The functions that a start routine's argument may mean.
std::vector<std::pair<const llvm::Function*, Term>> startRoutines(ModelCall& c, Term target) {
  std::vector<std::pair<const llvm::Function*, Term>> out;
  if (target.op() == logic::Op::Address) {
    if (const llvm::Function* f = c.map.module.getFunction(c.program.objects[target.value()].name))
      out.emplace_back(f, c.tm.trueTerm());
    return out;
  }
  for (const llvm::Function& f : c.map.module) {
    if (f.isDeclaration() || !f.hasAddressTaken() || f.arg_size() > 1 || f.isVarArg()) continue;
    Term here = c.tm.eq(target, c.program.addressOf(c.map.objectOf(&f)));
    if (!here.isFalse()) out.emplace_back(&f, here);
  }
  return out;
}

// The new thread's number is stored where the caller asked before the thread can run.
void create(ModelCall& c, unsigned routine) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term where = c.arg(0), argument = c.arg(routine + 1);
  bool once = c.walker.onceHere(c.cursor);
  Term nobody = c.tm.trueTerm();
  for (auto& [f, cond] : startRoutines(c, c.arg(routine))) {
    if (f->isDeclaration())
      c.map.unsupported(c.call, "a thread that runs the undefined function '" + f->getName().str() + "'");
    nobody = c.tm.andOf(nobody, c.tm.notOf(cond));
    ccfg::ThreadId thread = c.walker.translator().threadFor(c.walker.thread(), c.call, f, once);
    ccfg::RegId handle = c.cursor.temp("thread", 32);
    std::vector<Term> args;
    for (ccfg::RegId p : c.program.threads[thread].params)
      args.push_back(c.tm.resize(argument, c.program.regWidth(p)));
    Action a = c.action(from);
    a.assume(cond).add(ccfg::Fork{thread, args, handle});
    Term number = c.tm.zext(c.program.regTerm(handle), c.program.pointerWidth());
    a.add(ccfg::Store{where, number, c.program.pointerWidth() / 8, ccfg::MemOrder::Plain, false});
    c.setResult(a, 0).to(to);
  }
  if (!nobody.isFalse()) {
    Action bad = c.action(from);
    bad.assume(nobody).assertThat(c.tm.falseTerm(), ccfg::Property::Memory,
                                  "a thread is started at no function");
    bad.add(ccfg::Halt{ccfg::HaltKind::Abort, ccfg::none}).to(c.program.threads[c.walker.thread()].exit);
  }
  c.goOn(to);
}

// Waits for the thread and hands on its result: the location after that.
ccfg::LocId drawJoin(ModelCall& c, Action a, bool c11) {
  ccfg::RegId result = c.argIsNull(1) ? ccfg::none : c.cursor.temp("joined", c.program.pointerWidth());
  ccfg::LocId joined = c.fresh();
  a.add(ccfg::Join{c.arg(0, 32), result}).to(joined);
  if (result == ccfg::none) return joined;
  Term where = c.arg(1);
  ccfg::LocId stored = c.fresh();
  Term isNull = c.tm.eq(where, c.num(0, where.width()));
  Term value = c11 ? c.tm.trunc(c.program.regTerm(result), 32) : c.program.regTerm(result);
  c.action(joined)
      .assume(c.tm.notOf(isNull))
      .add(ccfg::Store{where, value, value.width() / 8, ccfg::MemOrder::Plain, false})
      .to(stored);
  if (!isNull.isFalse()) c.action(joined).assume(isNull).to(stored);
  return stored;
}

void join(ModelCall& c, bool c11) {
  ccfg::LocId from = c.here();
  c.cancellationPoint(from);
  c.goOn(drawJoin(c, c.action(from), c11));
  c.returns(0ull);
}

// Gives up at any time: a thread that has done all its work may still not have ended.
void joinOrGiveUp(ModelCall& c, uint64_t error, bool waits) {
  ccfg::LocId from = c.here();
  if (waits) c.cancellationPoint(from);
  ccfg::LocId joined = drawJoin(c, c.action(from), false), to = c.fresh();
  Action done = c.action(joined), givesUp = c.action(from);
  c.setResult(done, 0).to(to);
  c.setResult(givesUp, error).to(to);
  c.goOn(to);
}

void exitThread(ModelCall& c) {
  c.here();
  Term value = c.argCount() > 0 ? c.arg(0) : Term();
  c.walker.endThread(c.cursor, value);
  c.returned = false;
}

void nothing(ModelCall& c) { c.returns(0ull); }

void sleeps(ModelCall& c) {
  c.cancellationPoint(c.here());
  c.returns(0ull);
}

} // namespace

void addThreadModels(ModelTable& t) {
  t["pthread_create"] = [](ModelCall& c) { create(c, 2); };
  t["thrd_create"] = [](ModelCall& c) { create(c, 1); };
  t["pthread_join"] = [](ModelCall& c) { join(c, false); };
  t["pthread_timedjoin_np"] = [](ModelCall& c) { joinOrGiveUp(c, 110, true); }; // ETIMEDOUT
  t["pthread_clockjoin_np"] = t["pthread_timedjoin_np"];
  t["pthread_tryjoin_np"] = [](ModelCall& c) { joinOrGiveUp(c, 16, false); }; // EBUSY
  t["thrd_join"] = [](ModelCall& c) { join(c, true); };
  t["pthread_exit"] = exitThread;
  t["thrd_exit"] = exitThread;
  t["__heddle_exit_thread"] = exitThread;
  t["pthread_self"] = [](ModelCall& c) { c.returns(c.self()); };
  t["thrd_current"] = t["pthread_self"];
  t["pthread_equal"] = [](ModelCall& c) { c.returns(c.tm.eq(c.arg(0), c.arg(1))); };
  t["thrd_equal"] = t["pthread_equal"];
  for (const char* name : {"thrd_sleep", "sleep", "usleep", "nanosleep", "clock_nanosleep"}) t[name] = sleeps;
  for (const char* name : {"pthread_detach",
                           "thrd_detach",
                           "pthread_testcancel",
                           "pthread_setcancelstate",
                           "pthread_setcanceltype",
                           "sched_yield",
                           "pthread_yield",
                           "thrd_yield",
                           "pthread_setname_np",
                           "pthread_attr_init",
                           "pthread_attr_destroy",
                           "pthread_attr_setdetachstate",
                           "pthread_attr_setstacksize",
                           "pthread_attr_setscope",
                           "pthread_attr_setschedpolicy",
                           "pthread_attr_setinheritsched",
                           "pthread_attr_setschedparam",
                           "pthread_attr_setguardsize",
                           "pthread_attr_setstack",
                           "pthread_setschedparam",
                           "pthread_setconcurrency",
                           "pthread_setaffinity_np",
                           "pthread_condattr_init",
                           "pthread_condattr_destroy",
                           "pthread_condattr_setclock",
                           "pthread_condattr_setpshared",
                           "pthread_rwlockattr_init",
                           "pthread_rwlockattr_destroy",
                           "pthread_rwlockattr_setpshared",
                           "pthread_barrierattr_init",
                           "pthread_barrierattr_destroy",
                           "pthread_barrierattr_setpshared",
                           "pthread_atfork",
                           "pthread_mutexattr_destroy",
                           "pthread_mutexattr_setpshared",
                           "pthread_mutexattr_setprotocol",
                           "pthread_mutexattr_setprioceiling",
                           "pthread_mutexattr_setrobust",
                           "pthread_rwlockattr_setkind_np"})
    t[name] = nothing;
}

} // namespace heddle::llvm2ccfg
