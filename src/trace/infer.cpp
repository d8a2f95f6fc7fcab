#include "trace/infer.h"

#include "trace/lockevents.h"

#include <fmt/format.h>
#include <map>
#include <optional>

namespace heddle::trace {

namespace {

struct Call {
  uint32_t begin = 0;
  std::string function;
  std::map<uint64_t, unsigned> sections; // by lock
  bool waits = false;
  bool hasInner = false; // a call in it is a block
};

class ThreadScan {
public:
  ThreadScan(const Trace& trace, uint32_t thread) : trace_(trace), thread_(thread) {}

  // Blocks with what they are, in the order of their ends.
  std::vector<std::pair<Block, std::string>> run() {
    const std::vector<Event>& events = trace_.threads[thread_].events;
    for (uint32_t i = 0; i < events.size(); ++i) {
      const Event& e = events[i];
      if (e.kind == EventKind::Enter) calls_.push_back({i, trace_.site(e).name, {}, false, false});
      if (e.kind == EventKind::Exit && !calls_.empty()) leave(i);
      if (e.kind == EventKind::Sync) sync(i, e);
    }
    return std::move(found_);
  }

private:
  void sync(uint32_t i, const Event& e) {
    const SiteKind kind = trace_.site(e).kind;
    const LockEvent what = locks_.follow(trace_, e);
    const bool ofSection = !what.shared && !what.inWait;
    if (what.acquires() && ofSection) {
      for (Call& c : calls_) ++c.sections[e.address];
      if (!section_) section_ = {i, e.address};
    }
    if (kind == SiteKind::WaitRelease || kind == SiteKind::SemWait || kind == SiteKind::BarrierArrive) {
      for (Call& c : calls_) c.waits = true;
      section_.reset();
    }
    if (what.releases() && ofSection && section_ && section_->second == e.address) {
      const std::string& name = trace_.site(e).name;
      add(section_->first, i, fmt::format("sections of {}", name.empty() ? "a lock" : name));
      section_.reset();
    }
  }

  // Instead of what lies within.
  void add(uint32_t begin, uint32_t end, const std::string& what) {
    while (!found_.empty() && found_.back().first.begin > begin) found_.pop_back();
    found_.emplace_back(Block{thread_, begin, end}, what);
  }

  // The function that a thread begins with is its work, not a block.
  void leave(uint32_t i) {
    const Call call = std::move(calls_.back());
    calls_.pop_back();
    bool repeats = false;
    for (const auto& [lock, n] : call.sections) repeats |= n > 1;
    const bool isBlock = repeats && !call.waits && !call.hasInner && !calls_.empty();
    if (!calls_.empty()) calls_.back().hasInner |= isBlock || call.hasInner;
    if (isBlock) add(call.begin, i, fmt::format("calls of {}", call.function));
  }

  const Trace& trace_;
  uint32_t thread_;
  std::vector<Call> calls_;
  LocksOfThread locks_;
  std::optional<std::pair<uint32_t, uint64_t>> section_; // the outermost: its begin and lock
  std::vector<std::pair<Block, std::string>> found_;
};

} // namespace

InferredBlocks inferBlocks(const Trace& trace) {
  InferredBlocks out;
  std::map<std::string, size_t> counts;
  for (uint32_t t = 0; t < trace.threads.size(); ++t)
    for (const auto& [block, what] : ThreadScan(trace, t).run()) {
      out.blocks.push_back(block);
      ++counts[what];
    }
  for (const auto& [what, n] : counts) out.proposals.push_back(fmt::format("{} {}", n, what));
  return out;
}

} // namespace heddle::trace
