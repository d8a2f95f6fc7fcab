// Condition variables and barriers: the set of waiting threads is a 64-bit mask in memory, one bit a thread.
//
// A wait is two events (papers 000 and 004): it enters the set and releases the mutex; it goes on, with the
// mutex, when somebody took it out of the set. A signal takes out any one, a broadcast all. Waking and taking
// the mutex again is one event: a thread that is woken but has not got the mutex yet can't be told from one
// whose wake-up comes a little later.
//
// A spurious wake-up may come but need not: a waiter that nobody signals is blocked. So it is decided at the
// first event: a wait that will end by itself does not enter the set. A time-out does come, and takes itself
// out.
//
// Condition variable: mask at offset 0. Barrier: count at 0, arrived at 4, mask at 8.

#include "llvm2ccfg/models/models.h"

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
  ccfg::AssumptionId bound = c.map.assume(
      ccfg::AssumptionKind::ThreadBound,
      "at most 64 threads are created where condition variables, barriers or read-write locks are used",
      c.cursor.position(), true, false);
  Action a = c.action(from);
  a.assume(c.tm.ult(c.num(maxWaiters), c.self())).add(ccfg::Halt{ccfg::HaltKind::Cutoff, bound});
  a.to(c.program.threads[c.walker.thread()].exit);
}

Term within(ModelCall& c) { return c.tm.ule(c.self(), c.num(maxWaiters)); }

// First event: releases the mutex and, unless it will wake by itself, enters the set.
void drawBegin(ModelCall& c, ccfg::LocId from, ccfg::LocId waiting, bool enters) {
  Term cond = c.arg(0), mutex = c.arg(1);
  Action a = c.action(from);
  a.assume(within(c));
  Term owner = a.load(mutex, 32, "owner");
  a.assertThat(c.tm.eq(owner, c.self()), Property::LockMisuse,
               "a thread waits on a condition variable without holding the mutex");
  if (enters) a.store(cond, c.tm.orOf(a.load(cond, 64, "waiting"), c.selfBit()));
  a.store(mutex, c.num(0)).sync(SyncKind::WaitBegin, cond, mutex).to(waiting);
}

enum class Wake { Signalled, TimedOut, Spurious };

// Second event, when the mutex is free.
void drawEnd(ModelCall& c, ccfg::LocId waiting, ccfg::LocId to, Wake why, uint64_t result) {
  Term cond = c.arg(0), mutex = c.arg(1), set;
  Action a = c.action(waiting);
  if (why != Wake::Spurious) {
    set = a.load(cond, 64, "waiting");
    Term inSet = c.tm.ne(c.tm.andOf(set, c.selfBit()), c.num(0, 64));
    a.assume(why == Wake::TimedOut ? inSet : c.tm.notOf(inSet));
  }
  a.assume(c.tm.eq(a.load(mutex, 32, "owner"), c.num(0)));
  if (why == Wake::TimedOut) a.store(cond, c.tm.andOf(set, c.tm.notOf(c.selfBit())));
  a.store(mutex, c.self()).sync(SyncKind::WaitEnd, cond, mutex);
  c.setResult(a, result).to(to);
}

void wait(ModelCall& c, uint64_t timedOut) { // 0: no time limit
  ccfg::LocId from = c.here(), waiting = c.fresh(), to = c.fresh();
  drawTooMany(c, from);
  drawBegin(c, from, waiting, true);
  drawEnd(c, waiting, to, Wake::Signalled, 0);
  if (timedOut != 0) drawEnd(c, waiting, to, Wake::TimedOut, timedOut);
  c.cancellationPoint(waiting, [&](Action& a) { // ends with the mutex taken again
    Term set = a.load(c.arg(0), 64, "waiting"), owner = a.load(c.arg(1), 32, "owner");
    a.assume(c.tm.eq(owner, c.num(0)))
        .store(c.arg(1), c.self())
        .store(c.arg(0), c.tm.andOf(set, c.tm.notOf(c.selfBit())));
  });
  if (c.map.options.spuriousWakeups) {
    ccfg::LocId asleep = c.fresh();
    drawBegin(c, from, asleep, false);
    drawEnd(c, asleep, to, Wake::Spurious, 0);
  }
  c.goOn(to);
}

void signal(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term cond = c.arg(0);
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
  c.action(from).store(c.arg(0), c.num(0, 64)).sync(kind, c.arg(0)).to(to);
  c.goOn(to);
  c.returns(0ull);
}

void destroyCondition(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Action a = c.action(from);
  Term set = a.load(c.arg(0), 64, "waiting");
  a.assertThat(c.tm.eq(set, c.num(0, 64)), Property::LockMisuse,
               "a condition variable is destroyed while a thread waits on it");
  a.sync(SyncKind::Destroy, c.arg(0)).to(to);
  c.goOn(to);
  c.returns(0ull);
}

void initBarrier(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term b = c.arg(0);
  c.action(from)
      .store(b, c.arg(2, 32))
      .store(c.at(b, 4), c.num(0))
      .store(c.at(b, 8), c.num(0, 64))
      .sync(SyncKind::Init, b)
      .to(to);
  c.goOn(to);
  c.returns(0ull);
}

void waitBarrier(ModelCall& c) {
  constexpr uint64_t serialThread = ~0ull; // PTHREAD_BARRIER_SERIAL_THREAD
  ccfg::LocId from = c.here(), waiting = c.fresh(), to = c.fresh();
  Term b = c.arg(0);
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
  Term set = a.load(c.at(c.arg(0), 8), 64, "waiting");
  a.assertThat(c.tm.eq(set, c.num(0, 64)), Property::LockMisuse,
               "a barrier is destroyed while a thread waits at it");
  a.sync(SyncKind::Destroy, c.arg(0)).to(to);
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
