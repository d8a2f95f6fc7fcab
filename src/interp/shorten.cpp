// Blocks of steps are moved and left out as long as the violation still shows; see shorten.h.
#include "interp/shorten.h"

#include <algorithm>

namespace heddle::interp {

using ccfg::Property;
using ccfg::ScheduleStep;

namespace {

using Steps = std::vector<ScheduleStep>;

// Feeds recorded values; a step that needs others than it had has diverged.
class Recorded : public Chooser {
public:
  explicit Recorded(const std::vector<uint64_t>& values) : values_(values) {}
  uint64_t choose(const Choice& c) override {
    const uint64_t value = next_ < values_.size() ? values_[next_] : c.lo;
    fits_ &= next_ < values_.size() && value >= c.lo && value <= c.hi && (value & c.known) == c.knownBits;
    ++next_;
    return value;
  }
  bool fits() const { return fits_ && next_ == values_.size(); }

private:
  const std::vector<uint64_t>& values_;
  size_t next_ = 0;
  bool fits_ = true;
};

class BlockMover {
public:
  BlockMover(Machine& machine, const ccfg::Schedule& schedule, const ShortenLimits& limits,
             const Budget& budget)
      : machine_(machine), prober_(machine), best_(schedule), partialDeadlock_(limits.partialDeadlock),
        budget_(budget), end_(budget.elapsed() + limits.seconds) {}

  ccfg::Schedule run() {
    bool better = true;
    while (better) better = dropBlocks() || joinBlocks() || dropTails();
    return best_;
  }

private:
  struct Block {
    size_t begin, end;
  };

  std::vector<Block> blocks() const {
    std::vector<Block> all;
    for (size_t i = 0; i < best_.steps.size(); ++i)
      if (i == 0 || best_.steps[i].thread != best_.steps[i - 1].thread)
        all.push_back({i, i + 1});
      else
        all.back().end = i + 1;
    return all;
  }
  bool outOfTime() const { return budget_.elapsed() > end_ || budget_.exhausted(); }

  bool dropBlocks();
  bool joinBlocks();
  bool dropTails();
  bool drop(size_t begin, size_t end);
  bool accept(Steps steps);
  bool shows(const Steps& steps, ccfg::Violation& violation);
  bool showsAtTheEnd(const StateView& s, ccfg::Violation& violation);

  Machine& machine_;
  Prober prober_;
  ccfg::Schedule best_;
  bool partialDeadlock_;
  const Budget& budget_;
  double end_;
};

// What a thread did last may not matter for the violation.
bool BlockMover::dropBlocks() {
  const std::vector<Block> all = blocks();
  std::vector<uint32_t> seen;
  for (size_t i = all.size(); i-- > 0 && !outOfTime();) {
    const uint32_t thread = best_.steps[all[i].begin].thread;
    if (std::find(seen.begin(), seen.end(), thread) != seen.end()) continue;
    seen.push_back(thread);
    if (drop(all[i].begin, all[i].end)) return true;
  }
  return false;
}

// Or the last part of it: half, a quarter, ..., one step.
bool BlockMover::dropTails() {
  const std::vector<Block> all = blocks();
  std::vector<uint32_t> seen;
  for (size_t i = all.size(); i-- > 0;) {
    const uint32_t thread = best_.steps[all[i].begin].thread;
    if (std::find(seen.begin(), seen.end(), thread) != seen.end()) continue;
    seen.push_back(thread);
    for (size_t part = (all[i].end - all[i].begin) / 2; part > 0 && !outOfTime(); part /= 2)
      if (drop(all[i].end - part, all[i].end)) return true;
  }
  return false;
}

bool BlockMover::drop(size_t begin, size_t end) {
  Steps steps = best_.steps;
  steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(begin),
              steps.begin() + static_cast<std::ptrdiff_t>(end));
  return accept(std::move(steps));
}

// Two blocks of one thread with others in between become one, there or here.
bool BlockMover::joinBlocks() {
  const std::vector<Block> all = blocks();
  for (size_t i = 0; i < all.size() && !outOfTime(); ++i) {
    size_t j = i + 1;
    while (j < all.size() && best_.steps[all[j].begin].thread != best_.steps[all[i].begin].thread) ++j;
    if (j == all.size()) continue;
    const auto at = [](size_t n) { return static_cast<std::ptrdiff_t>(n); };
    Steps later = best_.steps; // block i moves down to block j
    std::rotate(later.begin() + at(all[i].begin), later.begin() + at(all[i].end),
                later.begin() + at(all[j].begin));
    if (accept(std::move(later))) return true;
    Steps earlier = best_.steps; // block j moves up to block i
    std::rotate(earlier.begin() + at(all[i].end), earlier.begin() + at(all[j].begin),
                earlier.begin() + at(all[j].end));
    if (accept(std::move(earlier))) return true;
  }
  return false;
}

bool BlockMover::accept(Steps steps) {
  const size_t before = ccfg::contextSwitches(best_.steps), after = ccfg::contextSwitches(steps);
  if (std::pair(after, steps.size()) >= std::pair(before, best_.steps.size())) return false;
  ccfg::Violation violation;
  if (!shows(steps, violation)) return false;
  best_.steps = std::move(steps);
  best_.violation = std::move(violation);
  return true;
}

bool BlockMover::shows(const Steps& steps, ccfg::Violation& violation) {
  State s = machine_.initialState();
  for (size_t i = 0; i < steps.size(); ++i) {
    const ScheduleStep& step = steps[i];
    const StateView v = s.view();
    const uint32_t holder = sectionHolder(machine_.code(), v);
    if (step.thread > v.threadCount() || (holder != 0 && holder != step.thread)) return false;
    if (step.isFlush()) {
      if (!machine_.flush(s, step.thread, step.values[0])) return false;
      continue;
    }
    if (machine_.code().program().edges[step.edge].from != v.location(step.thread)) return false;
    Recorded values(step.values);
    const StepKind kind = machine_.step(s, step.thread, step.edge, values);
    if (!values.fits()) return false;
    if (kind == StepKind::Violation) {
      violation = {
          machine_.violation().property, machine_.violation().message, step.thread, step.edge, 0, ccfg::none};
      return i + 1 == steps.size() && violation.property == best_.violation.property;
    }
    if (kind != StepKind::Done) return false;
  }
  return showsAtTheEnd(s.view(), violation);
}

bool BlockMover::showsAtTheEnd(const StateView& s, ccfg::Violation& violation) {
  if (best_.violation.property == Property::Race) {
    const auto race = raceViolation(machine_.code(), s, prober_.pending(s));
    if (race) violation = *race;
    return race.has_value();
  }
  if (best_.violation.property != Property::Deadlock) return false;
  const std::vector<ThreadStatus> threads = prober_.status(s);
  violation = {Property::Deadlock, deadlockMessage(machine_.code().program(), threads)};
  return isDeadlock(threads) || (partialDeadlock_ && !waitCycle(threads).empty());
}

} // namespace

ccfg::Schedule shorten(Machine& machine, const ccfg::Schedule& schedule, const ShortenLimits& limits,
                       const Budget& budget) {
  return BlockMover(machine, schedule, limits, budget).run();
}

} // namespace heddle::interp
