#include "compare.h"

#include "llvm2ccfg/frontend.h"
#include "native.h"
#include "support/error.h"
#include "walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <memory>
#include <set>

namespace heddle::conform {
namespace {

using Models = std::vector<std::unique_ptr<ccfg::Program>>;

std::unique_ptr<ccfg::Program> modelOf(const std::filesystem::path& file, bool spuriousWakeups) {
  llvm2ccfg::FrontendOptions options;
  options.compilerFlags = {"-DHEDDLE_OBSERVE_MODEL", std::string("-I") + HEDDLE_CONFORM_SOURCE_DIR};
  options.spuriousWakeups = spuriousWakeups;
  options.inputs = {file.string()};
  return llvm2ccfg::translate(options);
}

// What happened between the beginnings of two calls, whatever the order.
std::vector<std::set<Event>> turnsOf(const Run& run) {
  std::vector<std::set<Event>> turns(1);
  for (const Event& e : run.events) {
    if (e.kind == Event::Kind::Begin) turns.emplace_back();
    turns.back().insert(e);
  }
  return turns;
}

// Functions whose result may depend on more than the order in which calls begin: on how soon a thread has
// ended, say.
bool mayVary(const std::string& name) {
  static const std::set<std::string> names = {
      "pthread_tryjoin_np",     "pthread_timedjoin_np",  "pthread_clockjoin_np", "pthread_barrier_wait",
      "pthread_getschedparam",  "pthread_setschedparam", "pthread_setschedprio", "pthread_cond_timedwait",
      "pthread_cond_clockwait", "cnd_timedwait"};
  return names.contains(name);
}

// Whether a thread notices at once that it is to end is its choice in many calls.
bool cancels(const Run& run, const Names& names) {
  return std::ranges::any_of(run.events, [&](const Event& e) {
    return names.contains(e.site) && names.at(e.site) == "pthread_cancel";
  });
}

const char* endOf(const Run& run) {
  return run.end == End::Hang ? "hangs" : run.end == End::Signal ? "aborts" : "ends";
}

// Which of several waiting threads was woken shows when the threads are waited for.
bool wakesOne(const Names& names) {
  return std::ranges::any_of(
      names, [](const auto& n) { return n.second == "pthread_cond_signal" || n.second == "cnd_signal"; });
}

bool isJoin(const std::string& name) { return name == "pthread_join" || name == "thrd_join"; }

// Two bugs of glibc 2.36 where a robust mutex is lost. Its trylock keeps the mutex: who locks it afterwards
// waits for ever, who unlocks it is killed. And of several who wait it wakes one only.
bool meetsBugOfLostMutex(const Run& run, const Names& names) {
  const auto isLock = [](const std::string& name) {
    return name == "pthread_mutex_lock" || name.starts_with("pthread_cond_");
  };
  bool kept = false, lost = false;
  int waiting = 0;
  for (const Event& e : run.events) {
    if (!names.contains(e.site)) continue;
    const std::string& name = names.at(e.site);
    if (isLock(name)) waiting += e.kind == Event::Kind::Begin ? 1 : e.kind == Event::Kind::End ? -1 : 0;
    if (e.kind != Event::Kind::End || e.value != ENOTRECOVERABLE) continue;
    (name == "pthread_mutex_trylock" ? kept : lost) = true;
  }
  return kept || (lost && waiting > 0 && run.end == End::Hang);
}

// A robust mutex that is lost may also be waited for until the time is over.
bool isLostOrLate(const Event& a, const Event& b) {
  const auto is = [](int value) { return value == ETIMEDOUT || value == ENOTRECOVERABLE; };
  return is(a.value) && is(b.value);
}

// The calls that have begun before the turn and not ended.
size_t pendingBefore(const std::vector<std::set<Event>>& turns, size_t turn) {
  std::ptrdiff_t pending = 0;
  for (size_t k = 0; k < turn; ++k)
    for (const Event& e : turns[k])
      pending += e.kind == Event::Kind::Begin ? 1 : e.kind == Event::Kind::End ? -1 : 0;
  return pending < 0 ? 0 : static_cast<size_t>(pending);
}

bool begins(const std::set<Event>& turn, uint32_t site) {
  return std::ranges::any_of(turn,
                             [&](const Event& e) { return e.kind == Event::Kind::Begin && e.site == site; });
}

// A call ends in the turn that began before it, another than this.
bool goesOn(const std::set<Event>& turn, uint32_t other) {
  return std::ranges::any_of(turn, [&](const Event& e) {
    return e.kind == Event::Kind::End && e.site != other && !begins(turn, e.site);
  });
}

// Both kept to the same order of calls. Where do they part, in a way that no choice explains? Which of
// several waiting threads goes on first is a choice, and so is how far others come before the program ends.
Complaint parted(const Run& model, const Run& native, const Names& names) {
  const auto m = turnsOf(model), n = turnsOf(native);
  for (size_t k = 0; k < std::min(m.size(), n.size()); ++k) {
    if (m[k] == n[k]) continue;
    std::vector<Event> onlyModel, onlyNative;
    std::ranges::set_difference(m[k], n[k], std::back_inserter(onlyModel));
    std::ranges::set_difference(n[k], m[k], std::back_inserter(onlyNative));
    const bool severalWait = pendingBefore(m, k) > 1;
    for (const Event& a : onlyModel)
      for (const Event& b : onlyNative)
        if (a.kind == Event::Kind::End && b.kind == a.kind && a.site == b.site &&
            !mayVary(names.at(a.site)) && !isLostOrLate(a, b) && (!severalWait || begins(m[k], a.site)))
          return fmt::format("forced: the model says {}, the machine {}", toString(a, names),
                             toString(b, names));
    if (!onlyModel.empty() && !onlyNative.empty()) return std::nullopt;
    const Event& e = onlyModel.empty() ? onlyNative[0] : onlyModel[0];
    const std::string name = names.contains(e.site) ? names.at(e.site) : "";
    const bool last =
        (model.end != End::Hang && k + 1 == m.size()) || (native.end != End::Hang && k + 1 == n.size());
    // Several waited, and another went on where this one did not: it may be the next.
    const bool laterThanOther =
        severalWait && !begins(m[k], e.site) && goesOn(onlyModel.empty() ? m[k] : n[k], e.site);
    if (e.kind != Event::Kind::End || mayVary(name) || last || laterThanOther ||
        (isJoin(name) && wakesOne(names)))
      return std::nullopt;
    return fmt::format("forced: {} on the {}, where the other waits", toString(e, names),
                       onlyModel.empty() ? "machine" : "model");
  }
  if (m.size() == n.size() && model.end != native.end)
    return fmt::format("forced: the model {}, the machine {}", endOf(model), endOf(native));
  return std::nullopt;
}

bool sameWay(const Run& a, const Run& b) { return a.end == b.end && turnsOf(a) == turnsOf(b); }

std::vector<Script> scriptsOf(const std::vector<Run>& expected) {
  std::vector<Script> scripts;
  for (const Run& r : expected) {
    Script s{r.program, {}};
    for (const Event& e : r.events)
      if (e.kind == Event::Kind::Begin) s.sites.push_back(e.site);
    scripts.push_back(std::move(s));
  }
  return scripts;
}

} // namespace

Comparison::Comparison(std::filesystem::path folder) : folder_(std::move(folder)) {
  std::filesystem::create_directories(folder_);
}

std::vector<Complaint> Comparison::compare(const std::vector<std::string>& programs, const Effort& effort,
                                           uint64_t seed) {
  std::vector<Complaint> complaints(programs.size());
  Models models(programs.size()), patient(programs.size()); // the latter: nobody wakes up without a reason
  std::vector<Run> expected;
  for (size_t i = 0; i < programs.size(); ++i) {
    const std::filesystem::path file = folder_ / "model.c";
    std::ofstream(file) << programs[i];
    try {
      models[i] = modelOf(file, true);
      patient[i] = modelOf(file, false);
      for (int k = 0; k < effort.scripts; ++k) {
        Run r = simulate(*patient[i], seed + i * 1000 + static_cast<uint64_t>(k));
        r.program = i;
        if (r.end != End::Slow) expected.push_back(std::move(r));
      }
    } catch (const InputError& e) {
      complaints[i] = std::string("refused: ") + e.what();
      models[i].reset();
      if (effort.counted) ++tally_.refused;
    }
  }
  std::vector<Names> names;
  const std::vector<Run> runs =
      Batch(folder_, programs)
          .run({.freeRuns = effort.freeRuns, .turnRuns = effort.turnRuns, .seed = seed}, scriptsOf(expected),
               names);
  size_t script = 0;
  Tally t;
  t.programs = static_cast<int>(programs.size());
  for (const Run& r : runs) {
    const Run* forced = r.scripted ? &expected.at(script++) : nullptr;
    Complaint& c = complaints[r.program];
    if (c || !models[r.program]) continue;
    if (r.end == End::Slow) ++t.unfinished;
    if (r.end == End::Slow) continue;
    ++(forced ? t.forced : t.walked);
    if (effort.counted) coverage_.add(r, names[r.program]);
    if (forced && sameWay(*forced, r)) continue;
    const Walked w = walk(*models[r.program], r);
    if (w.possible == Possible::Unfinished) ++t.unfinished;
    if (w.possible == Possible::No && !meetsBugOfLostMutex(r, names[r.program]))
      c = fmt::format("the model can't do what the machine did, from event {} on: {}", w.matched,
                      toString(r, names[r.program]));
    if (!forced || c) continue;
    ++t.otherWay;
    const bool choosesItself =
        r.ambiguous || cancels(r, names[r.program]) || meetsBugOfLostMutex(r, names[r.program]);
    if (effort.sameOrder && !choosesItself) c = parted(*forced, r, names[r.program]);
    if (c)
      *c += "\n// model: " + toString(*forced, names[r.program]) +
            "\n// machine: " + toString(r, names[r.program]);
  }
  if (effort.counted) {
    tally_.programs += t.programs, tally_.walked += t.walked, tally_.forced += t.forced;
    tally_.otherWay += t.otherWay, tally_.unfinished += t.unfinished;
  }
  return complaints;
}

} // namespace heddle::conform
