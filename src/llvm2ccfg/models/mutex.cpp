// Mutexes (POSIX and C11) and spinlocks. A spinlock is the first word of a mutex alone.

#include "llvm2ccfg/models/mutex.h"

namespace heddle::llvm2ccfg {

namespace {

using ccfg::Property;
using ccfg::SyncKind;

struct Results { // what the function returns in each case
  uint64_t busy = ebusy, timedOut = etimedout, deadlock = edeadlk, notOwner = eperm, invalid = einval;
};
constexpr Results posix{};
constexpr Results c11{1, 4, 2, 2, 2}; // thrd_busy, thrd_timedout, thrd_error

constexpr const char* useOfDestroyedMutex = "a destroyed mutex is locked";

void drawTakes(ModelCall& c, ccfg::LocId from, ccfg::LocId to, Term m, const MutexUse& use) {
  for (Take how : waysToTake(use)) {
    Action a = c.action(from);
    take(c, a, m, how, use);
    if (how != Take::Never) a.sync(SyncKind::Acquire, m);
    if (how == Take::Again) a.reentrant();
    c.setResult(a, resultOf(how)).to(to);
  }
}

// The owner of an error-checking mutex is told so.
void drawRefused(ModelCall& c, ccfg::LocId from, ccfg::LocId to, Term m, const MutexUse& use,
                 uint64_t result) {
  Action a = c.action(from);
  const MutexWords w = loadMutex(c, a, m, use);
  a.assume(c.tm.andOf(c.tm.eq(w.owner, c.self()), isOfKind(c, w, errorCheck)));
  c.setResult(a, result).to(to);
}

void lock(ModelCall& c, const Results& results, const MutexUse& use) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term m = c.pointer(0);
  drawTakes(c, from, to, m, use);
  if (use.kinds) drawRefused(c, from, to, m, use, results.deadlock);
  Action misuse = c.action(from);
  const MutexWords w = loadMutex(c, misuse, m, use);
  Term mine = c.tm.eq(w.owner, c.self()), gone = c.tm.eq(w.owner, c.num(destroyed));
  if (use.kinds)
    mine = c.tm.andOf(mine, c.tm.notOf(c.tm.orOf(isOfKind(c, w, recursive), isOfKind(c, w, errorCheck))));
  misuse.assume(c.tm.orOf(mine, gone));
  misuse.assertThat(c.tm.notOf(mine), Property::LockMisuse, "a thread locks a mutex that it holds already");
  misuse.assertThat(c.tm.notOf(gone), Property::LockMisuse, useOfDestroyedMutex);
  misuse.to(c.stuck());
  c.goOn(to);
  if (!use.kinds) c.returns(0ull);
}

// Where nobody can take it: the owner is alive.
Term unavailable(ModelCall& c, Action& a, const MutexWords& w, const MutexUse& use, bool refuses) {
  Term held = c.tm.ne(w.owner, c.num(0));
  if (!use.kinds) return held;
  Term other = isOfKind(c, w, recursive);
  if (refuses) other = c.tm.orOf(other, isOfKind(c, w, errorCheck));
  held = c.tm.andOf(held, c.tm.notOf(c.tm.andOf(c.tm.eq(w.owner, c.self()), other)));
  return use.robust ? c.tm.andOf(held, c.tm.notOf(ownerIsDead(c, a, w))) : held;
}

// With a time limit an error-checking mutex refuses its owner, and a robust one does anyway; else it is busy.
void tryLock(ModelCall& c, const Results& results, const MutexUse& use, bool timed) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term m = c.pointer(0);
  const uint64_t failure = timed ? results.timedOut : results.busy;
  drawTakes(c, from, to, m, use);
  if (use.kinds && timed) drawRefused(c, from, to, m, use, results.deadlock);
  if (use.robust && timed) { // glibc may run out of time where POSIX wants the mutex to be lost
    Action late = c.action(from);
    take(c, late, m, Take::Never, use);
    c.setResult(late, failure).to(to);
  }
  Action busy = c.action(from);
  const MutexWords w = loadMutex(c, busy, m, use);
  busy.assume(unavailable(c, busy, w, use, timed));
  Term gone = c.tm.eq(w.owner, c.num(destroyed));
  busy.assertThat(c.tm.notOf(gone), Property::LockMisuse, useOfDestroyedMutex);
  if (ccfg::RegId r = c.resultRegister(); r != ccfg::none) {
    const unsigned width = c.program.regWidth(r);
    Term result = c.num(failure, width);
    if (use.robust && !timed) {
      Term checks = c.tm.andOf(isRobust(c, w), isOfKind(c, w, errorCheck));
      result =
          c.tm.ite(c.tm.andOf(checks, c.tm.eq(w.owner, c.self())), c.num(results.deadlock, width), result);
    }
    busy.set(r, c.tm.ite(gone, c.num(results.invalid, width), result));
  }
  busy.to(to);
  c.goOn(to);
}

