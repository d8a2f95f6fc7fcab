// The thread library in a concurrent trace program: what each recorded call did, as guarded assignments
// (Wang et al. 2010, section 2). Calls that failed change nothing.
#include "llvm2ccfg/rewalk/model.h"

#include <fmt/format.h>

namespace heddle::llvm2ccfg {

using ccfg::Edge;
using trace::Event;
using trace::SiteKind;

namespace {

constexpr uint64_t objectBytes = 16; // four words

const char* callName(SiteKind k) {
  switch (k) {
  case SiteKind::Lock:
    return "pthread_mutex_lock";
  case SiteKind::TryLock:
    return "pthread_mutex_trylock";
  case SiteKind::Unlock:
    return "pthread_mutex_unlock";
  case SiteKind::ReadLock:
    return "pthread_rwlock_rdlock";
  case SiteKind::TryReadLock:
    return "pthread_rwlock_tryrdlock";
  case SiteKind::WaitRelease:
    return "pthread_cond_wait: unlocks ";
  case SiteKind::WaitBegin:
    return "pthread_cond_wait";
  case SiteKind::WaitAcquire:
    return "pthread_cond_wait: locks ";
  case SiteKind::WaitEnd:
    return "pthread_cond_wait: returns ";
  case SiteKind::Signal:
    return "pthread_cond_signal";
  case SiteKind::Broadcast:
    return "pthread_cond_broadcast";
  case SiteKind::SemWait:
    return "sem_wait";
  case SiteKind::SemTryWait:
    return "sem_trywait";
  case SiteKind::SemPost:
    return "sem_post";
  case SiteKind::SemOpen:
    return "sem_open";
  case SiteKind::BarrierArrive:
    return "pthread_barrier_wait";
  case SiteKind::BarrierLeave:
    return "pthread_barrier_wait: leaves ";
  case SiteKind::OnceBegin:
    return "pthread_once";
  case SiteKind::OnceEnd:
    return "pthread_once: returns ";
  case SiteKind::Destroy:
    return "pthread_mutex_destroy";
  default:
    return "";
  }
}

} // namespace

Term TraceModel::syncObject(uint64_t address, const std::string& name, uint64_t bytes) {
  auto [found, added] = syncObjects_.try_emplace(address, 0);
  if (added) {
    ccfg::Object o;
    o.name = fmt::format("{}@{:x}", name.empty() ? "sync" : name, address);
    o.size = bytes;
    found->second = program_.addObject(std::move(o));
  }
  return program_.addressOf(found->second);
}

Term TraceModel::cell(const Event& e, unsigned index) {
  return terms().add(syncObject(e.address, trace_.site(e).name, objectBytes), constant(4 * index, 64));
}

Term TraceModel::loadInto(Edge& e, Term address, const char* name) {
  const ccfg::RegId r = fresh(name, 32);
  e.ops.push_back(ccfg::Load{r, address, 4, ccfg::MemOrder::SeqCst});
  return program_.regTerm(r);
}

void TraceModel::storeInto(Edge& e, Term address, Term value) {
  e.ops.push_back(ccfg::Store{address, value, 4, ccfg::MemOrder::SeqCst});
}

void TraceModel::syncEdge(uint32_t i, Edge e) {
  const trace::Site& site = trace_.site(event(i));
  e.pos = edgeFor(i).pos;
  e.atomicGroup = true;
  e.primitive = e.library = true;
  e.text = fmt::format("{}(&{})", callName(site.kind), site.name);
  const ccfg::EdgeId id = draw(std::move(e));
  out_.events[id] = {thread_, i};
  out_.edges[{thread_, i}] = id;
}

// Words of a lock: who holds it for writing, and how many for reading.
void TraceModel::acquire(uint32_t i, bool writing) {
  const Event& x = event(i);
  Edge e;
  const Term owner = loadInto(e, cell(x, 0), "owner");
  e.ops.push_back(ccfg::Assume{terms().eq(owner, constant(0, 32))});
  if (writing) {
    if (readLocks_.contains(x.address))
      e.ops.push_back(ccfg::Assume{terms().eq(loadInto(e, cell(x, 1), "readers"), constant(0, 32))});
    storeInto(e, cell(x, 0), program_.regTerm(program_.threads[id_].self));
    e.sync = ccfg::Sync{ccfg::SyncKind::Acquire, cell(x, 0), {}, false};
  } else {
    storeInto(e, cell(x, 1), terms().add(loadInto(e, cell(x, 1), "readers"), constant(1, 32)));
    e.sync = ccfg::Sync{ccfg::SyncKind::AcquireShared, cell(x, 0), {}, false};
  }
  syncEdge(i, std::move(e));
}

void TraceModel::release(uint32_t i, bool writing) {
  const Event& x = event(i);
  Edge e;
  if (!writing) {
    storeInto(e, cell(x, 1), terms().sub(loadInto(e, cell(x, 1), "readers"), constant(1, 32)));
    e.sync = ccfg::Sync{ccfg::SyncKind::ReleaseShared, cell(x, 0), {}, false};
  } else {
    storeInto(e, cell(x, 0), constant(0, 32));
    e.sync = ccfg::Sync{ccfg::SyncKind::Release, cell(x, 0), {}, false};
  }
  syncEdge(i, std::move(e));
}

// An unlock of what the thread does not hold, or a lock that failed since it holds it: changes nothing, but
// it may be asked whether the thread comes there.
void TraceModel::misuse(uint32_t i) {
  Edge e;
  e.sync = ccfg::Sync{ccfg::SyncKind::Destroy, cell(event(i), 0), {}, false}; // which changes nothing, either
  syncEdge(i, std::move(e));
}

void TraceModel::semaphore(uint32_t i, bool post) {
  const Event& x = event(i);
  Edge e;
  const Term count = loadInto(e, cell(x, 0), "count");
  if (!post) e.ops.push_back(ccfg::Assume{terms().ult(constant(0, 32), count)});
  storeInto(e, cell(x, 0), post ? terms().add(count, constant(1, 32)) : terms().sub(count, constant(1, 32)));
  e.sync = ccfg::Sync{post ? ccfg::SyncKind::SemPost : ccfg::SyncKind::SemWait, cell(x, 0), {}, false};
  syncEdge(i, std::move(e));
}

// Words of a condition variable: how many wait, and how many of them were signalled. A signal that nobody
// waits for is lost; a wait returns when one is there: spurious wake-ups are not in the model, as they are
// not in Wang et al. 2010.
void TraceModel::waitCondition(uint32_t i) {
  const Event& x = event(i);
  const SiteKind kind = trace_.site(x).kind;
  Edge e;
  const Term waiting = loadInto(e, cell(x, 0), "waiting"), woken = loadInto(e, cell(x, 1), "woken");
  const Term one = constant(1, 32);
  if (kind == SiteKind::WaitBegin) {
    storeInto(e, cell(x, 0), terms().add(waiting, one));
  } else if (kind == SiteKind::Signal) {
    storeInto(e, cell(x, 1), terms().ite(terms().ult(woken, waiting), terms().add(woken, one), woken));
  } else if (kind == SiteKind::Broadcast) {
    storeInto(e, cell(x, 1), waiting);
  } else if (x.value == 0) {
    e.ops.push_back(ccfg::Assume{terms().ult(constant(0, 32), woken)});
    storeInto(e, cell(x, 0), terms().sub(waiting, one));
    storeInto(e, cell(x, 1), terms().sub(woken, one));
  } else { // timed out
    storeInto(e, cell(x, 0), terms().sub(waiting, one));
    storeInto(e, cell(x, 1), terms().ite(terms().ult(woken, waiting), woken, terms().sub(woken, one)));
  }
  syncEdge(i, std::move(e));
}

// The nth arrival belongs to round n / size; who leaves waits until all of its round have arrived.
void TraceModel::barrier(uint32_t i, bool arrives) {
  const Event& x = event(i);
  Edge e;
  const Term arrived = loadInto(e, cell(x, 0), "arrived");
  if (arrives) {
    storeInto(e, cell(x, 0), terms().add(arrived, constant(1, 32)));
  } else {
    uint64_t nth = 0; // of the thread's last arrival
    for (const auto& [who, n] : arrivals_[x.address])
      if (who >> 32 == thread_ && (who & UINT32_MAX) < i) nth = n;
    const uint64_t size = std::max<uint64_t>(1, barrierSizes_[x.address]);
    const uint64_t needed = (nth + size - 1) / size * size;
    e.ops.push_back(ccfg::Assume{terms().ule(constant(needed, 32), arrived)});
  }
  e.sync = ccfg::Sync{
      arrives ? ccfg::SyncKind::BarrierArrive : ccfg::SyncKind::BarrierLeave, cell(x, 0), {}, false};
  syncEdge(i, std::move(e));
}

// The thread that came first, in the recorded order, ran the routine; the others wait for its end.
void TraceModel::once(uint32_t i) {
  const Event& x = event(i);
  Edge e;
  if (firstOnce_[x.address] == thread_)
    storeInto(e, cell(x, 0), constant(1, 32));
  else
    e.ops.push_back(ccfg::Assume{terms().eq(loadInto(e, cell(x, 0), "done"), constant(1, 32))});
  syncEdge(i, std::move(e));
}

void TraceModel::semaphoreStarts(uint32_t i, uint64_t value) {
  if (isBefore(i)) {
    states_[event(i).address][0] += static_cast<uint32_t>(value);
    return;
  }
  Edge e;
  storeInto(e, cell(event(i), 0), constant(value, 32));
  syncEdge(i, std::move(e));
}

// Who opens it first, in the recorded order, tells what it counts.
void TraceModel::semaphoreOpens(uint32_t i) {
  if (opened_.at(event(i).address) == std::pair(thread_, i)) semaphoreStarts(i, event(i).value);
}

// A block that is a critical section begins behind the lock's acquisition, and ends before its release.
void TraceModel::sync(uint32_t i) {
  const SiteKind kind = trace_.site(event(i)).kind;
  if (kind == SiteKind::Unlock) mark(i);
  drawSync(i);
  if (kind == SiteKind::Lock || kind == SiteKind::TryLock) mark(i);
}

void TraceModel::drawSync(uint32_t i) {
  if (isBefore(i)) return; // see learnState
  const Event& x = event(i);
  const SiteKind kind = trace_.site(x).kind;
  const bool held = held_.holds(x.address);
  const trace::LockEvent what = held_.follow(trace_, x);
  if (what.acquires()) return acquire(i, !what.shared);
  if (what.releases()) return release(i, !what.shared);
  switch (kind) {
  case SiteKind::Lock:
    if (x.value != 0 && held) misuse(i);
    return;
  case SiteKind::TryLock: {
    if (x.value == 0 || held) return;
    Edge e; // somebody has it
    e.ops.push_back(ccfg::Assume{terms().ne(loadInto(e, cell(x, 0), "owner"), constant(0, 32))});
    return syncEdge(i, std::move(e));
  }
  case SiteKind::Unlock:
  case SiteKind::WaitRelease:
    if (!held) misuse(i);
    return;
  case SiteKind::WaitBegin:
  case SiteKind::WaitEnd:
  case SiteKind::Signal:
  case SiteKind::Broadcast:
    return waitCondition(i);
  case SiteKind::SemWait:
    return semaphore(i, false);
  case SiteKind::SemTryWait:
    if (x.value == 0) semaphore(i, false);
    return;
  case SiteKind::SemPost:
    return semaphore(i, true);
  case SiteKind::BarrierArrive:
    return barrier(i, true);
  case SiteKind::BarrierLeave:
    return barrier(i, false);
  case SiteKind::OnceEnd:
    return once(i);
  case SiteKind::Destroy: {
    if (!locks_.contains(x.address)) return;
    Edge e; // changes nothing, but it may be asked who holds the lock then
    e.sync = ccfg::Sync{ccfg::SyncKind::Destroy, cell(x, 0), {}, false};
    return syncEdge(i, std::move(e));
  }
  default:
    return; // init, free, and the begin of once change nothing that the model has
  }
}

void TraceModel::create(uint32_t i) {
  const auto number = static_cast<uint32_t>(event(i).value);
  const auto child = threads_.find(number);
  if (child == threads_.end() || isBefore(i)) return;
  const ccfg::RegId handle = fresh("thread", 32);
  handles_[number] = handle;
  creators_[number] = thread_;
  Edge e = edgeFor(i);
  e.atomicGroup = true;
  e.primitive = e.library = true;
  e.text = fmt::format("pthread_create(..., {}, ...)", trace_.site(event(i)).name);
  e.ops.push_back(ccfg::Fork{child->second, {}, handle});
  if (joinedElsewhere_.contains(number)) // numbers of threads are addresses of nothing
    storeInto(e, syncObject(number, "thread", 4), program_.regTerm(handle));
  out_.events[draw(std::move(e))] = {thread_, i};
}

void TraceModel::join(uint32_t i) {
  const auto number = static_cast<uint32_t>(event(i).value);
  const auto creator = creators_.find(number);
  if (creator == creators_.end() || isBefore(i)) return;
  Edge e = edgeFor(i);
  e.atomicGroup = true;
  e.primitive = e.library = true;
  e.text = "pthread_join(...)";
  const Term handle = creator->second == thread_ ? program_.regTerm(handles_[number])
                                                 : loadInto(e, syncObject(number, "thread", 4), "thread");
  e.ops.push_back(ccfg::Join{handle});
  out_.events[draw(std::move(e))] = {thread_, i};
}

} // namespace heddle::llvm2ccfg
