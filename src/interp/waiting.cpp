// Who can't move and why: deadlocks, and cycles of threads that wait for each other.
#include "interp/pending.h"

#include "ccfg/lockstep.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::interp {

using ccfg::none;

uint32_t sectionHolder(const Code& code, const StateView& s) {
  for (uint32_t t = 1; t <= s.threadCount(); ++t)
    if (code.isAtomic(s.location(t))) return t;
  return 0;
}

Waiting Prober::waitingAt(const StateView& s, uint32_t thread, ccfg::EdgeId e) {
  const ccfg::Edge& edge = machine_.code().program().edges[e];
  Waiting w;
  w.edge = e;
  for (const ccfg::Operation& op : edge.ops)
    if (const auto* join = std::get_if<ccfg::Join>(&op))
      w.onThread = static_cast<uint32_t>(machine_.evaluate(s, thread, join->handle).value_or(0));
  if (!edge.sync) return w;
  w.onAddress = machine_.evaluate(s, thread, edge.sync->object).value_or(0);
  const ccfg::LockStep lock = ccfg::lockStepOf(edge);
  if (!lock.acquires() || lock.shared || lock.inWait || w.onAddress == 0) return w;
  // The guard of an exclusive lock reads the word at its address, which holds its owner's number.
  StepLog log;
  scratch_.assign(s.bytes());
  enumerator_.start();
  machine_.step(scratch_, thread, e, enumerator_, &log);
  for (const Access& a : log.accesses)
    if (a.address == w.onAddress && !a.isWrite && a.value <= s.threadCount())
      w.owner = static_cast<uint32_t>(a.value);
  return w;
}

std::vector<ThreadStatus> Prober::status(const StateView& s) {
  const Code& code = machine_.code();
  const uint32_t holder = sectionHolder(code, s);
  std::vector<ThreadStatus> all;
  for (uint32_t t = 1; t <= s.threadCount(); ++t) {
    ThreadStatus status;
    status.number = t;
    status.location = s.location(t);
    status.thread = code.program().locations[status.location].thread;
    status.ended = machine_.hasEnded(s, t);
    std::vector<PendingAccess> unused;
    if (!status.ended && (holder == 0 || holder == t))
      status.canMove = pendingOf(s, t, unused) || machine_.canFlush(s, t);
    if (!status.ended && !status.canMove)
      for (ccfg::EdgeId e : code.program().out(status.location)) status.waiting.push_back(waitingAt(s, t, e));
    all.push_back(std::move(status));
  }
  return all;
}

bool isDeadlock(const std::vector<ThreadStatus>& threads) {
  const auto canMove = [](const ThreadStatus& t) { return t.canMove; };
  const auto ended = [](const ThreadStatus& t) { return t.ended; };
  return std::none_of(threads.begin(), threads.end(), canMove) &&
         !std::all_of(threads.begin(), threads.end(), ended);
}

// The one thread that this one waits for, 0 if there is none. With several edges it waits for whichever opens
// first, so they must agree; edges without a sync are a primitive's cases of misuse, and open nothing.
static uint32_t waitsForOne(const ThreadStatus& t) {
  uint32_t one = 0;
  for (const Waiting& w : t.waiting) {
    if (w.onThread == 0 && w.onAddress == 0) continue;
    const uint32_t who = w.onThread != 0 ? w.onThread : w.owner;
    if (who == 0 || (one != 0 && who != one)) return 0;
    one = who;
  }
  return one;
}

std::vector<uint32_t> waitCycle(const std::vector<ThreadStatus>& threads) {
  std::vector<uint32_t> waitsFor(threads.size() + 1, 0);
  for (const ThreadStatus& t : threads) waitsFor[t.number] = waitsForOne(t);
  for (const ThreadStatus& start : threads) {
    std::vector<uint32_t> path;
    uint32_t t = start.number;
    while (t != 0 && t < waitsFor.size() && std::find(path.begin(), path.end(), t) == path.end()) {
      path.push_back(t);
      t = waitsFor[t];
    }
    if (t == start.number) return path;
  }
  return {};
}

std::string deadlockMessage(const ccfg::Program& p, const std::vector<ThreadStatus>& threads) {
  const std::vector<uint32_t> cycle = waitCycle(threads);
  if (!cycle.empty()) return fmt::format("deadlock: threads {} wait for each other", fmt::join(cycle, ", "));
  std::string text;
  for (const ThreadStatus& t : threads) {
    if (t.ended || t.canMove) continue;
    text += fmt::format("{}thread {} waits", text.empty() ? "" : ", ", t.number);
    const std::string what = t.waiting.empty() ? "" : p.edges[t.waiting[0].edge].text;
    if (!what.empty()) text += fmt::format(" in {}", what);
  }
  return "deadlock: " + text;
}

} // namespace heddle::interp
