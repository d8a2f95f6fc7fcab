// See locks.h.
#include "repair/locks.h"

#include "ccfg/analysis/memory/accesses.h"
#include "support/error.h"

#include <algorithm>

namespace heddle::repair {

using ccfg::Property;
using ccfg::transform::Critical;
using engine::Verdict;

namespace {

constexpr unsigned mostAmendments = 60;

} // namespace

std::vector<Critical> LockPlanner::criticals(const Locks& locks) const {
  std::vector<Critical> out;
  for (const Lock& lock : locks) {
    Critical c;
    for (const Section& s : lock.sections) {
      const Extent& x = sections_.extent(s);
      c.edges.insert(x.edges.begin(), x.edges.end());
      c.inside.insert(x.inside.begin(), x.inside.end());
    }
    out.push_back(std::move(c));
  }
  return out;
}

LockPlanner::Trial LockPlanner::attempt(const Locks& locks) {
  Trial t{ccfg::transform::addLocks(sections_.program(), criticals(locks)), {}};
  t.result = oracle_.ask(*t.copy.program);
  return t;
}

bool LockPlanner::holds(const Locks& locks) {
  try {
    return attempt(locks).result.verdict == Verdict::True;
  } catch (const InputError&) { // no such copy
    return false;
  }
}

// A loop in a section may wait for what only another thread can do, which waits for the lock: it goes on for
// ever, and no assertion fails. So no thread may wait for ever, unless some do without the locks.
bool LockPlanner::makesProgress(const Trial& trial, const Locks& locks) {
  const bool loops = std::ranges::any_of(locks, [&](const Lock& l) {
    return std::ranges::any_of(l.sections, [&](const Section& s) { return sections_.hasLoop(s); });
  });
  if (!loops) return true;
  if (!waits_) waits_ = oracle_.someWaitForEver(sections_.program());
  return *waits_ || !oracle_.someWaitForEver(*trial.copy.program);
}

Plan LockPlanner::plan(const Model& model) {
  Locks locks;
  if (!model.empty()) locks.push_back({model});
  try {
    for (unsigned i = 0; i < mostAmendments; ++i) {
      const Trial trial = attempt(locks);
      if (trial.result.verdict == Verdict::True) {
        if (!makesProgress(trial, locks)) return {{}, {}, "threads would wait for each other for ever"};
        locks = reduced(split(std::move(locks)));
        return {locks, attempt(locks).result, ""};
      }
      if (trial.result.verdict == Verdict::Unknown) return {{}, {}, trial.result.why};
      if (const std::string why = amend(locks, trial); !why.empty()) return {{}, {}, why};
    }
  } catch (const InputError& e) {
    return {{}, {}, e.what()};
  }
  return {{}, {}, "each lock that is added breaks something else"};
}

std::string LockPlanner::amend(Locks& locks, const Trial& trial) const {
  switch (trial.result.counterexample()->violation.property) {
  case Property::Race:
    return amendRace(locks, trial);
  case Property::Deadlock:
    return amendDeadlock(locks, trial);
  default:
    return amendInterference(locks, trial);
  }
}

// Puts sections under one lock; locks that they were under become one. False: nothing changes.
bool LockPlanner::join(Locks& locks, const std::vector<Section>& together) const {
  for (const Section& s : together)
    if (s.first == 0) return false;
  const auto concerned = [&](const Lock& l) {
    return std::ranges::any_of(together, [&](const Section& s) {
      return std::ranges::any_of(
          l.sections, [&](const Section& x) { return sections_.contains(x, s) || sections_.contains(s, x); });
    });
  };
  Lock joined;
  Locks rest;
  for (Lock& l : locks)
    if (concerned(l))
      joined.sections.insert(joined.sections.end(), l.sections.begin(), l.sections.end());
    else
      rest.push_back(l);
  joined.sections.insert(joined.sections.end(), together.begin(), together.end());
  joined.sections = sections_.merged(std::move(joined.sections));
  const bool isNew =
      std::ranges::none_of(locks, [&](const Lock& l) { return l.sections == joined.sections; });
  rest.push_back(std::move(joined));
  if (isNew) locks = std::move(rest);
  return isNew;
}

std::string LockPlanner::amendRace(Locks& locks, const Trial& trial) const {
  const ccfg::Violation& v = trial.result.counterexample()->violation;
  std::vector<Section> together;
  for (const EdgeId e : {originalEdge(trial.copy, v.edge), originalEdge(trial.copy, v.otherEdge)}) {
    const auto s = e == ccfg::none ? std::nullopt : sections_.statementOf(e);
    if (!s) return "a race is at a place that belongs to no statement";
    together.push_back(*s);
  }
  return join(locks, together) ? "" : "a race stays under one lock";
}

// Each thread of the cycle holds what another waits for: from where it took its first lock to where it waits.
std::string LockPlanner::amendDeadlock(Locks& locks, const Trial& trial) const {
  const ccfg::Program& copy = *trial.copy.program;
  const ccfg::Schedule& schedule = *trial.result.counterexample();
  const interp::Replay replay = interp::replay(copy, schedule, oracle_.question().properties);
  std::vector<Section> together;
  for (const uint32_t thread : interp::waitCycle(replay.threads)) {
    std::vector<EdgeId> held;
    for (const ccfg::ScheduleStep& step : schedule.steps) {
      if (step.thread != thread || step.isFlush()) continue;
      const auto& sync = copy.edges[step.edge].sync;
      if (sync && sync->kind == ccfg::SyncKind::Acquire) held.push_back(step.edge);
      if (sync && sync->kind == ccfg::SyncKind::Release)
        std::erase_if(held, [&](EdgeId e) { return copy.edges[e].sync->object == sync->object; });
    }
    const auto& status = replay.threads.at(thread - 1);
    if (held.empty() || status.waiting.empty()) return "threads wait for each other, but not for locks";
    const EdgeId taken = originalEdge(trial.copy, held.front());
    const EdgeId waits = originalEdge(trial.copy, status.waiting.front().edge);
    if (taken == ccfg::none || waits == ccfg::none)
      return "the lock would be held where a thread waits for another";
    const auto s = sections_.around(taken, {}, waits);
    if (!s) return "no section holds two acquisitions that make a deadlock";
    together.push_back(*s);
  }
  if (together.size() < 2) return "a thread waits for what no other thread can give it";
  return join(locks, together) ? "" : "a deadlock stays under one lock";
}

bool LockPlanner::conflict(EdgeId a, EdgeId b) const {
  const auto& accesses = sections_.facts().accesses();
  for (const auto& x : accesses.of(a))
    for (const auto& y : accesses.of(b))
      if (x.object == y.object && (x.write || y.write)) return true;
  return false;
}

// What other threads did while one stood in the middle of a section, without its lock.
std::string LockPlanner::amendInterference(Locks& locks, const Trial& trial) const {
  const ccfg::Program& p = sections_.program();
  const std::vector<Critical> all = criticals(locks);
  std::vector<std::vector<Section>> missing(locks.size());
  std::map<uint32_t, LocId> standing;
  for (const TraceStep& step : originalSteps(trial.copy, *trial.result.counterexample())) {
    for (size_t i = 0; i < locks.size(); ++i) {
      if (all[i].edges.contains(step.edge)) continue;
      const bool interrupts = std::ranges::any_of(standing, [&](const auto& other) {
        return other.first != step.thread && all[i].inside.contains(other.second);
      });
      const auto s = sections_.statementOf(step.edge);
      if (interrupts && s && sections_.mayHold(*s) &&
          std::ranges::any_of(all[i].edges, [&](EdgeId e) { return conflict(e, step.edge); }))
        missing[i].push_back(*s);
    }
    standing[step.thread] = p.edges[step.edge].to;
  }
  bool changed = false;
  const Locks before = locks;
  for (size_t i = 0; i < before.size(); ++i) {
    if (missing[i].empty()) continue;
    std::vector<Section> together = before[i].sections;
    together.insert(together.end(), missing[i].begin(), missing[i].end());
    changed = join(locks, together) || changed;
  }
  return changed ? "" : "no lock keeps the other threads out";
}

// ---- no more than is needed

// Sections that have nothing to do with each other get locks of their own, unless one thread would take two
// in turn.
Locks LockPlanner::split(Locks locks) {
  Locks out;
  for (const Lock& lock : locks) {
    Locks parts;
    const auto& rows = sections_.program().statements;
    const auto related = [&](const Section& a, const Section& b) {
      if (rows[a.first].function == rows[b.first].function) return true;
      for (const EdgeId x : sections_.extent(a).edges)
        for (const EdgeId y : sections_.extent(b).edges)
          if (conflict(x, y)) return true;
      return false;
    };
    for (const Section& s : lock.sections) {
      Lock part{{s}};
      std::erase_if(parts, [&](const Lock& other) {
        const bool same =
            std::ranges::any_of(other.sections, [&](const Section& o) { return related(s, o); });
        if (same) part.sections.insert(part.sections.end(), other.sections.begin(), other.sections.end());
        return same;
      });
      std::ranges::sort(part.sections);
      parts.push_back(std::move(part));
    }
    out.insert(out.end(), parts.begin(), parts.end());
  }
  return out.size() > locks.size() && holds(out) ? out : locks;
}

Locks LockPlanner::reduced(Locks locks) {
  for (size_t i = 0; i < locks.size(); ++i) reduce(locks, i), unite(locks, i);
  std::erase_if(locks, [](const Lock& l) { return l.sections.empty(); });
  return locks;
}

// Until nothing can be left out.
void LockPlanner::reduce(Locks& locks, size_t lock) {
  const auto attemptWith = [&](std::vector<Section> sections) {
    Locks trial = locks;
    trial[lock].sections = sections_.merged(std::move(sections));
    if (!holds(trial)) return false;
    locks = std::move(trial);
    return true;
  };
  for (bool changed = true; changed;) {
    changed = false;
    const std::vector<Section> now = locks[lock].sections;
    for (size_t i = now.size(); i-- > 0 && !changed;) {
      std::vector<Section> without = now;
      without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
      changed = attemptWith(without);
      for (const Section& smaller : sections_.shrunk(now[i])) {
        if (changed) break;
        without = now;
        without[i] = smaller;
        changed = attemptWith(without);
      }
    }
  }
}

// Neighbours become one: a lock that is given back and taken again at once is of no use to others.
void LockPlanner::unite(Locks& locks, size_t lock) {
  for (size_t i = 0; i + 1 < locks[lock].sections.size();) {
    const auto both = sections_.beside(locks[lock].sections[i], locks[lock].sections[i + 1]);
    Locks trial = locks;
    if (both) {
      trial[lock].sections[i] = *both;
      trial[lock].sections.erase(trial[lock].sections.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
    if (both && sections_.mayHold(*both) && holds(trial))
      locks = std::move(trial);
    else
      ++i;
  }
}

} // namespace heddle::repair
