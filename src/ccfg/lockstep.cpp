// See lockstep.h.
#include "ccfg/lockstep.h"

namespace heddle::ccfg {

LockStep lockStepOf(const Edge& e) {
  using Effect = LockStep::Effect;
  if (!e.sync) return {};
  const Sync& s = *e.sync;
  switch (s.kind) {
  case SyncKind::Acquire:
  case SyncKind::AcquireShared:
    return {Effect::Acquire, s.kind == SyncKind::AcquireShared, s.reentrant, false, s.object};
  case SyncKind::Release:
  case SyncKind::ReleaseShared:
    return {Effect::Release, s.kind == SyncKind::ReleaseShared, s.reentrant, false, s.object};
  case SyncKind::WaitBegin:
    return {Effect::Release, false, s.reentrant, true, s.object2};
  case SyncKind::WaitEnd:
    return {Effect::Acquire, false, s.reentrant, true, s.object2};
  case SyncKind::Init:
  case SyncKind::Destroy:
    return {Effect::Reset, false, s.reentrant, false, s.object};
  default:
    return {};
  }
}

} // namespace heddle::ccfg
