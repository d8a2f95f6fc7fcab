// Vector clocks, numbered; see forkjoin.h.
#include "engines/explore/forkjoin.h"

#include <algorithm>

namespace heddle::explore {

namespace {

template <typename T>
std::span<const uint8_t> bytesOf(const std::vector<T>& all) {
  return {reinterpret_cast<const uint8_t*>(all.data()), all.size() * sizeof(T)};
}

template <typename T>
std::vector<T> fromBytes(std::span<const uint8_t> bytes) {
  std::vector<T> all(bytes.size() / sizeof(T));
  std::memcpy(all.data(), bytes.data(), bytes.size());
  return all;
}

constexpr uint32_t mainName = 1, mainNumber = 1;
constexpr size_t mostNames = 64; // that are looked for under other numbers

} // namespace

ForkJoinOrder::ForkJoinOrder() { intern(std::vector<Epoch>{intern(Row{mainNumber, 0, {{mainName, 1}}})}); }

std::vector<ForkJoinOrder::Epoch> ForkJoinOrder::load(Clocks clocks) const {
  return fromBytes<Epoch>(clocks_.bytes(clocks));
}

ForkJoinOrder::Epoch ForkJoinOrder::intern(const Row& row) {
  std::vector<uint32_t> numbers{row.thread, row.round};
  for (const Known& k : row.known) numbers.insert(numbers.end(), {k.name, k.time});
  const auto [number, fresh, nothing] = epochs_.intern(bytesOf(numbers));
  if (fresh) rows_.push_back(row);
  return number;
}

ForkJoinOrder::Clocks ForkJoinOrder::intern(const std::vector<Epoch>& all) {
  return clocks_.intern(bytesOf(all)).number;
}

ForkJoinOrder::Epoch ForkJoinOrder::epochOf(Clocks clocks, uint32_t thread) const {
  Epoch e = 0;
  if (thread * sizeof e > clocks_.bytes(clocks).size()) return e; // too many threads
  std::memcpy(&e, clocks_.bytes(clocks).data() + (thread - 1) * sizeof e, sizeof e);
  return e;
}

// The child knows of its parent what came before.
ForkJoinOrder::Epoch ForkJoinOrder::fork(Row& parent, uint32_t number) {
  Row child = parent;
  child.thread = number;
  child.known.resize(number);
  Known& self = parent.known[parent.thread - 1];
  const uint32_t name = names_.intern(bytesOf(std::vector<uint32_t>{self.name, self.time})).number;
  child.known[number - 1] = {mainName + 1 + name, 1};
  ++self.time;
  return intern(child);
}

ForkJoinOrder::Clocks ForkJoinOrder::after(Clocks before, uint32_t thread, const interp::StepLog& step) {
  if (tooMany_ || step.forked > maxThreads) {
    tooMany_ = true;
    return initial;
  }
  std::vector<Epoch> all = load(before);
  Row own = rows_[all[thread - 1]];
  if (step.forked != 0) {
    all.resize(step.forked);
    all[step.forked - 1] = fork(own, step.forked);
  }
  if (step.joined != 0) {
    const Row& other = rows_[all[step.joined - 1]];
    const bool ofThisRound = other.thread == step.joined && other.round == own.round;
    own.known.resize(std::max(own.known.size(), other.known.size()));
    for (size_t t = 0; ofThisRound && t < other.known.size(); ++t)
      if (other.known[t].time > own.known[t].time) own.known[t] = other.known[t];
  }
  all[thread - 1] = intern(own);
  if (step.joined != 0 && comesAfterAll(own, all)) {
    // What was before need not be told apart any more: equal states become equal again.
    Row first{thread, own.round + 1, std::vector<Known>(thread)};
    first.known[thread - 1] = {mainName, 1};
    all.assign(all.size(), 0);
    all[thread - 1] = intern(first);
  }
  return intern(all);
}

bool ForkJoinOrder::comesAfterAll(const Row& row, const std::vector<Epoch>& all) const {
  for (uint32_t t = 1; t <= all.size(); ++t) {
    const Row& other = rows_[all[t - 1]];
    if (other.thread != t || other.round != row.round || t == row.thread)
      continue; // ended in an earlier round
    if (t > row.known.size() || row.known[t - 1].time < other.known[t - 1].time) return false;
  }
  return true;
}

bool ForkJoinOrder::concurrent(Epoch a, Epoch b) const {
  if (a == b) return false;
  const Row &x = rows_[a], &y = rows_[b];
  if (x.thread == y.thread || x.round != y.round) return false;
  const auto comesBefore = [](const Row& first, const Row& second) {
    return first.thread <= second.known.size() &&
           first.known[first.thread - 1].time <= second.known[first.thread - 1].time;
  };
  return !comesBefore(x, y) && !comesBefore(y, x) && agree(x, y);
}

bool ForkJoinOrder::agree(const Row& a, const Row& b) {
  const size_t common = std::min(a.known.size(), b.known.size());
  for (size_t t = 0; t < common; ++t)
    if (a.known[t].time != 0 && b.known[t].time != 0 && a.known[t].name != b.known[t].name) return false;
  if (std::max(a.known.size(), b.known.size()) > mostNames) return true;
  for (size_t t = 0; t < a.known.size(); ++t)
    for (size_t u = 0; u < b.known.size(); ++u)
      if (t != u && a.known[t].time != 0 && b.known[u].time != 0 && a.known[t].name == b.known[u].name)
        return false;
  return true;
}

} // namespace heddle::explore
