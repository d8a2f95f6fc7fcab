// Threads: pthread_create and join, C11's thrd_, and what only concerns scheduling or attributes.

#include "llvm2ccfg/models/models.h"
#include "llvm2ccfg/translator.h"

#include <llvm/IR/Instructions.h>

namespace heddle::llvm2ccfg {

namespace {

// The functions that a start routine's argument may mean; `unexpected` holds for others.
std::vector<std::pair<const llvm::Function*, Term>> startRoutines(ModelCall& c, unsigned routine,
                                                                  Term& unexpected) {
  Term target = c.pointer(routine);
  std::vector<std::pair<const llvm::Function*, Term>> out;
  if (target.op() == logic::Op::Address) {
    if (const llvm::Function* f = c.map.module.getFunction(c.program.objects[target.value()].name))
      out.emplace_back(f, c.tm.trueTerm());
    return out;
  }
  std::vector<const llvm::Function*> candidates;
  for (const llvm::Function& f : c.map.module)
    if (!f.isDeclaration() && f.hasAddressTaken() && f.arg_size() <= 1 && !f.isVarArg())
      candidates.push_back(&f);
  const size_t meant = c.map.sortByMeaning(candidates, c.call->getArgOperand(routine));
  for (size_t n = 0; n < candidates.size(); ++n) {
    Term here = c.tm.eq(target, c.program.addressOf(c.map.objectOf(candidates[n])));
    if (n >= meant)
      unexpected = c.tm.orOf(unexpected, here);
    else if (!here.isFalse())
      out.emplace_back(candidates[n], here);
  }
  return out;
}

// Starts it: the register with its number. Control stands at `started` afterwards.
ccfg::RegId drawStart(ModelCall& c, unsigned routine, ccfg::LocId started) {
  ccfg::LocId from = c.here();
  Term argument = c.arg(routine + 1);
  bool once = c.walker.onceHere(c.cursor);
  Term nobody = c.tm.trueTerm(), unexpected = c.tm.falseTerm();
  ccfg::RegId handle = c.cursor.temp("thread", 32);
  for (auto& [f, cond] : startRoutines(c, routine, unexpected)) {
    if (f->isDeclaration())
      c.map.unsupported(c.call, "a thread that runs the undefined function '" + f->getName().str() + "'");
    nobody = c.tm.andOf(nobody, c.tm.notOf(cond));
    ccfg::ThreadId thread = c.walker.translator().threadFor(c.walker.thread(), c.call, f, once);
    std::vector<Term> args;
    for (ccfg::RegId p : c.program.threads[thread].params)
      args.push_back(c.tm.resize(argument, c.program.regWidth(p)));
    c.action(from).assume(cond).add(ccfg::Fork{thread, args, handle}).to(started);
  }
  if (!unexpected.isFalse()) {
    const ccfg::AssumptionId a =
        c.map.assume(ccfg::AssumptionKind::Other, "threads whose start routine came from outside are cut off",
                     c.cursor.position(), true, false);
    Action cut = c.action(from);
    cut.assume(unexpected)
        .add(ccfg::Halt{ccfg::HaltKind::Cutoff, a})
        .to(c.program.threads[c.walker.thread()].exit);
    nobody = c.tm.andOf(nobody, c.tm.notOf(unexpected));
  }
  if (!nobody.isFalse()) {
    Action bad = c.action(from);
    bad.assume(nobody).assertThat(c.tm.falseTerm(), ccfg::Property::Memory,
                                  "a thread is started at no function");
    bad.add(ccfg::Halt{ccfg::HaltKind::Abort, ccfg::none}).to(c.program.threads[c.walker.thread()].exit);
  }
  c.goOn(started);
  return handle;
}

// The new thread may run before its number is stored where the caller asked.
void create(ModelCall& c, unsigned routine) {
  c.here();
  ccfg::LocId started = c.fresh(), to = c.fresh();
  Term where = c.pointer(0);
  ccfg::RegId handle = drawStart(c, routine, started);
  Term number = c.tm.zext(c.program.regTerm(handle), c.program.pointerWidth());
  Action store = c.action(started);
  store.add(ccfg::Store{where, number, c.program.pointerWidth() / 8, ccfg::MemOrder::Plain, false});
  c.setResult(store, 0).to(to);
  c.goOn(to);
}

// For library/created.c, which stores the number itself.
void startOnly(ModelCall& c) {
  c.name = "pthread_create";
  ccfg::RegId handle = drawStart(c, 0, c.fresh());
  c.returns(c.tm.zext(c.program.regTerm(handle), c.program.pointerWidth()));
}

// Waits for the thread and hands on its result: the location after that.
ccfg::LocId drawJoin(ModelCall& c, Action a, bool c11) {
  ccfg::RegId result = c.argIsNull(1) ? ccfg::none : c.cursor.temp("joined", c.program.pointerWidth());
  ccfg::LocId joined = c.fresh();
  a.add(ccfg::Join{c.arg(0, 32), result}).to(joined);
  if (result == ccfg::none) return joined;
  Term where = c.pointer(1);
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

// Does only pthread_create write to these variables, and is that of no other use?
bool hasOnlyCreated(const llvm::Value* place) {
  for (const llvm::User* u : place->users()) {
    if (llvm::isa<llvm::LoadInst>(u)) continue;
    if (llvm::isa<llvm::GetElementPtrInst>(u) && hasOnlyCreated(u)) continue;
    const auto* call = llvm::dyn_cast<llvm::CallBase>(u);
    const llvm::Function* f = call != nullptr ? call->getCalledFunction() : nullptr;
    const bool creates = f != nullptr && (f->getName() == "pthread_create" || f->getName() == "thrd_create");
    if (!creates || call->getArgOperand(0) != place || call->getArgOperand(call->arg_size() - 1) == place)
      return false;
  }
  return true;
}

// A thread can join itself if it asks for its number, or finds it where its creator put it: main does not.
bool mayJoinItself(ModelCall& c) {
  if (c.map.uses("pthread_self") || c.map.uses("thrd_current")) return true;
  if (c.walker.thread() == 0) return false;
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(c.call->getArgOperand(0));
  const llvm::Value* place = load != nullptr ? load->getPointerOperand() : nullptr;
  while (place != nullptr && llvm::isa<llvm::GetElementPtrInst>(place))
    place = llvm::cast<llvm::GetElementPtrInst>(place)->getPointerOperand();
  return place == nullptr || !llvm::isa<llvm::AllocaInst>(place) || !hasOnlyCreated(place);
}

void join(ModelCall& c, bool c11) {
  ccfg::LocId start = c.here(), from = c.cancelledAtOnce(start);
  c.cancelledWhileWaiting(from);
  const Term handle = c.arg(0, 32);
  if (!mayJoinItself(c)) {
    c.goOn(drawJoin(c, c.action(from), c11));
    c.returns(0ull);
    return;
  }
  constexpr uint64_t error = 2; // thrd_error
  Term itself = c.tm.eq(handle, c.self());
  Action waits = c.action(from);
  waits.assume(c.tm.notOf(itself));
  ccfg::LocId joined = drawJoin(c, std::move(waits), c11), to = c.fresh();
  Action done = c.action(joined), refused = c.action(from);
  c.setResult(done, 0).to(to);
  refused.assume(itself);
  c.setResult(refused, c11 ? error : edeadlk).to(to);
  c.goOn(to);
}

// Gives up at any time: a thread that has done all its work may still not have ended.
void joinOrGiveUp(ModelCall& c, uint64_t error, bool waits) {
  ccfg::LocId start = c.here(), from = waits ? c.cancelledAtOnce(start) : start;
  if (waits) c.cancelledWhileWaiting(from);
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
  ccfg::LocId start = c.here(), from = c.cancelledAtOnce(start);
  if (from != start) {
    c.cancelledWhileWaiting(from);
    ccfg::LocId to = c.fresh();
    c.action(from).to(to);
    c.goOn(to);
  }
  c.returns(0ull);
}

// Asked to end, the thread does so whatever it does. Where asynchronous.cpp has not said at which places, it
// only ends where it waits.
void endsAnywhere(ModelCall& c) {
  if (c.map.module.getNamedGlobal("__heddle_cancel_requested") == nullptr ||
      c.map.module.getFunction("__heddle_may_end") != nullptr)
    return;
  ccfg::LocId from = c.here(), to = c.fresh();
  c.action(from)
      .relies(c.map.assume(ccfg::AssumptionKind::Other,
                           "threads that may be cancelled at any time are cancelled only where they wait",
                           c.cursor.position(), true, false))
      .to(to);
  c.goOn(to);
}

void mayEnd(ModelCall& c) {
  ccfg::LocId from = c.here();
  c.cancelledAtAnyTime(from);
  c.goOn(from);
}

// More threads than a table of the library has places for.
void tooManyThreads(ModelCall& c) {
  c.here();
  c.walker.halt(c.cursor, ccfg::HaltKind::Cutoff,
                c.map.assume(ccfg::AssumptionKind::ThreadBound,
                             "fewer than 512 threads are created where threads are cancelled",
                             c.cursor.position(), true, false));
  c.returned = false;
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
  // What library/created.c calls appears under the name that the program uses.
  t["__heddle_create"] = startOnly;
  t["__heddle_join"] = [](ModelCall& c) { c.name = "pthread_join", join(c, false); };
  t["__heddle_timed_join"] = [](ModelCall& c) {
    c.name = "pthread_timedjoin_np", joinOrGiveUp(c, 110, true);
  };
  t["__heddle_try_join"] = [](ModelCall& c) { c.name = "pthread_tryjoin_np", joinOrGiveUp(c, 16, false); };
  t["__heddle_join_c11"] = [](ModelCall& c) { c.name = "thrd_join", join(c, true); };
  t["pthread_exit"] = exitThread;
  t["thrd_exit"] = exitThread;
  t["__heddle_exit_thread"] = exitThread;
  t["pthread_testcancel"] = [](ModelCall& c) { c.goOn(c.cancelledAtOnce(c.here())); };
  t["__heddle_asynchronous"] = endsAnywhere;
  t["__heddle_may_end"] = mayEnd;
  t["__heddle_too_many_threads"] = tooManyThreads;
  t["pthread_self"] = [](ModelCall& c) { c.returns(c.self()); };
  t["thrd_current"] = t["pthread_self"];
  t["pthread_equal"] = [](ModelCall& c) { c.returns(c.tm.eq(c.arg(0), c.arg(1))); };
  t["thrd_equal"] = t["pthread_equal"];
  for (const char* name : {"thrd_sleep", "sleep", "usleep", "nanosleep", "clock_nanosleep"}) t[name] = sleeps;
  for (const char* name : {"pthread_detach",
                           "thrd_detach",
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
                           "pthread_mutexattr_setprioceiling"})
    t[name] = nothing;
}

} // namespace heddle::llvm2ccfg
