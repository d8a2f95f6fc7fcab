// Probabilistic concurrency testing: priorities with few changes (Burckhardt, Kothari, Musuvathi,
// Nagarakatte, ASPLOS 2010); see execution.h.
#include "engines/sample/execution.h"

#include "interp/pending.h"

#include <algorithm>

namespace heddle::sample {

using ccfg::Property;

namespace {

constexpr size_t mostSteps = 50'000;
constexpr size_t mostInARow = 2'000; // a thread that spins lets others go on
constexpr unsigned mostChanges = 4;

} // namespace

uint64_t Execution::RandomValues::choose(const interp::Choice& c) {
  const interp::Candidates candidates = interp::candidatesFor(c);
  if (!candidates.complete && c.kind == interp::Choice::Kind::Nondet && random_() % 4 == 0) {
    const uint64_t range = c.hi - c.lo;
    return range == ~0ull ? random_() : c.lo + random_() % (range + 1);
  }
  return candidates.at(random_() % candidates.size());
}

Execution::Execution(interp::Machine& machine, uint64_t seed, size_t expectedSteps)
    : machine_(machine), random_(seed), values_(random_), course_(machine), seed_(seed) {
  const unsigned changes = seed < 3 ? 0 : random_() % (mostChanges + 1);
  for (unsigned k = 0; k < changes; ++k) changes_.push_back(random_() % expectedSteps);
  newThreads();
}

void Execution::newThreads() {
  while (priority_.size() <= course_.view().threadCount()) {
    const auto number = static_cast<int64_t>(priority_.size());
    if (seed_ < 3)
      priority_.push_back(seed_ == 1 ? -number : number);
    else
      priority_.push_back(static_cast<int64_t>(random_() >> 1));
    lowest_ = std::min(lowest_, priority_.back());
  }
}

void Execution::yield(uint32_t thread) { priority_[thread] = --lowest_; }

void Execution::run(const Budget& budget) {
  const bool races = machine_.properties().has(Property::Race);
  for (size_t k = 0; k < mostSteps && !course_.over(); ++k) {
    if (k % 256 == 255 && budget.exhausted()) return;
    if (races) course_.endIfRacing();
    if (course_.over() || step()) continue;
    if (machine_.properties().has(Property::Deadlock)) course_.endIfDeadlocked();
    return;
  }
}

std::vector<uint32_t> Execution::byPriority() const {
  std::vector<uint32_t> threads;
  if (const uint32_t holder = interp::sectionHolder(machine_.code(), course_.view())) return {holder};
  for (uint32_t t = 1; t <= course_.view().threadCount(); ++t) threads.push_back(t);
  std::ranges::sort(threads, std::greater{}, [&](uint32_t t) { return priority_[t]; });
  return threads;
}

bool Execution::step() {
  for (uint32_t t : byPriority()) {
    if (!move(t)) continue;
    if (course_.over()) return true;
    inARow_ = t == running_ ? inARow_ + 1 : 0;
    running_ = t;
    newThreads();
    if (inARow_ > mostInARow || std::ranges::count(changes_, schedule().steps.size()) > 0) {
      yield(t);
      inARow_ = 0;
    }
    return true;
  }
  return false;
}

bool Execution::flush(uint32_t thread) {
  const std::vector<uint64_t> open = machine_.flushable(course_.view(), thread);
  return !open.empty() && course_.flush(thread, open[random_() % open.size()]);
}

bool Execution::move(uint32_t thread) {
  const bool buffers = machine_.code().hasBuffers();
  if (buffers && random_() % 4 == 0 && flush(thread)) return true;
  std::vector<ccfg::EdgeId> out = machine_.code().program().out(course_.view().location(thread));
  std::ranges::shuffle(out, random_);
  return std::ranges::any_of(out, [&](ccfg::EdgeId e) { return course_.step(thread, e, values_); }) ||
         (buffers && flush(thread));
}

} // namespace heddle::sample
