// See blockwatch.h. The bytes are unpacked, changed and packed again: runs of equal ones become one entry.
#include "interp/blockwatch.h"

#include "ccfg/atomicblocks.h"

#include <algorithm>

namespace heddle::interp {

using ccfg::MarkKind;
using What = Watched::What;

namespace {

bool covers(const Access& a, uint64_t address) { return address - a.address < a.bytes; }

} // namespace

BlockWatch::BlockWatch(const Code& code) : code_(code) {
  for (const ccfg::Edge& e : code.program().edges) {
    counts_.push_back(ccfg::countsInBlocks(e));
    marks_.push_back(std::any_of(e.ops.begin(), e.ops.end(), [](const ccfg::Operation& op) {
      const auto* mark = std::get_if<ccfg::Mark>(&op);
      return mark != nullptr && mark->kind >= MarkKind::TransactionBegin;
    }));
  }
}

void BlockWatch::load(const StateView& s) {
  depths_.clear();
  bytes_.clear();
  for (uint32_t i = 0; i < s.watchedCount(); ++i) {
    const Watched w = s.watched(i);
    if (w.what == What::Depth)
      depths_.emplace_back(w.thread, w.bytes);
    else
      for (uint32_t k = 0; k < w.bytes; ++k) bytes_.push_back({w.thread, w.address + k, w.what});
  }
}

void BlockWatch::save(State& s) const {
  std::vector<Watched> all;
  for (const auto& [thread, depth] : depths_)
    if (depth > 0) all.push_back({0, depth, static_cast<uint16_t>(thread), What::Depth});
  for (const Byte& b : bytes_) {
    Watched* last = all.empty() ? nullptr : &all.back();
    if (last != nullptr && last->what == b.what && last->thread == b.thread &&
        last->address + last->bytes == b.address)
      ++last->bytes;
    else
      all.push_back({b.address, 1, static_cast<uint16_t>(b.thread), b.what});
  }
  s.setWatched(all);
}

uint32_t& BlockWatch::depthOf(uint32_t thread) {
  auto it = depths_.begin();
  while (it != depths_.end() && it->first < thread) ++it;
  if (it == depths_.end() || it->first != thread) it = depths_.insert(it, {thread, 0});
  return it->second;
}

// An end without a beginning means nothing.
void BlockWatch::mark(uint32_t thread, MarkKind kind) {
  uint32_t& depth = depthOf(thread);
  if (kind == MarkKind::TransactionBegin) ++depth;
  if (kind != MarkKind::TransactionEnd || depth == 0) return;
  if (--depth == 0) std::erase_if(bytes_, [&](const Byte& b) { return b.thread == thread; });
}

bool BlockWatch::counts(const Access& a) const {
  const ccfg::ObjectId o = code_.layout().staticAt(a.address);
  return o == ccfg::none || !ccfg::isLibraryObject(code_.program(), o);
}

// What is freed may be found again at the same place as something else.
void BlockWatch::forget(const Access& freed) {
  std::erase_if(bytes_, [&](const Byte& b) { return covers(freed, b.address); });
}

bool BlockWatch::own(uint32_t thread, const Access& a) {
  const auto before = [](const Byte& x, const Byte& y) {
    return std::pair(x.thread, x.address) < std::pair(y.thread, y.address);
  };
  for (uint64_t k = 0; k < a.bytes; ++k) {
    const Byte byte{thread, a.address + k, a.isWrite ? What::Written : What::Read};
    const auto it = std::lower_bound(bytes_.begin(), bytes_.end(), byte, before);
    if (it == bytes_.end() || it->thread != thread || it->address != byte.address) {
      bytes_.insert(it, byte);
      continue;
    }
    if (it->what == What::Broken || (it->what == What::Seen && a.isWrite)) return true;
    if (a.isWrite) it->what = What::Written;
  }
  return false;
}

void BlockWatch::byOther(uint32_t thread, const Access& a) {
  for (Byte& b : bytes_) {
    if (b.thread == thread || !covers(a, b.address)) continue;
    if (a.isWrite)
      b.what = What::Broken;
    else if (b.what == What::Written)
      b.what = What::Seen;
  }
}

std::optional<Access> BlockWatch::step(State& s, uint32_t thread, ccfg::EdgeId e,
                                       const std::vector<Access>& accesses) {
  if (!marks_[e] && (s.view().watchedCount() == 0 || accesses.empty())) return std::nullopt;
  load(s.view());
  const std::vector<ccfg::Operation>& ops = code_.program().edges[e].ops;
  size_t next = 0;
  for (uint32_t i = 0; i < ops.size(); ++i) {
    if (const auto* m = std::get_if<ccfg::Mark>(&ops[i])) mark(thread, m->kind);
    for (; next < accesses.size() && accesses[next].op == i; ++next) {
      const Access& a = accesses[next];
      if (a.isFree) forget(a);
      if (a.isFree || !counts_[e] || !counts(a)) continue;
      byOther(thread, a);
      if (depthOf(thread) > 0 && own(thread, a)) return a;
    }
  }
  save(s);
  return std::nullopt;
}

// ---- which three it were

namespace {

// Where the block began that the last step's thread is in; nothing: it is in none.
std::optional<size_t> beginOfBlock(const Code& code, const std::vector<BlockStep>& steps) {
  const uint32_t thread = steps.back().thread;
  size_t begin = 0;
  uint32_t depth = 0;
  for (size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].thread != thread || steps[i].edge == ccfg::none) continue;
    for (const ccfg::Operation& op : code.program().edges[steps[i].edge].ops) {
      const auto* mark = std::get_if<ccfg::Mark>(&op);
      if (mark == nullptr) continue;
      if (mark->kind == MarkKind::TransactionBegin && depth++ == 0) begin = i;
      if (mark->kind == MarkKind::TransactionEnd && depth > 0 && i + 1 < steps.size()) --depth;
    }
  }
  return depth > 0 ? std::optional(begin) : std::nullopt;
}

