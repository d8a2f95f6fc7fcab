// Condition variables and barriers: the set of waiting threads is a 64-bit mask in memory, one bit a thread.
//
// A wait is two events (Sinha and Wang 2011; Wang et al. 2010): it enters the set and releases the mutex; it
// goes on, with the mutex, when somebody took it out of the set. A signal takes out any one, a broadcast all.
// Waking and taking the mutex again is one event: a thread that is woken but has not got the mutex yet can't
// be told from one whose wake-up comes a little later. A time-out is an event of its own: what is signalled
// after it is lost for the thread, though it may have to wait for the mutex still. The same holds for a
// cancellation. One that is pending when the wait begins does not end it at once: the mutex is released, and
// others may take it before the thread has it again and ends; only a signal may come before that.
//
// A spurious wake-up may come but need not: a waiter that nobody signals is blocked. So it is decided at the
// first event: a wait that will end by itself does not enter the set. A time-out does come, and takes itself
// out.
//
// A recursive mutex that is held twice is released once, and so stays with the thread that waits.
//
// Condition variable: mask at offset 0. Barrier: count at 0, arrived at 4, mask at 8.

#include "llvm2ccfg/models/mutex.h"

namespace heddle::llvm2ccfg {

namespace {

using ccfg::Property;
using ccfg::SyncKind;

constexpr uint64_t maxWaiters = 64;

// More threads than the mask has bits: what they do here is cut off.
void drawTooMany(ModelCall& c, ccfg::LocId from) {
  bool many = c.program.threads.size() > maxWaiters;
  for (const ccfg::Thread& t : c.program.threads) many = many || t.repeatable;
  if (!many) return;
  ccfg::AssumptionId bound =
      c.map.assume(ccfg::AssumptionKind::ThreadBound,
                   "at most 64 threads are created where condition variables or barriers are used",
                   c.cursor.position(), true, false);
  Action a = c.action(from);
  a.assume(c.tm.ult(c.num(maxWaiters), c.self())).add(ccfg::Halt{ccfg::HaltKind::Cutoff, bound});
  a.to(c.program.threads[c.walker.thread()].exit);
}

Term within(ModelCall& c) { return c.tm.ule(c.self(), c.num(maxWaiters)); }

// A wait on a condition variable.
struct Wait {
  ModelCall& c;
  const MutexUse use;
  Term cond, mutex;

  explicit Wait(ModelCall& call)
      : c(call), use(mutexUse(call)), cond(call.pointer(0)), mutex(call.pointer(1)) {}

  Term inSet(Term set) { return c.tm.ne(c.tm.andOf(set, c.selfBit()), c.num(0, 64)); }
  void leaveSet(Action& a, Term set) { a.store(cond, c.tm.andOf(set, c.tm.notOf(c.selfBit()))); }

  // First event: releases the mutex and, unless it will wake by itself, enters the set.
  void drawBegin(ccfg::LocId from, ccfg::LocId waiting, bool enters) {
    if (use.kinds) {
      for (Give how : {Give::Last, Give::Inner}) drawBeginOfKind(from, waiting, enters, how);
      return;
    }
    Action a = c.action(from);
    a.assume(within(c));
    Term owner = a.load(mutex, 32, "owner");
    a.assertThat(c.tm.eq(owner, c.self()), Property::LockMisuse, withoutMutex);
    enterAndRelease(a, enters);
    a.store(mutex, c.num(0)).sync(SyncKind::WaitBegin, cond, mutex).to(waiting);
  }

  void drawBeginOfKind(ccfg::LocId from, ccfg::LocId waiting, bool enters, Give how) {
    Action a = c.action(from);
    a.assume(within(c));
    give(c, a, mutex, how, use);
    enterAndRelease(a, enters);
    a.sync(SyncKind::WaitBegin, cond, mutex);
    if (how == Give::Inner) a.reentrant();
    a.to(waiting);
  }

  void enterAndRelease(Action& a, bool enters) {
    if (enters) a.store(cond, c.tm.orOf(a.load(cond, 64, "waiting"), c.selfBit()));
  }

  // Without the mutex: one that checks refuses, a normal one is misused.
  void drawNotHeld(ccfg::LocId from, ccfg::LocId to) {
    if (!use.kinds) return;
    Action a = c.action(from);
    const MutexWords w = loadMutex(c, a, mutex, use);
    a.assume(c.tm.andOf(within(c), c.tm.ne(w.owner, c.self())));
    a.assertThat(c.tm.falseTerm(), Property::LockMisuse, withoutMutex);
    c.setResult(a, eperm).to(to);
  }

