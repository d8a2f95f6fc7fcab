// See locks.h.
#include "report/locks.h"

#include "ccfg/lockstep.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::report {

using ccfg::SyncKind;

uint64_t Locks::addressOf(const interp::StateView& state, uint32_t thread, ccfg::Term t) const {
  return t ? machine_.evaluate(state, thread, t).value_or(0) : 0;
}

void Locks::follow(const interp::StateView& state, uint32_t thread, const ccfg::Edge& edge) {
  const ccfg::LockStep step = ccfg::lockStepOf(edge);
  if (step.reentrant || !(step.acquires() || step.releases())) return;
  const uint64_t lock = addressOf(state, thread, step.lock);
  if (step.acquires() && lock != 0)
    holds_.push_back({lock, thread, names_.thing(state, lock),
                      machine_.code().program().userPlace(edge.pos, edge.stack).first});
  else
    std::erase_if(holds_, [&](const Hold& h) { return h.lock == lock && h.thread == thread; });
}

// A signal that wakes somebody chooses whom: the only choice of its step, counted from 0.
std::string Locks::signalPhrase(const std::string& name, const ccfg::ScheduleStep& step) const {
  if (step.values.empty()) return fmt::format("signals {}: nobody waits", name);
  return fmt::format("signals {}: wakes {}", name, names_.thread(static_cast<uint32_t>(step.values[0]) + 1));
}

std::string Locks::take(const interp::StateView& state, const ccfg::ScheduleStep& step) {
  const ccfg::Edge& edge = machine_.code().program().edges[step.edge];
  const uint32_t thread = step.thread;
  if (!edge.sync) return "";
  const ccfg::Sync& sync = *edge.sync;
  const std::string name = names_.thing(state, addressOf(state, thread, sync.object));
  const uint64_t mutex = addressOf(state, thread, sync.object2);
  const std::string mutexName = mutex == 0 ? "" : names_.thing(state, mutex);
  const char* const still = sync.reentrant ? ", which stays locked" : "";
  follow(state, thread, edge);
  switch (sync.kind) {
  case SyncKind::Acquire:
    return fmt::format("locks {}{}", name, sync.reentrant ? " once more" : "");
  case SyncKind::AcquireShared:
    return fmt::format("locks {} for reading", name);
  case SyncKind::Release:
  case SyncKind::ReleaseShared:
    return fmt::format("unlocks {}{}", name, still);
  case SyncKind::WaitBegin:
    return fmt::format("unlocks {}{}{} and waits on {}", mutexName, still, sync.reentrant ? "," : "", name);
  case SyncKind::WaitEnd:
    return mutex == 0 ? "wakes up" : fmt::format("wakes up and locks {}", mutexName);
  case SyncKind::Signal:
    return signalPhrase(name, step);
  case SyncKind::Broadcast:
    return fmt::format("wakes all threads that wait on {}", name);
  case SyncKind::SemWait:
    return "takes " + name;
  case SyncKind::SemPost:
    return "posts " + name;
  case SyncKind::BarrierArrive:
    return "arrives at " + name;
  case SyncKind::BarrierLeave:
    return "leaves " + name;
  case SyncKind::OnceBegin:
  case SyncKind::OnceEnd:
  case SyncKind::Init:
  case SyncKind::Destroy:
    return "";
  }
  return "";
}

std::vector<HeldLock> Locks::heldBy(uint32_t thread) const {
  std::vector<HeldLock> held;
  for (const Hold& h : holds_)
    if (h.thread == thread) held.push_back({h.name, h.since});
  return held;
}

std::string Locks::holders(uint64_t lock) const {
  std::string out;
  for (const Hold& h : holds_)
    if (h.lock == lock) out += (out.empty() ? ", held by " : " and ") + names_.thread(h.thread);
  return out;
}

std::string Locks::waitPhrase(const interp::StateView& state, uint32_t thread, const ccfg::Edge& edge) const {
  for (const ccfg::Operation& op : edge.ops)
    if (const auto* join = std::get_if<ccfg::Join>(&op))
      return fmt::format("waits for {} to end",
                         names_.thread(static_cast<uint32_t>(addressOf(state, thread, join->handle))));
  if (!edge.sync) return "";
  const uint64_t object = addressOf(state, thread, edge.sync->object);
  const std::string name = names_.thing(state, object);
  switch (edge.sync->kind) {
  case SyncKind::Acquire:
  case SyncKind::AcquireShared:
    return fmt::format("waits for {}{}", name, holders(object));
  case SyncKind::WaitEnd: {
    const std::string held = holders(addressOf(state, thread, edge.sync->object2));
    return fmt::format("waits for a signal on {}{}", name,
                       held.empty() ? "" : "; its mutex is" + held.substr(1));
  }
  case SyncKind::SemWait:
    return fmt::format("waits for a post of {}", name);
  case SyncKind::BarrierLeave:
    return fmt::format("waits at {} for others to arrive", name);
  case SyncKind::OnceBegin:
    return fmt::format("waits for {} to be done", name);
  default:
    return "";
  }
}

Pending Locks::waiting(const interp::StateView& state, uint32_t thread) const {
  const ccfg::Program& program = machine_.code().program();
  const ccfg::LocId location = state.location(thread);
  Pending p;
  p.thread = names_.number(thread);
  p.pos = program.locations[location].pos;
  p.held = heldBy(thread);
  for (ccfg::EdgeId e : program.out(location)) {
    const ccfg::Edge& edge = program.edges[e];
    if (edge.pos.known()) p.pos = program.userPlace(edge.pos, edge.stack).first;
    if (!edge.text.empty()) p.call = edge.text;
    p.what = waitPhrase(state, thread, edge);
    if (!p.what.empty()) return p;
  }
  p.what = p.call.empty() ? "waits" : fmt::format("waits in {}", p.call);
  return p;
}

} // namespace heddle::report
