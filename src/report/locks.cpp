// See locks.h.
#include "report/locks.h"

#include "ccfg/lockstep.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::report {

using ccfg::SyncKind;
using Kind = Act::Kind;

namespace {

Effect noteOf(std::string text, Act act = {}) {
  return {Effect::Kind::Note, std::move(text), "", "", std::move(act)};
}

} // namespace

uint64_t Locks::addressOf(const interp::StateView& state, uint32_t thread, ccfg::Term t) const {
  return t ? machine_.evaluate(state, thread, t).value_or(0) : 0;
}

void Locks::follow(const interp::StateView& state, uint32_t thread, const ccfg::Edge& edge) {
  const ccfg::LockStep step = ccfg::lockStepOf(edge);
  if (step.reentrant || !(step.acquires() || step.releases())) return;
  const uint64_t lock = addressOf(state, thread, step.lock);
  if (step.acquires() && lock != 0)
    holds_.push_back({lock, thread, step.shared, names_.thing(state, lock),
                      machine_.code().program().userPlace(edge.pos, edge.stack).first});
  else
    std::erase_if(holds_, [&](const Hold& h) { return h.lock == lock && h.thread == thread; });
}

// A signal that wakes somebody chooses whom: the only choice of its step, counted from 0.
Effect Locks::signal(const std::string& name, const ccfg::ScheduleStep& step) const {
  if (step.values.empty()) return noteOf(fmt::format("signals {}: nobody waits", name), {Kind::Signal, name});
  const auto woken = static_cast<uint32_t>(step.values[0]) + 1;
  return noteOf(fmt::format("signals {}: wakes {}", name, names_.thread(woken)),
                {Kind::Signal, name, "", names_.number(woken)});
}

Effect Locks::take(const interp::StateView& state, const ccfg::ScheduleStep& step) {
  const ccfg::Edge& edge = machine_.code().program().edges[step.edge];
  const uint32_t thread = step.thread;
  if (!edge.sync) return {};
  const ccfg::Sync& sync = *edge.sync;
  const std::string name = names_.thing(state, addressOf(state, thread, sync.object));
  const uint64_t mutex = addressOf(state, thread, sync.object2);
  const std::string mutexName = mutex == 0 ? "" : names_.thing(state, mutex);
  const char* const still = sync.reentrant ? ", which stays locked" : "";
  // Of a recursive mutex only the count changes.
  const auto unlessCounted = [&](Kind kind) { return sync.reentrant ? Act{} : Act{kind, name}; };
  follow(state, thread, edge);
  switch (sync.kind) {
  case SyncKind::Acquire:
    return noteOf(fmt::format("locks {}{}", name, sync.reentrant ? " once more" : ""),
                  unlessCounted(Kind::Lock));
  case SyncKind::AcquireShared:
    return noteOf(fmt::format("locks {} for reading", name), {Kind::LockShared, name});
  case SyncKind::Release:
  case SyncKind::ReleaseShared:
    return noteOf(fmt::format("unlocks {}{}", name, still), unlessCounted(Kind::Unlock));
  case SyncKind::WaitBegin:
    return noteOf(
        fmt::format("unlocks {}{}{} and waits on {}", mutexName, still, sync.reentrant ? "," : "", name),
        {Kind::Wait, name, sync.reentrant ? "" : mutexName});
  case SyncKind::WaitEnd:
    return noteOf(mutex == 0 ? "wakes up" : fmt::format("wakes up and locks {}", mutexName),
                  {Kind::Wake, name, sync.reentrant ? "" : mutexName});
  case SyncKind::Signal:
    return signal(name, step);
  case SyncKind::Broadcast:
    return noteOf(fmt::format("wakes all threads that wait on {}", name), {Kind::Broadcast, name});
  case SyncKind::SemWait:
    return noteOf("takes " + name, {Kind::Take, name});
  case SyncKind::SemPost:
    return noteOf("posts " + name, {Kind::Post, name});
  case SyncKind::BarrierArrive:
    return noteOf("arrives at " + name, {Kind::Arrive, name});
  case SyncKind::BarrierLeave:
    return noteOf("leaves " + name, {Kind::Leave, name});
  case SyncKind::OnceBegin:
  case SyncKind::OnceEnd:
  case SyncKind::Init:
  case SyncKind::Destroy:
    return {};
  }
  return {};
}

std::vector<HeldLock> Locks::heldBy(uint32_t thread) const {
  std::vector<HeldLock> held;
  for (const Hold& h : holds_)
    if (h.thread == thread) held.push_back({h.shared ? h.name + " for reading" : h.name, h.since});
  return held;
}

std::string Locks::holders(const interp::StateView& state, uint64_t lock) const {
  std::string out;
  for (const Hold& h : holds_) {
    if (h.lock != lock) continue;
    out += (out.empty() ? (h.shared ? ", held for reading by " : ", held by ") : " and ") +
           names_.thread(h.thread);
    if (machine_.hasEnded(state, h.thread)) out += ", which has ended";
  }
  return out;
}

Effect Locks::wait(const interp::StateView& state, uint32_t thread, const ccfg::Edge& edge) const {
  for (const ccfg::Operation& op : edge.ops)
    if (const auto* join = std::get_if<ccfg::Join>(&op)) {
      const auto other = static_cast<uint32_t>(addressOf(state, thread, join->handle));
      return noteOf(fmt::format("waits for {} to end", names_.thread(other)),
                    {Kind::Join, "", "", names_.number(other)});
    }
  if (!edge.sync) return {};
  const uint64_t object = addressOf(state, thread, edge.sync->object);
  const std::string name = names_.thing(state, object);
  switch (edge.sync->kind) {
  case SyncKind::Acquire:
  case SyncKind::AcquireShared:
    return noteOf(fmt::format("waits for {}{}{}", name,
                              edge.sync->kind == SyncKind::Acquire ? "" : " for reading",
                              holders(state, object)),
                  {edge.sync->kind == SyncKind::Acquire ? Kind::Lock : Kind::LockShared, name});
  case SyncKind::WaitEnd: {
    const uint64_t mutex = addressOf(state, thread, edge.sync->object2);
    const std::string held = holders(state, mutex);
    return noteOf(fmt::format("waits for a signal on {}{}", name,
                              held.empty() ? "" : "; its mutex is" + held.substr(1)),
                  {Kind::Wake, name, mutex == 0 ? "" : names_.thing(state, mutex)});
  }
  case SyncKind::SemWait:
    return noteOf(fmt::format("waits for a post of {}", name), {Kind::Take, name});
  case SyncKind::BarrierLeave:
    return noteOf(fmt::format("waits at {} for others to arrive", name), {Kind::Leave, name});
  case SyncKind::OnceBegin:
    return noteOf(fmt::format("waits for {} to be done", name));
  default:
    return {};
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
    Effect what = wait(state, thread, edge);
    p.what = std::move(what.text);
    p.act = std::move(what.act);
    if (!p.what.empty()) return p;
  }
  p.what = p.call.empty() ? "waits" : fmt::format("waits in {}", p.call);
  return p;
}

} // namespace heddle::report