  // Second event, when somebody took the thread out of the set, or never put it in, and the mutex is free.
  void drawWake(ccfg::LocId waiting, ccfg::LocId to, bool spurious) {
    for (Take how : waysToTake(use)) {
      Action a = c.action(waiting);
      if (!spurious) a.assume(c.tm.notOf(inSet(a.load(cond, 64, "waiting"))));
      take(c, a, mutex, how, use);
      if (how != Take::Never) a.sync(SyncKind::WaitEnd, cond, mutex);
      if (how == Take::Again) a.reentrant();
      c.setResult(a, resultOf(how)).to(to);
    }
  }

  // Takes itself out of the set; then the mutex must be free.
  void drawTimeOut(ccfg::LocId waiting, ccfg::LocId to, uint64_t result) {
    ccfg::LocId late = c.fresh();
    Action a = c.action(waiting);
    Term set = a.load(cond, 64, "waiting");
    a.assume(inSet(set));
    leaveSet(a, set);
    a.to(late);
    drawMutexAgain(late, to, result);
  }

  void drawMutexAgain(ccfg::LocId from, ccfg::LocId to, uint64_t result) {
    for (Take how : waysToTake(use)) {
      Action a = c.action(from);
      take(c, a, mutex, how, use);
      if (how != Take::Never) a.sync(SyncKind::Acquire, mutex);
      if (how == Take::Again) a.reentrant();
      c.setResult(a, how == Take::Free || how == Take::Again ? result : resultOf(how)).to(to);
    }
  }

