// POSIX semaphores (the value is the first word) and the two halves of pthread_once (library/threads.c has
// the whole).

#include "llvm2ccfg/models/models.h"

#include <llvm/IR/Constants.h>

namespace heddle::llvm2ccfg {

namespace {

using ccfg::SyncKind;

constexpr uint64_t greatest = 0x7fffffff; // SEM_VALUE_MAX

void drawWait(ModelCall& c, ccfg::LocId from, ccfg::LocId to) {
  Term s = c.pointer(0);
  Action a = c.action(from);
  Term value = a.load(s, 32, "value");
  a.assume(c.tm.ne(value, c.num(0))).store(s, c.tm.sub(value, c.num(1))).sync(SyncKind::SemWait, s);
  c.setResult(a, 0).to(to);
}

// -1, and the error's number in errno.
void drawFailure(ModelCall& c, Action a, ccfg::LocId to, uint64_t error) {
  if (const llvm::GlobalVariable* number = c.map.module.getNamedGlobal("__heddle_errno"))
    a.store(c.walker.tlsAddress(c.cursor, number), c.num(error));
  c.setResult(a, ~0ull).to(to);
}

void wait(ModelCall& c) {
  ccfg::LocId start = c.here(), from = c.cancelledAtOnce(start), to = c.fresh();
  c.cancelledWhileWaiting(from);
  drawWait(c, from, to);
  c.goOn(to);
  c.returns(0ull);
}

// Fails when the value is 0. A thread that was asked to end need not notice if it has not to wait.
void tryWait(ModelCall& c, uint64_t error, bool waits) {
  ccfg::LocId from = c.here(), to = c.fresh();
  if (waits) c.cancelledWhileWaiting(from);
  drawWait(c, from, to);
  Action a = c.action(from);
  a.assume(c.tm.eq(a.load(c.pointer(0), 32, "value"), c.num(0)));
  drawFailure(c, std::move(a), to, error);
  c.goOn(to);
}

// May a semaphore begin with so much that it is soon full? Others are full after very many posts.
bool startsHigh(ModelCall& c) {
  return c.map.remember("semaphore starts high", [&] {
    const llvm::Function* f = c.map.module.getFunction("sem_init");
    if (f == nullptr) return false;
    for (const llvm::User* u : f->users()) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(u);
      if (call == nullptr || call->arg_size() < 3) return true;
      const auto* value = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(2));
      if (value == nullptr || value->getZExtValue() > greatest / 2) return true;
    }
    return false;
  });
}

void post(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term s = c.pointer(0);
  const bool looks = c.resultRegister() != ccfg::none || startsHigh(c);
  Action a = c.action(from);
  Term value = a.load(s, 32, "value");
  if (looks) a.assume(c.tm.ne(value, c.num(greatest)));
  a.store(s, c.tm.add(value, c.num(1))).sync(SyncKind::SemPost, s);
  c.setResult(a, 0).to(to);
  if (looks) {
    Action full = c.action(from);
    full.assume(c.tm.eq(full.load(s, 32, "value"), c.num(greatest)));
    drawFailure(c, std::move(full), to, eoverflow);
  }
  c.goOn(to);
}

void initSemaphore(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term s = c.pointer(0), value = c.arg(2, 32), possible = c.tm.ule(value, c.num(greatest));
  if (!possible.isFalse()) {
    Action a = c.action(from);
    a.assume(possible).store(s, value).sync(SyncKind::Init, s);
    if (!possible.isTrue()) c.setResult(a, 0);
    a.to(to);
  }
  if (!possible.isTrue()) {
    Action refused = c.action(from);
    refused.assume(c.tm.notOf(possible));
    drawFailure(c, std::move(refused), to, einval);
  }
  c.goOn(to);
  if (possible.isTrue()) c.returns(0ull);
}

void getValue(ModelCall& c) {
  ccfg::LocId from = c.here(), read = c.fresh(), to = c.fresh();
  ccfg::RegId value = c.cursor.temp("value", 32);
  c.action(from).loadInto(value, c.pointer(0)).to(read);
  c.action(read)
      .add(ccfg::Store{c.pointer(1), c.program.regTerm(value), 4, ccfg::MemOrder::Plain, false})
      .to(to);
  c.goOn(to);
  c.returns(0ull);
}

// 0: nobody ran it, 1: somebody runs it, 2: done.
void onceBegin(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term o = c.pointer(0);
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
  c.action(from).store(c.pointer(0), c.num(2)).sync(SyncKind::OnceEnd, c.pointer(0)).to(to);
  c.goOn(to);
}

} // namespace

void addSemaphoreModels(ModelTable& t) {
  t["sem_init"] = initSemaphore;
  t["sem_wait"] = wait;
  t["sem_trywait"] = [](ModelCall& c) { tryWait(c, eagain, false); };
  t["sem_timedwait"] = [](ModelCall& c) { tryWait(c, etimedout, true); };
  t["sem_clockwait"] = t["sem_timedwait"];
  t["sem_post"] = post;
  t["sem_getvalue"] = getValue;
  t["sem_destroy"] = [](ModelCall& c) { c.returns(0ull); };
  t["__heddle_once_begin"] = onceBegin;
  t["__heddle_once_end"] = onceEnd;
}

} // namespace heddle::llvm2ccfg
