// Read-write locks. In memory: the writer's number at offset 0, the number of read locks at 4, the set of
// reading threads (a bit each) at 8, and at 16 who has more read locks than the set can say: the number of
// one thread (low half) and how many (high half). They are a second lock of a thread that reads already, and
// any of a thread beyond the 64th. If two threads have such at once nobody can tell who holds what: until all
// is unlocked again it is not checked who unlocks (`several`).
//
// Where a program asks for a preference of writers the kind lies where glibc has it, and at 20 is the number
// of writers that wait: they keep new readers out.

#include "llvm2ccfg/models/mutex.h"

namespace heddle::llvm2ccfg {

namespace {

using ccfg::Property;
using ccfg::SyncKind;

constexpr uint64_t preferWriters = 2; // PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP
constexpr uint64_t several = 0xffff, one = 0x10000;

bool kindsMatter(ModelCall& c) {
  return c.map.uses("pthread_rwlockattr_setkind_np") || isInitialisedSpecially(c.map, "pthread_rwlock");
}

Term kindAddress(ModelCall& c, Term l) { return c.at(l, c.program.pointerWidth() == 64 ? 48 : 24); }
unsigned kindBits(const ModelCall& c) { return c.program.pointerWidth() == 64 ? 32 : 8; }

struct Words {
  Term writer, readers;
};

Words loadWords(ModelCall& c, Action& a, Term l) {
  return {a.load(l, 32, "writer"), a.load(c.at(l, 4), 32, "readers")};
}

// Does one more read lock of this thread not fit the set?
Term isExtra(ModelCall& c, Term set) {
  return c.tm.orOf(c.tm.ult(c.num(64), c.self()), c.tm.ne(c.tm.andOf(set, c.selfBit()), c.num(0, 64)));
}

// Must readers let a waiting writer pass?
Term writersFirst(ModelCall& c, Action& a, Term l) {
  if (!kindsMatter(c)) return c.tm.falseTerm();
  Term kind = a.load(kindAddress(c, l), kindBits(c), "kind"), waiting = a.load(c.at(l, 20), 32, "writers");
  return c.tm.andOf(c.tm.eq(kind, c.num(preferWriters, kind.width())), c.tm.ne(waiting, c.num(0)));
}

void drawRead(ModelCall& c, ccfg::LocId from, ccfg::LocId to, Term l) {
  Action a = c.action(from);
  Words w = loadWords(c, a, l);
  a.assume(c.tm.eq(w.writer, c.num(0))).assume(c.tm.notOf(writersFirst(c, a, l)));
  Term set = a.load(c.at(l, 8), 64, "reading"), extra = a.load(c.at(l, 16), 32, "nested");
  Term who = c.tm.andOf(extra, c.num(several)), nobody = c.tm.eq(who, c.num(0));
  Term mine = c.tm.add(c.tm.orOf(extra, c.self()), c.num(one));
  Term more = c.tm.ite(c.tm.orOf(nobody, c.tm.eq(who, c.self())), mine, c.num(several));
  a.store(c.at(l, 4), c.tm.add(w.readers, c.num(1))).store(c.at(l, 8), c.tm.orOf(set, c.selfBit()));
  a.store(c.at(l, 16), c.tm.ite(isExtra(c, set), more, extra)).sync(SyncKind::AcquireShared, l);
  c.setResult(a, 0).to(to);
}

void drawWrite(ModelCall& c, ccfg::LocId from, ccfg::LocId to, Term l, bool waited) {
  Action a = c.action(from);
  Words w = loadWords(c, a, l);
  a.assume(c.tm.andOf(c.tm.eq(w.writer, c.num(0)), c.tm.eq(w.readers, c.num(0)))).store(l, c.self());
  if (waited) a.store(c.at(l, 20), c.tm.sub(a.load(c.at(l, 20), 32, "writers"), c.num(1)));
  a.sync(SyncKind::Acquire, l);
  c.setResult(a, 0).to(to);
}

Term unavailable(ModelCall& c, Action& a, Term l, bool write) {
  Words w = loadWords(c, a, l);
  Term written = c.tm.ne(w.writer, c.num(0));
  return c.tm.orOf(written, write ? c.tm.ne(w.readers, c.num(0)) : writersFirst(c, a, l));
}

// A writer that can't have the lock is seen to wait: the place where it does.
ccfg::LocId drawQueue(ModelCall& c, ccfg::LocId from, Term l) {
  ccfg::LocId waiting = c.fresh();
  Action a = c.action(from);
  Term held = unavailable(c, a, l, true), writer = a.load(l, 32, "writer");
  a.assume(
      c.tm.andOf(held, c.tm.notOf(c.tm.orOf(c.tm.eq(writer, c.self()), c.tm.eq(writer, c.num(destroyed))))));
  a.store(c.at(l, 20), c.tm.add(a.load(c.at(l, 20), 32, "writers"), c.num(1))).to(waiting);
  return waiting;
}

// The writer asks for the lock again: told so if it looks, and else waits for ever, so that who goes on after
// an unchecked call has the lock.
void drawRefused(ModelCall& c, ccfg::LocId from, ccfg::LocId to, Term l) {
  Action a = c.action(from);
  a.assume(c.tm.eq(a.load(l, 32, "writer"), c.self()));
  a.assertThat(c.tm.falseTerm(), Property::LockMisuse,
               "a thread locks a read-write lock that it holds for writing");
  c.setResult(a, edeadlk).to(c.resultRegister() != ccfg::none ? to : c.stuck());
}

constexpr const char* useOfDestroyedRwlock = "a destroyed read-write lock is locked";

void lock(ModelCall& c, bool write) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term l = c.pointer(0);
  write ? drawWrite(c, from, to, l, false) : drawRead(c, from, to, l);
  if (write && kindsMatter(c)) drawWrite(c, drawQueue(c, from, l), to, l, true);
  drawRefused(c, from, to, l);
  Action misuse = c.action(from);
  misuse.assume(c.tm.eq(misuse.load(l, 32, "writer"), c.num(destroyed)));
  misuse.assertThat(c.tm.falseTerm(), Property::LockMisuse, useOfDestroyedRwlock).to(c.stuck());
  c.goOn(to);
}

void drawBusy(ModelCall& c, ccfg::LocId from, ccfg::LocId to, bool write, bool timed) {
  Term l = c.pointer(0);
  Action busy = c.action(from);
  busy.assume(unavailable(c, busy, l, write));
  Term writer = busy.load(l, 32, "writer");
  if (timed) busy.assume(c.tm.ne(writer, c.self()));
  busy.assertThat(c.tm.ne(writer, c.num(destroyed)), Property::LockMisuse, useOfDestroyedRwlock);
  c.setResult(busy, timed ? etimedout : ebusy).to(to);
}

void tryLock(ModelCall& c, bool write, bool timed) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term l = c.pointer(0);
  write ? drawWrite(c, from, to, l, false) : drawRead(c, from, to, l);
  drawBusy(c, from, to, write, timed);
  if (timed) drawRefused(c, from, to, l);
  if (timed && write && kindsMatter(c)) {
    ccfg::LocId waiting = drawQueue(c, from, l);
    drawWrite(c, waiting, to, l, true);
    Action late = c.action(waiting);
    late.assume(unavailable(c, late, l, true));
    late.store(c.at(l, 20), c.tm.sub(late.load(c.at(l, 20), 32, "writers"), c.num(1)));
    c.setResult(late, etimedout).to(to);
  }
  c.goOn(to);
}