constexpr const char* notHeld = "a thread unlocks a mutex that it does not hold";

void unlockNormal(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term m = c.pointer(0);
  Action a = c.action(from);
  Term owner = a.load(m, 32, "owner");
  a.assertThat(c.tm.eq(owner, c.self()), Property::LockMisuse, notHeld)
      .store(m, c.num(0))
      .sync(SyncKind::Release, m)
      .to(to);
  c.goOn(to);
  c.returns(0ull);
}

void unlock(ModelCall& c, const Results& results, const MutexUse& use) {
  if (!use.kinds) return unlockNormal(c);
  ccfg::LocId from = c.here(), to = c.fresh();
  Term m = c.pointer(0);
  for (Give how : {Give::Last, Give::Inner}) {
    Action a = c.action(from);
    give(c, a, m, how, use);
    a.sync(SyncKind::Release, m);
    if (how == Give::Inner) a.reentrant();
    const ccfg::RegId r = c.resultRegister();
    if (how == Give::Inner && use.robust && r != ccfg::none) { // it will never be consistent, glibc says
      const unsigned width = c.program.regWidth(r);
      Term broken = c.tm.eq(a.load(c.at(m, 8), 32, "health"), c.num(inconsistent));
      a.set(r, c.tm.ite(broken, c.num(enotrecoverable, width), c.num(0, width))).to(to);
    } else {
      c.setResult(a, 0).to(to);
    }
  }
  // An error-checking mutex refuses, as it was asked to. A recursive or robust one is misused and refuses, a
  // normal one is misused and is free afterwards.
  for (bool refuses : {true, false}) {
    Action a = c.action(from);
    const MutexWords w = loadMutex(c, a, m, use);
    Term checks = c.tm.orOf(isOfKind(c, w, errorCheck), c.tm.orOf(isOfKind(c, w, recursive), isRobust(c, w)));
    a.assume(c.tm.andOf(c.tm.ne(w.owner, c.self()), refuses ? checks : c.tm.notOf(checks)));
    a.assertThat(refuses ? isOfKind(c, w, errorCheck) : c.tm.falseTerm(), Property::LockMisuse, notHeld);
    if (!refuses) a.store(m, c.num(0));
    c.setResult(a, refuses ? results.notOwner : 0).to(to);
  }
  c.goOn(to);
}

void drawMutexInit(ModelCall& c, Action a, ccfg::LocId to, Term kind) {
  Term m = c.pointer(0);
  a.store(m, c.num(0)).store(c.at(m, 4), c.num(0)).store(c.at(m, kindOffset(c)), kind);
  if (mutexUse(c).robust) a.store(c.at(m, 8), c.num(consistent));
  a.sync(SyncKind::Init, m).to(to);
}

// The attribute's kind is in its lowest bits, and whether it is robust in bit 30.
void initMutex(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  const bool asks = mutexUse(c).kinds && !c.argIsNull(1);
  Term attribute = asks ? c.pointer(1) : c.num(0, c.program.pointerWidth());
  Term none = c.tm.eq(attribute, c.num(0, attribute.width()));
  if (!none.isFalse()) {
    Action plain = c.action(from);
    plain.assume(none);
    drawMutexInit(c, std::move(plain), to, c.num(normal));
  }
  if (asks) {
    Action a = c.action(from);
    a.assume(c.tm.notOf(none));
    Term word = a.load(attribute, 32, "kind"), kind = c.tm.andOf(word, c.num(3));
    if (mutexUse(c).robust) {
      Term dies = c.tm.ne(c.tm.andOf(word, c.num(1u << 30)), c.num(0));
      kind = c.tm.ite(dies, c.tm.orOf(kind, c.num(robustFlag)), kind);
    }
    drawMutexInit(c, std::move(a), to, kind);
  }
  c.goOn(to);
  c.returns(0ull);
}

void initC11(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term isRecursive = c.tm.ne(c.tm.andOf(c.arg(1, 32), c.num(1)), c.num(0));
  drawMutexInit(c, c.action(from), to, c.tm.ite(isRecursive, c.num(recursive), c.num(normal)));
  c.goOn(to);
  c.returns(0ull);
}

