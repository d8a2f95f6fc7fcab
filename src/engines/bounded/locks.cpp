// Which words are disciplined locks, and what lies in their sections; see locks.h.
#include "engines/bounded/locks.h"

#include <algorithm>
#include <map>

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
  if (release >= step || s_.dominates(release, step)) return release < step;
  return !s_.terms->andOf(s_.steps[release].taken, s_.steps[step].taken).isFalse();
}

// Each release ends the section of the last acquire that surely came before it.
bool LockSections::holdersOnly(const Word& word, std::vector<Section>& sections) const {
  const Term address = s_.accesses[word.accesses[0]].address;
  for (AccessId a : word.accesses) {
    const Access& access = s_.accesses[a];
    if (!access.write || !isOwn(a, address)) continue;
    if (s_.steps[access.step].lockUse == LockUse::Acquire) {
      if (!(access.enabled == s_.steps[access.step].taken)) return false;
      sections.push_back({0, access.step, {}});
      continue;
    }
    const auto ended = std::find_if(sections.rbegin(), sections.rend(), [&](const Section& section) {
      return s_.steps[section.acquire].instance == s_.steps[access.step].instance &&
             s_.dominates(section.acquire, access.step);
    });
    if (ended == sections.rend()) return false;
    for (AccessId other : ended->releases)
      if (mayFollow(s_.accesses[other].step, access.step)) return false;
    ended->releases.push_back(a);
  }
  return true;
}

bool LockSections::neverTwice(const std::vector<Section>& sections) const {
  for (const Section& later : sections)
    for (const Section& earlier : sections) {
      if (earlier.acquire >= later.acquire ||
          s_.steps[earlier.acquire].instance != s_.steps[later.acquire].instance)
        continue;
      const bool released = std::any_of(earlier.releases.begin(), earlier.releases.end(), [&](AccessId a) {
        return s_.dominates(s_.accesses[a].step, later.acquire);
      });
      if (!released && mayFollow(earlier.acquire, later.acquire)) return false;
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

// Of the sections of one lock in one thread only the last that surely began can still be open.
void LockSections::finish() {
  around_.resize(s_.accesses.size());
  std::map<std::pair<InstanceId, uint32_t>, std::vector<uint32_t>> ofLock; // in order of unwinding
  for (uint32_t k = 0; k < sections_.size(); ++k)
    ofLock[{s_.steps[sections_[k].acquire].instance, sections_[k].lock}].push_back(k);
  for (AccessId a = 0; a < s_.accesses.size(); ++a) {
    const StepId step = s_.accesses[a].step;
    if (s_.accesses[a].event == s_.finalEvent) continue;
    const InstanceId instance = s_.steps[step].instance;
    for (auto it = ofLock.lower_bound({instance, 0}); it != ofLock.end() && it->first.first == instance;
         ++it) {
      const auto begun = [&](uint32_t k) {
        return sections_[k].acquire < step && s_.dominates(sections_[k].acquire, step);
      };
      const auto last = std::find_if(it->second.rbegin(), it->second.rend(), begun);
      if (last != it->second.rend() && !mayBeLeft(sections_[*last], step)) around_[a].push_back(*last);
    }
  }
}

bool LockSections::mayBeLeft(const Section& section, StepId step) const {
  return std::any_of(section.releases.begin(), section.releases.end(), [&](AccessId r) {
    return s_.accesses[r].step == step || mayFollow(s_.accesses[r].step, step);
  });
}

std::optional<std::pair<const Section*, const Section*>> LockSections::common(AccessId a, AccessId b) const {
  for (uint32_t x : around_[a])
    for (uint32_t y : around_[b])
      if (sections_[x].lock == sections_[y].lock && x != y) return std::pair(&sections_[x], &sections_[y]);
  return std::nullopt;
}

} // namespace heddle::bounded