void drawReaderGoes(ModelCall& c, ccfg::LocId from, ccfg::LocId to, Term l) {
  Action a = c.action(from);
  Words w = loadWords(c, a, l);
  a.assume(c.tm.ne(w.writer, c.self()));
  Term set = a.load(c.at(l, 8), 64, "reading"), extra = a.load(c.at(l, 16), 32, "nested");
  Term who = c.tm.andOf(extra, c.num(several)), mine = c.tm.eq(who, c.self());
  Term unclear = c.tm.eq(who, c.num(several));
  Term holds = c.tm.orOf(c.tm.orOf(mine, unclear), c.tm.ne(c.tm.andOf(set, c.selfBit()), c.num(0, 64)));
  a.assertThat(c.tm.andOf(c.tm.ne(w.readers, c.num(0)), holds), Property::LockMisuse,
               "a thread unlocks a read-write lock that it does not hold");
  Term fewer = c.tm.ite(c.tm.eq(w.readers, c.num(0)), c.num(0), c.tm.sub(w.readers, c.num(1)));
  Term free = c.tm.eq(fewer, c.num(0));
  Term without = c.tm.andOf(set, c.tm.notOf(c.selfBit()));
  Term less = c.tm.ite(c.tm.ult(extra, c.num(2 * one)), c.num(0), c.tm.sub(extra, c.num(one)));
  a.store(c.at(l, 4), fewer);
  a.store(c.at(l, 8), c.tm.ite(free, c.num(0, 64), c.tm.ite(c.tm.orOf(mine, unclear), set, without)));
  a.store(c.at(l, 16), c.tm.ite(free, c.num(0), c.tm.ite(mine, less, extra)));
  a.sync(SyncKind::ReleaseShared, l).to(to);
}

