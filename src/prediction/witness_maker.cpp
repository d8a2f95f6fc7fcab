// See witness_maker.h.
#include "prediction/witness_maker.h"

#include "trace/event_text.h"

#include <algorithm>

namespace heddle::prediction {

using replay::Role;
using trace::EventKind;
using trace::EventRef;
using trace::SiteKind;

namespace {

// Events at which the runtime lets a thread wait for its turn (src/runtime/replay.c); the second halves of
// waits, barriers and once follow from the first.
bool canBeForced(const trace::Trace& trace, const trace::Event& e) {
  if (e.kind == EventKind::Read || e.kind == EventKind::Write || e.kind == EventKind::Update ||
      e.kind == EventKind::Create || e.kind == EventKind::Join)
    return true;
  if (e.kind != EventKind::Sync) return false;
  switch (trace.site(e).kind) {
  case SiteKind::WaitBegin:
  case SiteKind::WaitEnd:
  case SiteKind::BarrierLeave:
  case SiteKind::OnceBegin:
  case SiteKind::OnceEnd:
    return false;
  default:
    return true;
  }
}

Role roleOf(predict::EventRole role) {
  switch (role) {
  case predict::EventRole::First:
    return Role::First;
  case predict::EventRole::Remote:
    return Role::Remote;
  case predict::EventRole::Second:
    return Role::Second;
  case predict::EventRole::Waits:
    return Role::Blocks;
  default:
    return Role::None;
  }
}

} // namespace

uint32_t WitnessMaker::occurrence(EventRef ref) {
  std::vector<uint32_t>& known = counts_[ref.thread];
  if (known.empty()) {
    std::map<uint32_t, uint32_t> seen;
    for (const trace::Event& e : trace_.threads[ref.thread].events) known.push_back(++seen[e.site]);
  }
  return known[ref.event];
}

void WitnessMaker::make(predict::Predicted& violation, const llvm2ccfg::TraceProgram& model,
                        llvm2ccfg::Window window) {
  replay::Witness& w = violation.witness;
  w.strict = true;
  w.property = violation.property;
  w.command.push_back(trace_.program);
  w.command.insert(w.command.end(), trace_.arguments.begin(), trace_.arguments.end());
  for (size_t i = 0; i < window.begin; ++i) {
    const EventRef ref = recorded_.order[i];
    const trace::Event& e = trace_.threads[ref.thread].events[ref.event];
    if (!e.isAccess() || recorded_.shared.of(trace_, e) != trace::noVariable)
      add(w, ref, Role::None, replay::notTold);
  }
  std::vector<predict::PredictedEvent> open = violation.events;
  for (uint32_t i = 0; i < violation.schedule.steps.size(); ++i) {
    const auto found = model.events.find(violation.schedule.steps[i].edge);
    if (found == model.events.end()) continue;
    const auto role = std::find_if(
        open.begin(), open.end(), [&](const predict::PredictedEvent& e) { return e.event == found->second; });
    add(w, found->second, role == open.end() ? Role::None : roleOf(role->role), i);
    if (role != open.end()) open.erase(role);
  }
  for (const predict::PredictedEvent& e : open) add(w, e.event, roleOf(e.role), replay::notTold);
}

void WitnessMaker::add(replay::Witness& w, EventRef ref, Role role, uint32_t told) {
  const trace::Event& e = trace_.threads[ref.thread].events[ref.event];
  if (!canBeForced(trace_, e)) return;
  const trace::Site& site = trace_.site(e);
  replay::WitnessStep s;
  s.thread = trace_.threads[ref.thread].number;
  s.module = trace_.modules[site.module].hash;
  s.index = site.index;
  s.occurrence = occurrence(ref);
  s.bytes = e.isAccess() ? site.bytes : 0;
  s.where = trace::placeText(site);
  s.what = trace::eventText(trace_, e, false);
  s.role = role;
  s.told = told;
  w.steps.push_back(std::move(s));
}

} // namespace heddle::prediction
