// Sorting by the edges that stages and After events give. The events of a shard fall into stages: who made
// version v, who read it, who made the next one; a stage begins when the one before is over. Linear but for
// the sorting of events that have stages.
#include "trace/eventorder.h"

#include "support/error.h"
#include "support/ticker.h"

#include <algorithm>
#include <compare>
#include <deque>
#include <map>

namespace heddle::trace {

namespace {

class Sorter {
public:
  Sorter(const Trace& trace, const Budget& budget) : trace_(trace), ticker_(budget) {
    uint64_t total = 0;
    for (const Thread& t : trace.threads) {
      first_.push_back(total);
      total += t.events.size();
    }
    if (total >= UINT32_MAX) throw InputError("the trace has too many events");
    stageOf_.assign(total, none);
    result_.reserve(total);
  }

  std::vector<EventRef> run() {
    makeStages();
    findThreads();
    next_.assign(trace_.threads.size(), 0);
    awaited_.assign(trace_.threads.size(), SIZE_MAX);
    for (uint32_t t = 0; t < trace_.threads.size(); ++t) ready_.push_back(t);
    while (!ready_.empty()) {
      const uint32_t t = ready_.front();
      ready_.pop_front();
      runThread(t);
    }
    if (result_.size() != stageOf_.size())
      throw InputError("the trace is damaged: the order of its events is cyclic");
    return std::move(result_);
  }

private:
  static constexpr uint32_t none = UINT32_MAX;

  // Stages of a shard are consecutive; the last one of a shard is followed by another shard's first, which
  // waits for nobody.
  struct Stage {
    uint32_t open = 0;  // events that have not gone
    bool first = false; // of its shard
  };

  void makeStages() {
    struct Entry {
      uint32_t shard;
      uint32_t event;
      uint64_t stage;
    };
    std::vector<Entry> entries;
    forEachStaged([&](uint64_t index, const Event& e) {
      entries.push_back({heddleShardOf(e.address), static_cast<uint32_t>(index), e.stage});
    });
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
      return a.shard != b.shard ? a.shard < b.shard : a.stage < b.stage;
    });
    for (size_t i = 0; i < entries.size(); ++i) {
      const bool first = i == 0 || entries[i].shard != entries[i - 1].shard;
      if (first || entries[i].stage != entries[i - 1].stage) stages_.push_back({0, first});
      ++stages_.back().open;
      stageOf_[entries[i].event] = static_cast<uint32_t>(stages_.size() - 1);
    }
  }

  template <typename F>
  void forEachStaged(F f) const {
    for (size_t t = 0; t < trace_.threads.size(); ++t)
      for (size_t i = 0; i < trace_.threads[t].events.size(); ++i)
        if (trace_.threads[t].events[i].stage != 0) f(first_[t] + i, trace_.threads[t].events[i]);
  }

  void findThreads() {
    for (uint32_t t = 0; t < trace_.threads.size(); ++t) byNumber_[trace_.threads[t].number] = t;
    created_.assign(trace_.threads.size(), true);
    for (const Thread& t : trace_.threads)
      for (const Event& e : t.events)
        if (e.kind == EventKind::Create)
          if (auto child = byNumber_.find(static_cast<uint32_t>(e.value)); child != byNumber_.end())
            created_[child->second] = false;
  }

  // What a thread can wait for: the end of a stage, its creation, the end of another thread, some of its
  // events.
  struct Reason {
    enum Kind : uint8_t { Nothing, Stage, Creation, End, Progress } kind = Nothing;
    uint32_t which = 0;
    auto operator<=>(const Reason&) const = default;
  };

  Reason waitsFor(uint32_t t) {
    const Event& e = trace_.threads[t].events[next_[t]];
    if (next_[t] == 0 && !created_[t]) return {Reason::Creation, t};
    if (e.kind == EventKind::Join)
      if (auto child = byNumber_.find(static_cast<uint32_t>(e.value));
          child != byNumber_.end() && !atEnd(child->second))
        return {Reason::End, child->second};
    if (e.kind == EventKind::After)
      if (auto other = byNumber_.find(static_cast<uint32_t>(e.value));
          other != byNumber_.end() && next_[other->second] < e.address) {
        awaited_[other->second] = std::min<size_t>(awaited_[other->second], e.address);
        return {Reason::Progress, other->second};
      }
    const uint32_t stage = stageOf_[first_[t] + next_[t]];
    if (stage == none || stages_[stage].first || stages_[stage - 1].open == 0) return {};
    return {Reason::Stage, stage - 1};
  }

  bool atEnd(uint32_t t) const { return next_[t] == trace_.threads[t].events.size(); }

  void runThread(uint32_t t) {
    while (!atEnd(t)) {
      if (const Reason reason = waitsFor(t); reason.kind != Reason::Nothing) {
        waiting_[reason].push_back(t);
        return;
      }
      go(t);
    }
    wake({Reason::End, t});
  }

  void go(uint32_t t) {
    ticker_.tick();
    const Event& e = trace_.threads[t].events[next_[t]];
    const uint32_t stage = stageOf_[first_[t] + next_[t]];
    // A stage is over only when the one before it is, since its events wait for that.
    if (stage != none && --stages_[stage].open == 0) wake({Reason::Stage, stage});
    if (e.kind == EventKind::Create)
      if (auto child = byNumber_.find(static_cast<uint32_t>(e.value)); child != byNumber_.end()) {
        created_[child->second] = true;
        wake({Reason::Creation, child->second});
      }
    result_.push_back({t, static_cast<uint32_t>(next_[t])});
    if (++next_[t] >= awaited_[t]) {
      awaited_[t] = SIZE_MAX; // who waits for more will say so again
      wake({Reason::Progress, t});
    }
  }

  void wake(const Reason& reason) {
    if (auto found = waiting_.find(reason); found != waiting_.end()) {
      ready_.insert(ready_.end(), found->second.begin(), found->second.end());
      waiting_.erase(found);
    }
  }

  const Trace& trace_;
  Ticker ticker_;
  std::vector<uint64_t> first_; // by thread: index of its first event among all
  std::vector<uint32_t> stageOf_;
  std::vector<Stage> stages_;
  std::map<uint32_t, uint32_t> byNumber_;
  std::vector<bool> created_;
  std::vector<size_t> next_;
  std::vector<size_t> awaited_; // by thread: how many of its events somebody waits for
  std::deque<uint32_t> ready_;
  std::map<Reason, std::vector<uint32_t>> waiting_;
  std::vector<EventRef> result_;
};

} // namespace

std::vector<EventRef> totalOrder(const Trace& trace, const Budget& budget) {
  return Sorter(trace, budget).run();
}

} // namespace heddle::trace
