#include "engines/impact/hazards.h"

#include "engine/assumptions.h"
#include "engines/impact/reduction.h"
#include "interp/pending.h"

namespace heddle::impact {

using ccfg::Property;

std::vector<Event> Hazards::at(const Control& control, const ActionsOf& actionsOf) const {
  std::vector<Event> events;
  if (c_.properties.has(Property::Race)) races(control, actionsOf, events);
  if (c_.properties.has(Property::Deadlock)) deadlock(control, actionsOf, events);
  return events;
}

void Hazards::races(const Control& control, const ActionsOf& actionsOf, std::vector<Event>& to) const {
  for (uint32_t s = 0; s < control.size(); ++s)
    for (uint32_t u = s + 1; u < control.size(); ++u)
      for (const auto& a : actionsOf(s))
        for (const auto& b : actionsOf(u)) raceBetween(*a, *b, to);
}

// Both edges are enabled, and two of their accesses meet.
bool Hazards::raceBetween(const Action& a, const Action& b, std::vector<Event>& to) const {
  if (interp::inSection(c_.program, a.edges[0]) && interp::inSection(c_.program, b.edges[0])) return false;
  logic::TermManager& t = c_.symbols.terms();
  Term meet = t.falseTerm();
  for (const PendingAccess& x : a.accesses)
    for (const PendingAccess& y : b.accesses) {
      if ((!x.write && !y.write) || (x.atomic && y.atomic)) continue;
      const uint64_t most = 1ull << 20; // a freed object is as large as it may be
      if (c_.pointsTo.mayAlias(x.source, x.when ? most : x.bytes, y.source, y.when ? most : y.bytes))
        meet = t.orOf(meet, overlap(t, x, y));
    }
  if (meet.isFalse()) return false;
  Event e;
  e.property = Property::Race;
  for (const Action* one : {&a, &b}) {
    if (!one->possible && one->firstGuards == one->guard.size()) return false;
    e.condition.insert(e.condition.end(), one->guard.begin(),
                       one->guard.begin() + static_cast<std::ptrdiff_t>(one->firstGuards));
  }
  if (!meet.isTrue()) e.condition.push_back(meet);
  to.push_back(std::move(e));
  return true;
}

// The program has not ended, and no edge of any thread that may move is enabled.
void Hazards::deadlock(const Control& control, const ActionsOf& actionsOf, std::vector<Event>& to) const {
  Event e;
  e.property = Property::Deadlock;
  const uint32_t holder = holderOf(c_.program, control);
  bool allEnded = true, told = true;
  for (uint32_t s = 0; s < control.size(); ++s) {
    if (isAtExit(c_.program, control[s].location)) continue;
    allEnded = false;
    if (holder != ccfg::none && s != holder) continue;
    if (!c_.blocks.mayWait(control[s].location)) return;
    for (const auto& a : actionsOf(s)) {
      if (!a->blocked) {
        told = false;
      } else if (a->blocked.isFalse()) {
        return;
      } else if (!a->blocked.isTrue()) {
        e.condition.push_back(a->blocked);
      }
    }
  }
  if (allEnded) return;
  if (!told) e.cutoff = engine::inputsComeInTime();
  to.push_back(std::move(e));
}

} // namespace heddle::impact
