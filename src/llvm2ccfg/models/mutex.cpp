// Mutexes (POSIX and C11) and spinlocks.
//
// In memory: the owner's number at offset 0 (0: free, `destroyed`: gone), the depth of a recursive lock at 4,
// and the kind where glibc keeps it, so that static initialisers mean what they say. Programs that never ask
// for a kind are spared the loads of it. A spinlock is the first word alone.

#include "llvm2ccfg/models/models.h"

#include <llvm/IR/Constants.h>

namespace heddle::llvm2ccfg {

namespace {

using ccfg::Property;
using ccfg::SyncKind;

constexpr uint64_t destroyed = 0xffffffff;
constexpr uint64_t ebusy = 16, edeadlk = 35, eperm = 1, etimedout = 110;
enum Kind : uint64_t { normal = 0, recursive = 1, errorCheck = 2 }; // glibc's numbers; 3 (adaptive) is normal

// Is there any mutex that is not a normal one?
bool kindsMatter(const ModelCall& c) {
  if (c.map.uses("pthread_mutexattr_settype") || c.map.uses("mtx_init")) return true;
  for (const llvm::GlobalVariable& g : c.map.module.globals()) {
    const auto* type = llvm::dyn_cast<llvm::StructType>(g.getValueType());
    bool mutex = type != nullptr && type->hasName() && type->getName().contains("pthread_mutex");
    if (g.hasInitializer() && mutex && !g.getInitializer()->isNullValue()) return true;
  }
  return false;
}

uint64_t kindOffset(const ModelCall& c) { return c.program.pointerWidth() == 64 ? 16 : 12; }

struct Results { // what the function returns in each case
  uint64_t busy = ebusy, timedOut = etimedout, deadlock = edeadlk, notOwner = eperm;
};
constexpr Results posix{};
constexpr Results c11{1, 4, 2, 2}; // thrd_busy, thrd_timedout, thrd_error

Term isKind(ModelCall& c, Action& a, Term m, uint64_t kind) {
  return c.tm.eq(a.load(c.at(m, kindOffset(c)), 32, "kind"), c.num(kind));
}

void drawAcquire(ModelCall& c, ccfg::LocId from, ccfg::LocId to, Term m, bool kinds) {
  Action a = c.action(from);
  Term owner = a.load(m, 32, "owner");
  a.assume(c.tm.eq(owner, c.num(0))).store(m, c.self());
  if (kinds) a.store(c.at(m, 4), c.num(1));
  a.sync(SyncKind::Acquire, m);
  c.setResult(a, 0).to(to);
}

// The owner locks again: a recursive mutex counts.
void drawReacquire(ModelCall& c, ccfg::LocId from, ccfg::LocId to, Term m) {
  Action a = c.action(from);
  Term owner = a.load(m, 32, "owner");
  a.assume(c.tm.andOf(c.tm.eq(owner, c.self()), isKind(c, a, m, recursive)));
  Term depth = a.load(c.at(m, 4), 32, "depth");
  a.store(c.at(m, 4), c.tm.add(depth, c.num(1))).sync(SyncKind::Acquire, m).reentrant();
  c.setResult(a, 0).to(to);
}

void lock(ModelCall& c, const Results& results, bool kinds) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term m = c.arg(0);
  drawAcquire(c, from, to, m, kinds);
  Action misuse = c.action(from);
  Term owner = misuse.load(m, 32, "owner");
  Term mine = c.tm.eq(owner, c.self()), gone = c.tm.eq(owner, c.num(destroyed));
  if (kinds) {
    drawReacquire(c, from, to, m);
    Action refused = c.action(from);
    Term holder = refused.load(m, 32, "owner");
    refused.assume(c.tm.andOf(c.tm.eq(holder, c.self()), isKind(c, refused, m, errorCheck)));
    c.setResult(refused, results.deadlock).to(to);
    Term kind = misuse.load(c.at(m, kindOffset(c)), 32, "kind");
    mine = c.tm.andOf(
        mine, c.tm.notOf(c.tm.orOf(c.tm.eq(kind, c.num(recursive)), c.tm.eq(kind, c.num(errorCheck)))));
  }
  misuse.assume(c.tm.orOf(mine, gone));
  misuse.assertThat(c.tm.notOf(mine), Property::LockMisuse, "a thread locks a mutex that it holds already");
  misuse.assertThat(c.tm.notOf(gone), Property::LockMisuse, "a destroyed mutex is locked");
  misuse.to(c.stuck());
  c.goOn(to);
  if (!kinds) c.returns(0ull);
}

void tryLock(ModelCall& c, uint64_t failure, bool kinds) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term m = c.arg(0);
  drawAcquire(c, from, to, m, kinds);
  if (kinds) drawReacquire(c, from, to, m);
  Action busy = c.action(from);
  Term owner = busy.load(m, 32, "owner");
  Term held = c.tm.ne(owner, c.num(0));
  if (kinds)
    held = c.tm.andOf(held, c.tm.notOf(c.tm.andOf(c.tm.eq(owner, c.self()), isKind(c, busy, m, recursive))));
  busy.assume(held);
  c.setResult(busy, failure).to(to);
  c.goOn(to);
}

