// Which words are disciplined locks, and what lies in their sections; see locklemmas.h.
#include "engines/bounded/locklemmas.h"

#include <algorithm>
#include <set>

namespace heddle::bounded {

LockSections::LockSections(const Skeleton& s, const Order& surelyBefore)
    : s_(s), surelyBefore_(surelyBefore), around_(s.accesses.size()), implied_(s.accesses.size(), false),
      steps_(s.instances.size()), accesses_(s.instances.size()) {
  for (StepId step = 0; step < s.steps.size(); ++step) steps_[s.steps[step].instance].push_back(step);
  for (AccessId a = 0; a < s.accesses.size(); ++a)
    if (s.accesses[a].event != s.finalEvent) accesses_[s.steps[s.accesses[a].step].instance].push_back(a);
}

bool LockSections::isOwn(AccessId a, Term address) const {
  const Step& step = s_.steps[s_.accesses[a].step];
  return (step.lockUse == LockUse::Acquire || step.lockUse == LockUse::Release) && step.lock == address;
}

// Taking it needs the value that it is released with, and changes it.
bool LockSections::isMutex(const Word& word) const {
  const Term address = s_.accesses[word.accesses[0]].address;
  Term free;
  for (AccessId a : word.accesses) {
    const Access& access = s_.accesses[a];
    const Step& step = s_.steps[access.step];
    if (step.lockUse == LockUse::Other && step.lock == address) return false;
    if (!isOwn(a, address) || access.event == s_.finalEvent) continue;
    const bool acquires = step.lockUse == LockUse::Acquire;
    if (acquires == access.write) {
      if (access.write && (!access.value.isConst() || access.value == free)) return false;
      continue;
    }
    if (!access.value.isConst() || (free && !(free == access.value))) return false;
    free = access.value;
  }
  return free && word.initial == free;
}

// Others may read it, but write only before all uses or after them.
bool LockSections::othersKeepAway(const Word& word) const {
  const Term address = s_.accesses[word.accesses[0]].address;
  for (AccessId a : word.accesses) {
    if (!s_.accesses[a].write || isOwn(a, address)) continue;
    bool before = s_.accesses[a].value == word.initial, after = true;
    for (AccessId b : word.accesses) {
      if (!isOwn(b, address) || s_.accesses[b].event == s_.finalEvent) continue;
      before = before && surelyBefore_(s_.accesses[a].event, s_.accesses[b].event);
      after = after && surelyBefore_(s_.accesses[b].event, s_.accesses[a].event);
    }
    if (!before && !after) return false;
  }
  return true;
}

// Who may hold the lock at a location, of one thread.
struct LockSections::Holding {
  static constexpr uint32_t several = none - 1;
  bool free = false;
  uint32_t section = none; // or `several`

  void join(const Holding& o) {
    free = free || o.free;
    if (section == none)
      section = o.section;
    else if (o.section != none && o.section != section)
      section = several;
  }
};

// Walks one instance; steps are numbered in an order in which each comes after those that lead to it. False:
// it may take the lock while it has it, or release it while it has not.
bool LockSections::follow(InstanceId i, Term address, const std::map<StepId, AccessId>& writes,
                          std::vector<Section>& sections, std::map<NodeId, Holding>& at) const {
  at[s_.instances[i].entry].free = true;
  for (StepId step : steps_[i]) {
    const Step& s = s_.steps[step];
    const auto here = at.find(s.from);
    if (here == at.end()) continue;
    Holding after = here->second;
    const bool uses = s.lockUse != LockUse::None && s.lock == address;
    if (uses && s.lockUse == LockUse::Acquire) {
      if (after.section != none) return false;
      after = {false, static_cast<uint32_t>(sections.size())};
      sections.push_back({0, step, {}});
    } else if (uses) {
      const auto write = writes.find(step);
      if (after.free || after.section == none || after.section == Holding::several || write == writes.end())
        return false;
      sections[after.section].releases.push_back(write->second);
      after = {true, none};
    }
    if (s.to != none) at[s.to].join(after);
  }
  return true;
}

void LockSections::add(const Word& word) {
  if (!isMutex(word) || !othersKeepAway(word)) return;
  const Term address = s_.accesses[word.accesses[0]].address;
  std::map<StepId, AccessId> writes;
  std::set<InstanceId> users;
  for (AccessId a : word.accesses) {
    const Access& access = s_.accesses[a];
    if (!isOwn(a, address) || access.event == s_.finalEvent) continue;
    users.insert(s_.steps[access.step].instance);
    if (!access.write) continue;
    writes[access.step] = a;
    const bool acquires = s_.steps[access.step].lockUse == LockUse::Acquire;
    if (acquires && !(access.enabled == s_.steps[access.step].taken)) return;
  }
  std::vector<Section> sections;
  std::map<NodeId, Holding> at;
  for (InstanceId i : users)
    if (!follow(i, address, writes, sections, at)) return;
  const auto first = static_cast<uint32_t>(sections_.size());
  for (Section& section : sections) {
    section.lock = static_cast<uint32_t>(lockCount_);
    sections_.push_back(std::move(section));
  }
  ++lockCount_;
  for (AccessId a : word.accesses)
    implied_[a] = !s_.accesses[a].write && isOwn(a, address) && s_.accesses[a].event != s_.finalEvent;
  for (InstanceId i : users)
    for (AccessId a : accesses_[i]) {
      const auto here = at.find(s_.steps[s_.accesses[a].step].from);
      if (here == at.end() || here->second.free || here->second.section >= Holding::several) continue;
      if (writes.count(s_.accesses[a].step) == 0) around_[a].push_back(first + here->second.section);
    }
}

std::optional<std::pair<const Section*, const Section*>> LockSections::common(AccessId a, AccessId b) const {
  for (uint32_t x : around_[a])
    for (uint32_t y : around_[b])
      if (sections_[x].lock == sections_[y].lock && x != y) return std::pair(&sections_[x], &sections_[y]);
  return std::nullopt;
}

} // namespace heddle::bounded