// One that is held stays as it is, unless it is robust; a spinlock does not look.
void destroy(ModelCall& c, bool looks) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term m = c.pointer(0);
  Action a = c.action(from);
  Term owner = a.load(m, 32, "owner");
  Term free = c.tm.orOf(c.tm.eq(owner, c.num(0)), c.tm.eq(owner, c.num(destroyed)));
  a.assertThat(free, Property::LockMisuse, "a mutex is destroyed while it is held");
  ccfg::RegId result = looks ? c.resultRegister() : ccfg::none;
  Term goes = c.tm.trueTerm();
  if (result != ccfg::none) {
    goes = free;
    const MutexUse use = mutexUse(c);
    if (use.robust) goes = c.tm.orOf(goes, isRobust(c, loadMutex(c, a, m, use)));
    const unsigned width = c.program.regWidth(result);
    a.set(result, c.tm.ite(goes, c.num(0, width), c.num(ebusy, width)));
  }
  a.store(m, c.tm.ite(goes, c.num(destroyed), owner)).sync(SyncKind::Destroy, m).to(to);
  c.goOn(to);
  if (result == ccfg::none) c.returns(0ull);
}

// A mutex whose owner died is as good as new: its owner says so.
void makeConsistent(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term m = c.pointer(0);
  const MutexUse use = mutexUse(c);
  if (!use.robust) {
    c.goOn(from);
    c.returns(einval);
    return;
  }
  for (bool broken : {true, false}) {
    Action a = c.action(from);
    const MutexWords w = loadMutex(c, a, m, use);
    Term is = c.tm.andOf(isRobust(c, w), c.tm.eq(w.health, c.num(inconsistent)));
    a.assume(broken ? is : c.tm.notOf(is));
    if (broken)
      a.assertThat(c.tm.eq(w.owner, c.self()), Property::LockMisuse,
                   "a thread repairs a mutex that it does not hold")
          .store(c.at(m, 8), c.num(consistent));
    c.setResult(a, broken ? 0 : einval).to(to);
  }
  c.goOn(to);
}

void storeWord(ModelCall& c, Term value) {
  ccfg::LocId from = c.here(), to = c.fresh();
  c.action(from).store(c.pointer(0), value).to(to);
  c.goOn(to);
  c.returns(0ull);
}

void setType(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term kind = c.arg(1, 32), known = c.tm.ule(kind, c.num(3));
  Action good = c.action(from);
  good.assume(known).store(c.pointer(0), kind);
  c.setResult(good, 0).to(to);
  if (!known.isTrue()) {
    Action bad = c.action(from);
    bad.assume(c.tm.notOf(known));
    c.setResult(bad, einval).to(to);
  }
  c.goOn(to);
}

} // namespace

void addMutexModels(ModelTable& t) {
  t["pthread_mutex_lock"] = [](ModelCall& c) { lock(c, posix, mutexUse(c)); };
  t["pthread_mutex_trylock"] = [](ModelCall& c) { tryLock(c, posix, mutexUse(c), false); };
  t["pthread_mutex_timedlock"] = [](ModelCall& c) { tryLock(c, posix, mutexUse(c), true); };
  t["pthread_mutex_clocklock"] = t["pthread_mutex_timedlock"];
  t["pthread_mutex_unlock"] = [](ModelCall& c) { unlock(c, posix, mutexUse(c)); };
  t["pthread_mutex_init"] = initMutex;
  t["__heddle_mutex_init"] = [](ModelCall& c) { c.name = "pthread_mutex_init", initMutex(c); };
  t["pthread_mutex_destroy"] = [](ModelCall& c) { destroy(c, true); };
  t["pthread_mutex_consistent"] = makeConsistent;
  t["pthread_mutexattr_init"] = [](ModelCall& c) { storeWord(c, c.num(normal)); };
  t["pthread_mutexattr_settype"] = setType;
  t["mtx_lock"] = [](ModelCall& c) { lock(c, c11, mutexUse(c)); };
  t["mtx_trylock"] = [](ModelCall& c) { tryLock(c, c11, mutexUse(c), false); };
  t["mtx_timedlock"] = [](ModelCall& c) { tryLock(c, c11, mutexUse(c), true); };
  t["mtx_unlock"] = [](ModelCall& c) { unlock(c, c11, mutexUse(c)); };
  t["mtx_init"] = initC11;
  t["mtx_destroy"] = [](ModelCall& c) { destroy(c, true); };
  t["pthread_spin_lock"] = [](ModelCall& c) { lock(c, posix, {}); };
  t["pthread_spin_trylock"] = [](ModelCall& c) { tryLock(c, posix, {}, false); };
  t["pthread_spin_unlock"] = [](ModelCall& c) { unlock(c, posix, {}); };
  t["pthread_spin_init"] = [](ModelCall& c) { storeWord(c, c.num(0)); };
  t["pthread_spin_destroy"] = [](ModelCall& c) { destroy(c, false); };
}

} // namespace heddle::llvm2ccfg
