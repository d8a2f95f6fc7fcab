// Which words are disciplined locks, and what lies in their sections; see locks.h.
#include "engines/bounded/locks.h"

#include <algorithm>

namespace heddle::bounded {

LockSections::LockSections(const Skeleton& s, const Order& surelyBefore)
    : s_(s), surelyBefore_(surelyBefore), implied_(s.accesses.size(), false) {}

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

// May the step come after the release in one execution of their thread?
bool LockSections::mayFollow(StepId release, StepId step) const {
  return release < step && !s_.terms->andOf(s_.steps[release].taken, s_.steps[step].taken).isFalse();
}

// Each release ends the section of the last acquire that surely came before it.
bool LockSections::holdersOnly(const Word& word, std::vector<Section>& sections) const {
  const Term address = s_.accesses[word.accesses[0]].address;
  std::vector<std::pair<StepId, Section*>> releases;
  sections.reserve(word.accesses.size());
  for (AccessId a : word.accesses) {
    const Access& access = s_.accesses[a];
    if (!access.write || !isOwn(a, address)) continue;
    if (s_.steps[access.step].lockUse == LockUse::Acquire) {
      if (!(access.enabled == s_.steps[access.step].taken)) return false;
      sections.push_back({0, access.step, {}});
      continue;
    }
    Section* ended = nullptr;
    for (Section& section : sections)
      if (s_.steps[section.acquire].instance == s_.steps[access.step].instance &&
          s_.dominates(section.acquire, access.step))
        ended = &section;
    if (ended == nullptr) return false;
    for (const auto& [other, section] : releases)
      if (section == ended && mayFollow(other, access.step)) return false;
    ended->releases.push_back(a);
    releases.emplace_back(access.step, ended);
  }
  return true;
}

bool LockSections::neverTwice(const std::vector<Section>& sections) const {
  for (const Section& later : sections)
    for (const Section& earlier : sections) {
      if (earlier.acquire >= later.acquire ||
          s_.steps[earlier.acquire].instance != s_.steps[later.acquire].instance ||
          !mayFollow(earlier.acquire, later.acquire))
        continue;
      const bool released = std::any_of(earlier.releases.begin(), earlier.releases.end(), [&](AccessId a) {
        return s_.dominates(s_.accesses[a].step, later.acquire);
      });
      if (!released) return false;
    }
  return true;
}

void LockSections::add(const Word& word) {
  std::vector<Section> sections;
  if (!isMutex(word) || !othersKeepAway(word) || !holdersOnly(word, sections) || !neverTwice(sections))
    return;
  for (Section& section : sections) {
    section.lock = static_cast<uint32_t>(lockCount_);
    sections_.push_back(std::move(section));
  }
  ++lockCount_;
  const Term address = s_.accesses[word.accesses[0]].address;
  for (AccessId a : word.accesses)
    implied_[a] = !s_.accesses[a].write && isOwn(a, address) && s_.accesses[a].event != s_.finalEvent;
}

void LockSections::finish() {
  around_.resize(s_.accesses.size());
  std::vector<std::vector<uint32_t>> ofInstance(s_.instances.size());
  for (uint32_t k = 0; k < sections_.size(); ++k)
    ofInstance[s_.steps[sections_[k].acquire].instance].push_back(k);
  for (AccessId a = 0; a < s_.accesses.size(); ++a) {
    const StepId step = s_.accesses[a].step;
    if (s_.accesses[a].event == s_.finalEvent) continue;
    for (uint32_t k : ofInstance[s_.steps[step].instance]) {
      const Section& section = sections_[k];
      if (section.acquire == step || !s_.dominates(section.acquire, step)) continue;
      const bool left = std::any_of(section.releases.begin(), section.releases.end(), [&](AccessId r) {
        return s_.accesses[r].step == step || mayFollow(s_.accesses[r].step, step);
      });
      if (!left) around_[a].push_back(k);
    }
  }
}

std::optional<std::pair<const Section*, const Section*>> LockSections::common(AccessId a, AccessId b) const {
  for (uint32_t x : around_[a])
    for (uint32_t y : around_[b])
      if (sections_[x].lock == sections_[y].lock && x != y) return std::pair(&sections_[x], &sections_[y]);
  return std::nullopt;
}

} // namespace heddle::bounded
