// Probabilistic concurrency testing: priorities with few changes (Burckhardt, Kothari, Musuvathi,
// Nagarakatte, ASPLOS 2010); see execution.h.
#include "engines/sample/execution.h"

#include <algorithm>

namespace heddle::sample {

using ccfg::Property;
using interp::StepKind;

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
    : machine_(machine), random_(seed), values_(random_), state_(machine.initialState()),
      before_(machine.initialState()), seed_(seed) {
  schedule_.memoryModel = machine.code().memoryModel();
  const unsigned changes = seed < 3 ? 0 : random_() % (mostChanges + 1);
  for (unsigned k = 0; k < changes; ++k) changes_.push_back(random_() % expectedSteps);
  newThreads();
}

void Execution::newThreads() {
  while (priority_.size() <= state_.view().threadCount()) {
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
  for (size_t k = 0; k < mostSteps; ++k) {
    if (k % 256 == 255 && budget.exhausted()) return;
    if (machine_.properties().has(Property::Race) && races()) return;
    if (!step()) return;
  }
}

bool Execution::races() {
  interp::Prober prober(machine_);
  const auto race = interp::raceViolation(machine_.code(), state_.view(), prober.pending(state_.view()));
  if (!race) return false;
  schedule_.violation = *race;
  violated_ = true;
  return true;
}

std::vector<uint32_t> Execution::byPriority() const {
  std::vector<uint32_t> threads;
  if (const uint32_t holder = interp::sectionHolder(machine_.code(), state_.view())) return {holder};
  for (uint32_t t = 1; t <= state_.view().threadCount(); ++t) threads.push_back(t);
  std::ranges::sort(threads, std::greater{}, [&](uint32_t t) { return priority_[t]; });
  return threads;
}

bool Execution::step() {
  for (uint32_t t : byPriority()) {
    const Moved moved = move(t);
    if (moved == Moved::No) continue;
    if (moved == Moved::End) return false;
    inARow_ = t == running_ ? inARow_ + 1 : 0;
    running_ = t;
    newThreads();
    if (inARow_ > mostInARow || std::ranges::count(changes_, schedule_.steps.size()) > 0) {
      yield(t);
      inARow_ = 0;
    }
    return true;
  }
  deadlocks();
  return false;
}

void Execution::deadlocks() {
  if (!machine_.properties().has(Property::Deadlock)) return;
  interp::Prober prober(machine_);
  const auto threads = prober.status(state_.view());
  if (!interp::isDeadlock(threads)) return;
  schedule_.violation = {};
  schedule_.violation.property = Property::Deadlock;
  schedule_.violation.message = interp::deadlockMessage(machine_.code().program(), threads);
  violated_ = true;
}

bool Execution::flush(uint32_t thread) {
  const std::vector<uint64_t> open = machine_.flushable(state_.view(), thread);
  if (open.empty()) return false;
  machine_.flush(state_, thread, open[random_() % open.size()], &log_);
  schedule_.steps.push_back({thread, ccfg::none, log_.values});
  return true;
}

Execution::Moved Execution::move(uint32_t thread) {
  const bool buffers = machine_.code().hasBuffers();
  if (buffers && random_() % 4 == 0 && flush(thread)) return Moved::Yes;
  std::vector<ccfg::EdgeId> out = machine_.code().program().out(state_.view().location(thread));
  std::ranges::shuffle(out, random_);
  for (ccfg::EdgeId e : out)
    if (const Moved moved = moveAlong(thread, e); moved != Moved::No) return moved;
  return buffers && flush(thread) ? Moved::Yes : Moved::No;
}

Execution::Moved Execution::moveAlong(uint32_t thread, ccfg::EdgeId edge) {
  before_.assign(state_.bytes());
  const StepKind kind = machine_.step(state_, thread, edge, values_, &log_);
  if (kind == StepKind::Disabled) {
    if (machine_.touched()) state_.assign(before_.bytes());
    return Moved::No;
  }
  schedule_.steps.push_back({thread, edge, log_.values});
  if (kind == StepKind::Done) return Moved::Yes;
  if (kind != StepKind::Violation) return Moved::End;
  violated_ = true;
  schedule_.violation = {
      machine_.violation().property, machine_.violation().message, thread, edge, 0, ccfg::none};
  return Moved::End;
}

} // namespace heddle::sample