void unlock(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term l = c.pointer(0);
  Action writer = c.action(from);
  writer.assume(c.tm.eq(loadWords(c, writer, l).writer, c.self()))
      .store(l, c.num(0))
      .sync(SyncKind::Release, l)
      .to(to);
  drawReaderGoes(c, from, to, l);
  c.goOn(to);
  c.returns(0ull);
}

void drawRwlockInit(ModelCall& c, Action a, ccfg::LocId to, Term kind) {
  Term l = c.pointer(0);
  a.store(l, c.num(0))
      .store(c.at(l, 4), c.num(0))
      .store(c.at(l, 8), c.num(0, 64))
      .store(c.at(l, 16), c.num(0));
  if (kind) a.store(c.at(l, 20), c.num(0)).store(kindAddress(c, l), c.tm.resize(kind, kindBits(c)));
  a.sync(SyncKind::Init, l).to(to);
}

void initRwlock(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  const bool asks = kindsMatter(c);
  Term attribute = asks && !c.argIsNull(1) ? c.pointer(1) : c.num(0, c.program.pointerWidth());
  Term none = c.tm.eq(attribute, c.num(0, attribute.width()));
  if (!none.isFalse()) {
    Action plain = c.action(from);
    plain.assume(none);
    drawRwlockInit(c, std::move(plain), to, asks ? c.num(0) : Term());
  }
  if (!none.isTrue()) {
    Action a = c.action(from);
    a.assume(c.tm.notOf(none));
    Term kind = a.load(attribute, 32, "kind");
    drawRwlockInit(c, std::move(a), to, kind);
  }
  c.goOn(to);
  c.returns(0ull);
}

void destroy(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term l = c.pointer(0);
  Action a = c.action(from);
  Words w = loadWords(c, a, l);
  Term free = c.tm.andOf(c.tm.eq(w.writer, c.num(0)), c.tm.eq(w.readers, c.num(0)));
  a.assertThat(free, Property::LockMisuse, "a read-write lock is destroyed while it is held");
  a.store(l, c.num(destroyed)).sync(SyncKind::Destroy, l).to(to);
  c.goOn(to);
  c.returns(0ull);
}

} // namespace

void addRwlockModels(ModelTable& t) {
  t["pthread_rwlock_rdlock"] = [](ModelCall& c) { lock(c, false); };
  t["pthread_rwlock_wrlock"] = [](ModelCall& c) { lock(c, true); };
  t["pthread_rwlock_tryrdlock"] = [](ModelCall& c) { tryLock(c, false, false); };
  t["pthread_rwlock_trywrlock"] = [](ModelCall& c) { tryLock(c, true, false); };
  t["pthread_rwlock_timedrdlock"] = [](ModelCall& c) { tryLock(c, false, true); };
  t["pthread_rwlock_timedwrlock"] = [](ModelCall& c) { tryLock(c, true, true); };
  t["pthread_rwlock_clockrdlock"] = t["pthread_rwlock_timedrdlock"];
  t["pthread_rwlock_clockwrlock"] = t["pthread_rwlock_timedwrlock"];
  t["pthread_rwlock_unlock"] = unlock;
  t["pthread_rwlock_init"] = initRwlock;
  t["pthread_rwlock_destroy"] = destroy;
}

} // namespace heddle::llvm2ccfg
