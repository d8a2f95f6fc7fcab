// See lockevents.h.
#include "trace/lockevents.h"

namespace heddle::trace {

LockEvent lockEventOf(const Trace& trace, const Event& e) {
  using Effect = LockEvent::Effect;
  if (e.kind != EventKind::Sync) return {};
  switch (trace.site(e).kind) {
  case SiteKind::Lock:
  case SiteKind::TryLock:
    return {e.value == 0 ? Effect::Acquire : Effect::None};
  case SiteKind::ReadLock:
  case SiteKind::TryReadLock:
    return {e.value == 0 ? Effect::Acquire : Effect::None, true};
  case SiteKind::WaitAcquire:
    return {Effect::Acquire, false, true};
  case SiteKind::Unlock:
    return {Effect::Release};
  case SiteKind::WaitRelease:
    return {Effect::Release, false, true};
  default:
    return {};
  }
}

LockEvent LocksOfThread::follow(const Trace& trace, const Event& e) {
  LockEvent what = lockEventOf(trace, e);
  if (what.acquires()) {
    Held& held = held_[e.address];
    if (held.depth++ > 0) return {};
    held.shared = what.shared;
  } else if (what.releases()) {
    const auto at = held_.find(e.address);
    if (at == held_.end() || --at->second.depth > 0) return {};
    what.shared = at->second.shared;
    held_.erase(at);
  }
  return what;
}

} // namespace heddle::trace
