// Read-write locks. In memory: the writer's number at offset 0, the number of read locks at 4, the set of
// reading threads (a bit each) at 8, and at 16 whether some thread ever held two read locks: then the set
// can't tell who holds one, and the check of the unlocking thread is left out.

#include "llvm2ccfg/models/models.h"

namespace heddle::llvm2ccfg {

namespace {

using ccfg::Property;
using ccfg::SyncKind;

constexpr uint64_t destroyed = 0xffffffff;
constexpr uint64_t ebusy = 16, etimedout = 110;

struct Words {
  Term writer, readers;
};

Words loadWords(ModelCall& c, Action& a, Term l) {
  return {a.load(l, 32, "writer"), a.load(c.at(l, 4), 32, "readers")};
}

void drawRead(ModelCall& c, ccfg::LocId from, ccfg::LocId to, Term l) {
  Action a = c.action(from);
  Words w = loadWords(c, a, l);
  a.assume(c.tm.eq(w.writer, c.num(0)));
  Term set = a.load(c.at(l, 8), 64, "reading"), twice = a.load(c.at(l, 16), 32, "nested");
  Term again = c.tm.ne(c.tm.andOf(set, c.selfBit()), c.num(0, 64));
  a.store(c.at(l, 4), c.tm.add(w.readers, c.num(1))).store(c.at(l, 8), c.tm.orOf(set, c.selfBit()));
  a.store(c.at(l, 16), c.tm.ite(again, c.num(1), twice)).sync(SyncKind::AcquireShared, l);
  c.setResult(a, 0).to(to);
}

void drawWrite(ModelCall& c, ccfg::LocId from, ccfg::LocId to, Term l) {
  Action a = c.action(from);
  Words w = loadWords(c, a, l);
  a.assume(c.tm.andOf(c.tm.eq(w.writer, c.num(0)), c.tm.eq(w.readers, c.num(0))))
      .store(l, c.self())
      .sync(SyncKind::Acquire, l);
  c.setResult(a, 0).to(to);
}

Term unavailable(ModelCall& c, Action& a, Term l, bool write) {
  Words w = loadWords(c, a, l);
  Term written = c.tm.ne(w.writer, c.num(0));
  return write ? c.tm.orOf(written, c.tm.ne(w.readers, c.num(0))) : written;
}

void lock(ModelCall& c, bool write) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term l = c.arg(0);
  write ? drawWrite(c, from, to, l) : drawRead(c, from, to, l);
  Action misuse = c.action(from);
  Term writer = misuse.load(l, 32, "writer");
  Term mine = c.tm.eq(writer, c.self()), gone = c.tm.eq(writer, c.num(destroyed));
  misuse.assume(c.tm.orOf(mine, gone));
  misuse.assertThat(c.tm.notOf(mine), Property::LockMisuse,
                    "a thread locks a read-write lock that it holds for writing");
  misuse.assertThat(c.tm.notOf(gone), Property::LockMisuse, "a destroyed read-write lock is locked")
      .to(c.stuck());
  c.goOn(to);
  c.returns(0ull);
}

void tryLock(ModelCall& c, bool write, uint64_t failure) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term l = c.arg(0);
  write ? drawWrite(c, from, to, l) : drawRead(c, from, to, l);
  Action busy = c.action(from);
  busy.assume(unavailable(c, busy, l, write));
  c.setResult(busy, failure).to(to);
  c.goOn(to);
}

void unlock(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term l = c.arg(0);
  Action writer = c.action(from);
  writer.assume(c.tm.eq(loadWords(c, writer, l).writer, c.self()))
      .store(l, c.num(0))
      .sync(SyncKind::Release, l)
      .to(to);
  Action reader = c.action(from);
  Words w = loadWords(c, reader, l);
  reader.assume(c.tm.ne(w.writer, c.self()));
  Term set = reader.load(c.at(l, 8), 64, "reading"), nested = reader.load(c.at(l, 16), 32, "nested");
  Term holds = c.tm.ne(c.tm.andOf(set, c.selfBit()), c.num(0, 64));
  Term fine = c.tm.andOf(c.tm.ne(w.readers, c.num(0)), c.tm.orOf(holds, c.tm.ne(nested, c.num(0))));
  reader.assertThat(fine, Property::LockMisuse, "a thread unlocks a read-write lock that it does not hold");
  Term fewer = c.tm.ite(c.tm.eq(w.readers, c.num(0)), c.num(0), c.tm.sub(w.readers, c.num(1)));
  Term without = c.tm.andOf(set, c.tm.notOf(c.selfBit()));
  Term free = c.tm.eq(fewer, c.num(0));
  reader.store(c.at(l, 4), fewer);
  reader.store(c.at(l, 8), c.tm.ite(free, c.num(0, 64), c.tm.ite(c.tm.ne(nested, c.num(0)), set, without)));
  reader.store(c.at(l, 16), c.tm.ite(free, c.num(0), nested)).sync(SyncKind::ReleaseShared, l).to(to);
  c.goOn(to);
  c.returns(0ull);
}

void init(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term l = c.arg(0);
  c.action(from)
      .store(l, c.num(0))
      .store(c.at(l, 4), c.num(0))
      .store(c.at(l, 8), c.num(0, 64))
      .store(c.at(l, 16), c.num(0))
      .sync(SyncKind::Init, l)
      .to(to);
  c.goOn(to);
  c.returns(0ull);
}

void destroy(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term l = c.arg(0);
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
  t["pthread_rwlock_tryrdlock"] = [](ModelCall& c) { tryLock(c, false, ebusy); };
  t["pthread_rwlock_trywrlock"] = [](ModelCall& c) { tryLock(c, true, ebusy); };
  t["pthread_rwlock_timedrdlock"] = [](ModelCall& c) { tryLock(c, false, etimedout); };
  t["pthread_rwlock_timedwrlock"] = [](ModelCall& c) { tryLock(c, true, etimedout); };
  t["pthread_rwlock_unlock"] = unlock;
  t["pthread_rwlock_init"] = init;
  t["pthread_rwlock_destroy"] = destroy;
}

} // namespace heddle::llvm2ccfg