  static constexpr const char* withoutMutex =
      "a thread waits on a condition variable without holding the mutex";
};

// Waits until it is signalled or cancelled; returns the place where it does.
ccfg::LocId drawWaiting(Wait& w, ccfg::LocId from, ccfg::LocId to) {
  ModelCall& c = w.c;
  const ccfg::LocId waiting = c.fresh();
  drawTooMany(c, from);
  w.drawBegin(from, waiting, true);
  w.drawNotHeld(from, to);
  w.drawWake(waiting, to, false);
  c.cancelledWhileWaiting(
      waiting, [&](Action& a) { w.leaveSet(a, a.load(w.cond, 64, "waiting")); },
      [&](ccfg::LocId late) { // ends with the mutex taken again
        ccfg::LocId ending = c.fresh();
        w.drawMutexAgain(late, ending, 0);
        return ending;
      });
  return waiting;
}

void wait(ModelCall& c, uint64_t timedOut) { // 0: no time limit
  const ccfg::LocId start = c.here(), from = c.notCancelled(start), to = c.fresh();
  Wait w(c);
  const ccfg::LocId waiting = drawWaiting(w, from, to);
  if (timedOut != 0) w.drawTimeOut(waiting, to, timedOut);
  if (c.mayBeCancelled()) drawWaiting(w, c.alreadyCancelled(start), to);
  if (c.map.options.spuriousWakeups) {
    ccfg::LocId asleep = c.fresh();
    w.drawBegin(from, asleep, false);
    w.drawWake(asleep, to, true);
  }
  c.goOn(to);
}

void signal(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term cond = c.pointer(0);
  Action nobody = c.action(from);
  nobody.assume(c.tm.eq(nobody.load(cond, 64, "waiting"), c.num(0, 64))).sync(SyncKind::Signal, cond).to(to);
  Action wake = c.action(from);
  Term set = wake.load(cond, 64, "waiting");
  wake.assume(c.tm.ne(set, c.num(0, 64)));
  Term one = c.tm.make(logic::Op::Shl, 64, c.num(1, 64),
                       c.tm.zext(wake.nondet("woken thread", 8, 0, maxWaiters - 1), 64));
  wake.assume(c.tm.ne(c.tm.andOf(set, one), c.num(0, 64)))
      .store(cond, c.tm.andOf(set, c.tm.notOf(one)))
      .sync(SyncKind::Signal, cond)
      .to(to);
  c.goOn(to);
  c.returns(0ull);
}

void storeMask(ModelCall& c, SyncKind kind) {
  ccfg::LocId from = c.here(), to = c.fresh();
  c.action(from).store(c.pointer(0), c.num(0, 64)).sync(kind, c.pointer(0)).to(to);
  c.goOn(to);
  c.returns(0ull);
}

void destroyCondition(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Action a = c.action(from);
  Term set = a.load(c.pointer(0), 64, "waiting");
  a.assertThat(c.tm.eq(set, c.num(0, 64)), Property::LockMisuse,
               "a condition variable is destroyed while a thread waits on it");
  a.sync(SyncKind::Destroy, c.pointer(0)).to(to);
  c.goOn(to);
  c.returns(0ull);
}

void initBarrier(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term b = c.pointer(0), count = c.arg(2, 32);
  Term possible = c.tm.andOf(c.tm.ne(count, c.num(0)), c.tm.ule(count, c.num(0x7fffffff)));
  if (!possible.isFalse()) {
    Action a = c.action(from);
    a.assume(possible).store(b, count).store(c.at(b, 4), c.num(0)).store(c.at(b, 8), c.num(0, 64));
    a.sync(SyncKind::Init, b);
    if (!possible.isTrue()) c.setResult(a, 0);
    a.to(to);
  }
  if (!possible.isTrue()) {
    Action refused = c.action(from);
    refused.assume(c.tm.notOf(possible));
    c.setResult(refused, einval).to(to);
  }
  c.goOn(to);
  if (possible.isTrue()) c.returns(0ull);
}

void waitBarrier(ModelCall& c) {
  constexpr uint64_t serialThread = ~0ull; // PTHREAD_BARRIER_SERIAL_THREAD
  ccfg::LocId from = c.here(), waiting = c.fresh(), to = c.fresh();
  Term b = c.pointer(0);
  drawTooMany(c, from);
  Action last = c.action(from);
  Term count = last.load(b, 32, "count"), arrived = last.load(c.at(b, 4), 32, "arrived");
  last.assume(c.tm.andOf(within(c), c.tm.eq(c.tm.add(arrived, c.num(1)), count)));
  last.store(c.at(b, 4), c.num(0)).store(c.at(b, 8), c.num(0, 64)).sync(SyncKind::BarrierArrive, b);
  c.setResult(last, serialThread).to(to);
  Action other = c.action(from);
  count = other.load(b, 32, "count"), arrived = other.load(c.at(b, 4), 32, "arrived");
  other.assume(c.tm.andOf(within(c), c.tm.ne(c.tm.add(arrived, c.num(1)), count)));
  Term set = other.load(c.at(b, 8), 64, "waiting");
  other.store(c.at(b, 4), c.tm.add(arrived, c.num(1)))
      .store(c.at(b, 8), c.tm.orOf(set, c.selfBit()))
      .sync(SyncKind::BarrierArrive, b)
      .to(waiting);
  Action leave = c.action(waiting);
  Term left = leave.load(c.at(b, 8), 64, "waiting");
  leave.assume(c.tm.eq(c.tm.andOf(left, c.selfBit()), c.num(0, 64))).sync(SyncKind::BarrierLeave, b);
  c.setResult(leave, 0).to(to);
  c.goOn(to);
}

void destroyBarrier(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Action a = c.action(from);
  Term set = a.load(c.at(c.pointer(0), 8), 64, "waiting");
  a.assertThat(c.tm.eq(set, c.num(0, 64)), Property::LockMisuse,
               "a barrier is destroyed while a thread waits at it");
  a.sync(SyncKind::Destroy, c.pointer(0)).to(to);
  c.goOn(to);
  c.returns(0ull);
}

} // namespace

void addConditionModels(ModelTable& t) {
  t["pthread_cond_wait"] = [](ModelCall& c) { wait(c, 0); };
  t["pthread_cond_timedwait"] = [](ModelCall& c) { wait(c, 110); };
  t["pthread_cond_clockwait"] = t["pthread_cond_timedwait"];
  t["pthread_cond_signal"] = signal;
  t["pthread_cond_broadcast"] = [](ModelCall& c) { storeMask(c, SyncKind::Broadcast); };
  t["pthread_cond_init"] = [](ModelCall& c) { storeMask(c, SyncKind::Init); };
  t["pthread_cond_destroy"] = destroyCondition;
  t["cnd_wait"] = t["pthread_cond_wait"];
  t["cnd_timedwait"] = [](ModelCall& c) { wait(c, 4); };
  t["cnd_signal"] = signal;
  t["cnd_broadcast"] = t["pthread_cond_broadcast"];
  t["cnd_init"] = t["pthread_cond_init"];
  t["cnd_destroy"] = destroyCondition;
  t["pthread_barrier_init"] = initBarrier;
  t["pthread_barrier_wait"] = waitBarrier;
  t["pthread_barrier_destroy"] = destroyBarrier;
}

} // namespace heddle::llvm2ccfg