bool overlaps(const Access& a, const Access& b) {
  return a.address < b.address + b.bytes && b.address < a.address + a.bytes;
}

class Triples {
public:
  Triples(const Code& code, const std::vector<BlockStep>& steps, size_t begin)
      : code_(code), steps_(steps), begin_(begin) {}

  // The latest: what is closest to the violation is easiest to see.
  std::optional<BrokenBlock> find() const {
    const size_t last = steps_.size() - 1;
    for (const Access& a2 : accessesOf(last))
      for (size_t j = last; j-- > begin_;) {
        if (steps_[j].thread == steps_[last].thread) continue;
        for (const Access& b : accessesOf(j))
          if (overlaps(a2, b))
            if (auto found = withFirst(j, b, a2)) return found;
      }
    return std::nullopt;
  }

private:
  std::vector<Access> accessesOf(size_t step) const {
    if (steps_[step].edge == ccfg::none || !ccfg::countsInBlocks(code_.program().edges[steps_[step].edge]))
      return {};
    return steps_[step].accesses;
  }
  std::optional<BrokenBlock> withFirst(size_t j, const Access& b, const Access& a2) const {
    for (size_t i = j; i-- > begin_;) {
      if (steps_[i].thread != steps_.back().thread) continue;
      for (const Access& a1 : accessesOf(i)) {
        const uint64_t low = std::max({a1.address, b.address, a2.address});
        const bool meet = covers(a1, low) && covers(b, low) && covers(a2, low);
        if (meet && !a1.isFree && !b.isFree && !a2.isFree &&
            ccfg::breaksBlock(a1.isWrite, b.isWrite, a2.isWrite))
          return BrokenBlock{i, j, steps_.size() - 1, a1, b, a2};
      }
    }
    return std::nullopt;
  }

  const Code& code_;
  const std::vector<BlockStep>& steps_;
  size_t begin_;
};

} // namespace

std::optional<BrokenBlock> brokenBlock(const Code& code, const std::vector<BlockStep>& steps) {
  if (steps.empty()) return std::nullopt;
  const std::optional<size_t> begin = beginOfBlock(code, steps);
  return begin ? Triples(code, steps, *begin).find() : std::nullopt;
}

} // namespace heddle::interp