void unlock(ModelCall& c, const Results& results, bool kinds) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term m = c.arg(0);
  const char* wrong = "a thread unlocks a mutex that it does not hold";
  if (!kinds) {
    Action a = c.action(from);
    Term owner = a.load(m, 32, "owner");
    a.assertThat(c.tm.eq(owner, c.self()), Property::LockMisuse, wrong)
        .store(m, c.num(0))
        .sync(SyncKind::Release, m)
        .to(to);
    c.goOn(to);
    c.returns(0ull);
    return;
  }
  Action last = c.action(from);
  Term owner = last.load(m, 32, "owner"), depth = last.load(c.at(m, 4), 32, "depth");
  last.assume(c.tm.andOf(c.tm.eq(owner, c.self()), c.tm.ule(depth, c.num(1))));
  last.store(m, c.num(0)).store(c.at(m, 4), c.num(0)).sync(SyncKind::Release, m);
  c.setResult(last, 0).to(to);
  Action inner = c.action(from);
  owner = inner.load(m, 32, "owner"), depth = inner.load(c.at(m, 4), 32, "depth");
  inner.assume(c.tm.andOf(c.tm.eq(owner, c.self()), c.tm.ult(c.num(1), depth)));
  inner.store(c.at(m, 4), c.tm.sub(depth, c.num(1))).sync(SyncKind::Release, m).reentrant();
  c.setResult(inner, 0).to(to);
  // An error-checking mutex refuses, as it was asked to. A recursive one is misused and refuses, a normal one
  // is misused and is free afterwards.
  Action refused = c.action(from);
  owner = refused.load(m, 32, "owner");
  Term kind = refused.load(c.at(m, kindOffset(c)), 32, "kind");
  Term nested = c.tm.eq(kind, c.num(recursive));
  refused.assume(c.tm.andOf(c.tm.ne(owner, c.self()), c.tm.orOf(nested, c.tm.eq(kind, c.num(errorCheck)))));
  refused.assertThat(c.tm.notOf(nested), Property::LockMisuse, wrong);
  c.setResult(refused, results.notOwner).to(to);
  Action misuse = c.action(from);
  owner = misuse.load(m, 32, "owner"), kind = misuse.load(c.at(m, kindOffset(c)), 32, "kind");
  Term checks = c.tm.orOf(c.tm.eq(kind, c.num(recursive)), c.tm.eq(kind, c.num(errorCheck)));
  misuse.assume(c.tm.andOf(c.tm.ne(owner, c.self()), c.tm.notOf(checks)));
  misuse.assertThat(c.tm.falseTerm(), Property::LockMisuse, wrong).store(m, c.num(0));
  c.setResult(misuse, 0).to(to);
  c.goOn(to);
}

