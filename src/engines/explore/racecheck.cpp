// Finds races; the static pre-check is conservative, the accesses of the state itself decide.
#include "engines/explore/racecheck.h"

namespace heddle::explore {

using ccfg::LocId;
using ccfg::MemOrder;

RaceCheck::RaceCheck(interp::Machine& machine, const ccfg::analysis::Escape& escape,
                     const ccfg::analysis::Accesses& accesses)
    : machine_(machine), prober_(machine), program_(machine.code().program()), accesses_(accesses),
      touchesShared_(program_.locations.size(), false) {
  for (LocId l = 0; l < program_.locations.size(); ++l)
    for (ccfg::EdgeId e : program_.out(l))
      for (const auto& a : accesses.of(e))
        if (escape.isShared(a.object)) touchesShared_[l] = true;
}

std::optional<ccfg::Violation> RaceCheck::at(const interp::StateView& s, uint32_t thread) {
  for (uint32_t t = 1; t <= s.threadCount(); ++t) {
    const LocId l = s.location(t);
    if (!touchesShared_[l]) continue;
    for (uint32_t u = t + 1; u <= s.threadCount(); ++u) {
      if (thread != 0 && thread != t && thread != u) continue;
      const LocId k = s.location(u);
      if (!touchesShared_[k] || !mayRace(l, k)) continue;
      std::vector<interp::PendingAccess> pending;
      prober_.pendingOf(s, t, pending);
      prober_.pendingOf(s, u, pending);
      if (auto violation = interp::raceViolation(machine_.code(), s, pending)) return violation;
    }
  }
  return std::nullopt;
}

bool RaceCheck::mayRace(LocId a, LocId b) {
  const uint64_t key = static_cast<uint64_t>(a) << 32 | b;
  auto it = known_.find(key);
  if (it == known_.end()) it = known_.emplace(key, computeMayRace(a, b)).first;
  return it->second;
}

bool RaceCheck::computeMayRace(LocId a, LocId b) const {
  for (ccfg::EdgeId e : program_.out(a))
    for (ccfg::EdgeId f : program_.out(b))
      if (mayRaceEdges(e, f)) return true;
  return false;
}

bool RaceCheck::mayRaceEdges(ccfg::EdgeId e, ccfg::EdgeId f) const {
  if (interp::inSection(program_, e) && interp::inSection(program_, f)) return false;
  for (const auto& a : accesses_.of(e))
    for (const auto& b : accesses_.of(f)) {
      if (a.object != b.object || !(a.write || b.write)) continue;
      if (a.order != MemOrder::Plain && b.order != MemOrder::Plain) continue;
      if (ccfg::analysis::overlap(a.offsets, a.bytes, b.offsets, b.bytes)) return true;
    }
  return false;
}

} // namespace heddle::explore
