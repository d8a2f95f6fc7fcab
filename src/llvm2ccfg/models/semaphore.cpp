// POSIX semaphores (the value is the first word) and the two halves of pthread_once (library/threads.c has
// the whole).

#include "llvm2ccfg/models/models.h"

namespace heddle::llvm2ccfg {

namespace {

using ccfg::SyncKind;

void drawWait(ModelCall& c, ccfg::LocId from, ccfg::LocId to) {
  Term s = c.arg(0);
  Action a = c.action(from);
  Term value = a.load(s, 32, "value");
  a.assume(c.tm.ne(value, c.num(0))).store(s, c.tm.sub(value, c.num(1))).sync(SyncKind::SemWait, s);
  c.setResult(a, 0).to(to);
}

void wait(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  c.cancellationPoint(from);
  drawWait(c, from, to);
  c.goOn(to);
  c.returns(0ull);
}

// Fails with -1 and errno when the value is 0.
void tryWait(ModelCall& c, uint64_t error) {
  ccfg::LocId from = c.here(), to = c.fresh();
  drawWait(c, from, to);
  Action a = c.action(from);
  a.assume(c.tm.eq(a.load(c.arg(0), 32, "value"), c.num(0)));
  if (const llvm::GlobalVariable* number = c.map.module.getNamedGlobal("__heddle_errno"))
    a.store(c.walker.tlsAddress(c.cursor, number), c.num(error));
  c.setResult(a, ~0ull).to(to);
  c.goOn(to);
}

void post(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term s = c.arg(0);
  Action a = c.action(from);
  Term value = a.load(s, 32, "value");
  a.store(s, c.tm.add(value, c.num(1))).sync(SyncKind::SemPost, s).to(to);
  c.goOn(to);
  c.returns(0ull);
}

void init(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  c.action(from).store(c.arg(0), c.arg(2, 32)).sync(SyncKind::Init, c.arg(0)).to(to);
  c.goOn(to);
  c.returns(0ull);
}

void getValue(ModelCall& c) {
  ccfg::LocId from = c.here(), read = c.fresh(), to = c.fresh();
  ccfg::RegId value = c.cursor.temp("value", 32);
  c.action(from).loadInto(value, c.arg(0)).to(read);
  c.action(read).add(ccfg::Store{c.arg(1), c.program.regTerm(value), 4, ccfg::MemOrder::Plain, false}).to(to);
  c.goOn(to);
  c.returns(0ull);
}

// 0: nobody ran it, 1: somebody runs it, 2: done.
void onceBegin(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term o = c.arg(0);
  Action first = c.action(from);
  first.assume(c.tm.eq(first.load(o, 32, "once"), c.num(0))).store(o, c.num(1)).sync(SyncKind::OnceBegin, o);
  c.setResult(first, 1).to(to);
  Action later = c.action(from);
  later.assume(c.tm.eq(later.load(o, 32, "once"), c.num(2))).sync(SyncKind::OnceBegin, o);
  c.setResult(later, 0).to(to);
  c.goOn(to);
}

void onceEnd(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  c.action(from).store(c.arg(0), c.num(2)).sync(SyncKind::OnceEnd, c.arg(0)).to(to);
  c.goOn(to);
}

} // namespace

void addSemaphoreModels(ModelTable& t) {
  t["sem_init"] = init;
  t["sem_wait"] = wait;
  t["sem_trywait"] = [](ModelCall& c) { tryWait(c, 11); };    // EAGAIN
  t["sem_timedwait"] = [](ModelCall& c) { tryWait(c, 110); }; // ETIMEDOUT
  t["sem_clockwait"] = t["sem_timedwait"];
  t["sem_post"] = post;
  t["sem_getvalue"] = getValue;
  t["sem_destroy"] = [](ModelCall& c) { c.returns(0ull); };
  t["__heddle_once_begin"] = onceBegin;
  t["__heddle_once_end"] = onceEnd;
}

} // namespace heddle::llvm2ccfg