// kind: a term, or null for "what the attribute says".
void init(ModelCall& c, Term kind) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term m = c.arg(0);
  Action a = c.action(from);
  if (!kind) {
    kind = c.num(normal);
    if (!c.argIsNull(1)) // other attributes are in higher bits
      kind = c.tm.andOf(a.load(c.arg(1), 32, "kind"), c.num(3));
  }
  a.store(m, c.num(0))
      .store(c.at(m, 4), c.num(0))
      .store(c.at(m, kindOffset(c)), kind)
      .sync(SyncKind::Init, m)
      .to(to);
  c.goOn(to);
  c.returns(0ull);
}

void destroy(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term m = c.arg(0);
  Action a = c.action(from);
  Term owner = a.load(m, 32, "owner");
  a.assertThat(c.tm.orOf(c.tm.eq(owner, c.num(0)), c.tm.eq(owner, c.num(destroyed))), Property::LockMisuse,
               "a mutex is destroyed while it is held");
  a.store(m, c.num(destroyed)).sync(SyncKind::Destroy, m).to(to);
  c.goOn(to);
  c.returns(0ull);
}

void storeWord(ModelCall& c, Term (*value)(ModelCall&)) {
  ccfg::LocId from = c.here(), to = c.fresh();
  c.action(from).store(c.arg(0), value(c)).to(to);
  c.goOn(to);
  c.returns(0ull);
}

void initC11(ModelCall& c) {
  c.here();
  Term isRecursive = c.tm.ne(c.tm.andOf(c.arg(1, 32), c.num(1)), c.num(0));
  init(c, c.tm.ite(isRecursive, c.num(recursive), c.num(normal)));
}

} // namespace

void addMutexModels(ModelTable& t) {
  t["pthread_mutex_lock"] = [](ModelCall& c) { lock(c, posix, kindsMatter(c)); };
  t["pthread_mutex_trylock"] = [](ModelCall& c) { tryLock(c, posix.busy, kindsMatter(c)); };
  t["pthread_mutex_timedlock"] = [](ModelCall& c) { tryLock(c, posix.timedOut, kindsMatter(c)); };
  t["pthread_mutex_clocklock"] = t["pthread_mutex_timedlock"];
  t["pthread_mutex_unlock"] = [](ModelCall& c) { unlock(c, posix, kindsMatter(c)); };
  t["pthread_mutex_init"] = [](ModelCall& c) { init(c, {}); };
  t["pthread_mutex_destroy"] = destroy;
  t["pthread_mutexattr_init"] = [](ModelCall& c) {
    storeWord(c, [](ModelCall& k) { return k.num(normal); });
  };
  t["pthread_mutexattr_settype"] = [](ModelCall& c) {
    storeWord(c, [](ModelCall& k) { return k.arg(1, 32); });
  };
  t["mtx_lock"] = [](ModelCall& c) { lock(c, c11, kindsMatter(c)); };
  t["mtx_trylock"] = [](ModelCall& c) { tryLock(c, c11.busy, kindsMatter(c)); };
  t["mtx_timedlock"] = [](ModelCall& c) { tryLock(c, c11.timedOut, kindsMatter(c)); };
  t["mtx_unlock"] = [](ModelCall& c) { unlock(c, c11, kindsMatter(c)); };
  t["mtx_init"] = initC11;
  t["mtx_destroy"] = destroy;
  t["pthread_spin_lock"] = [](ModelCall& c) { lock(c, posix, false); };
  t["pthread_spin_trylock"] = [](ModelCall& c) { tryLock(c, posix.busy, false); };
  t["pthread_spin_unlock"] = [](ModelCall& c) { unlock(c, posix, false); };
  t["pthread_spin_init"] = [](ModelCall& c) { storeWord(c, [](ModelCall& k) { return k.num(0); }); };
  t["pthread_spin_destroy"] = destroy;
}

} // namespace heddle::llvm2ccfg
