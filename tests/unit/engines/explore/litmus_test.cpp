// Store buffers against the axioms: random litmus tests, whose outcomes are found a second time without any
// buffer.
//
// An execution is a total order of the events in which those of a thread keep their order as far as the model
// demands it; a read takes the last, in that order, of the stores before it and of its own thread's earlier
// ones.
#include "check.h"

#include <algorithm>
#include <random>
#include <set>

#include <fmt/format.h>

namespace heddle::explore {
namespace {

using ccfg::MemoryModel;

enum class Kind : uint8_t { Load, Store, Release, SeqCst, Exchange, FullFence, ReleaseFence };

struct Event {
  Kind kind;
  unsigned thread, place;
  unsigned value = 0, read = 0; // what it stores, from 1; its number among the reads
  bool reads() const { return kind == Kind::Load || kind == Kind::Exchange; }
  bool writes() const { return kind != Kind::Load && !isFence(); }
  bool isFull() const { return kind == Kind::SeqCst || kind == Kind::Exchange; }
  bool isFence() const { return kind == Kind::FullFence || kind == Kind::ReleaseFence; }
};

using Outcome = std::vector<unsigned>; // by read

struct Litmus {
  std::vector<Event> events; // by thread, in program order
  unsigned reads = 0;
};

constexpr unsigned places = 2, mostValue = 3, mostReads = 3; // a value has two bits

Litmus randomLitmus(std::mt19937_64& random) {
  Litmus l;
  unsigned values = 0;
  for (unsigned thread = 0; thread < 2; ++thread)
    for (unsigned i = 0, count = 3 + random() % 2; i < count; ++i) {
      const Kind kinds[] = {Kind::Load,   Kind::Load,     Kind::Load,      Kind::Load,
                            Kind::Load,   Kind::Load,     Kind::Store,     Kind::Store,
                            Kind::Store,  Kind::Store,    Kind::Store,     Kind::Release,
                            Kind::SeqCst, Kind::Exchange, Kind::FullFence, Kind::ReleaseFence};
      Event e{kinds[random() % std::size(kinds)], thread, static_cast<unsigned>(random() % places)};
      if (e.writes() && values == mostValue) e.kind = Kind::Load;
      if (e.reads() && l.reads == mostReads) e.kind = Kind::FullFence;
      if (e.writes()) e.value = ++values;
      if (e.reads()) e.read = l.reads++;
      l.events.push_back(e);
    }
  return l;
}

// ---- the axioms

bool keepsOrder(const Litmus& l, size_t a, size_t b, MemoryModel model) {
  const Event &first = l.events[a], &second = l.events[b];
  if (first.thread != second.thread) return false;
  if (first.kind == Kind::Load || first.isFull() || second.isFull()) return true;
  bool fence = false, storeFence = second.kind == Kind::Release;
  for (size_t i = a; i < b; ++i) {
    fence |= l.events[i].kind == Kind::FullFence;
    storeFence |= l.events[i].kind == Kind::ReleaseFence;
  }
  if (fence) return true;
  if (second.kind == Kind::Load) return model == MemoryModel::Sc;
  return model != MemoryModel::Pso || first.place == second.place || storeFence;
}

Outcome outcomeOf(const Litmus& l, const std::vector<size_t>& order) {
  Outcome outcome(l.reads, 0);
  for (size_t at = 0; at < order.size(); ++at) {
    const Event& read = l.events[order[at]];
    if (!read.reads()) continue;
    for (size_t i = 0; i < order.size(); ++i) { // the last that counts
      const Event& store = l.events[order[i]];
      const bool own = store.thread == read.thread && order[i] < order[at];
      if (store.writes() && store.place == read.place && (i < at || own)) outcome[read.read] = store.value;
    }
  }
  return outcome;
}

std::set<Outcome> byAxioms(const Litmus& l, MemoryModel model) {
  std::vector<size_t> order;
  for (size_t i = 0; i < l.events.size(); ++i)
    if (!l.events[i].isFence()) order.push_back(i);
  std::set<Outcome> all;
  do {
    bool legal = true;
    for (size_t i = 0; i < order.size() && legal; ++i)
      for (size_t j = i + 1; j < order.size() && legal; ++j)
        legal = order[i] < order[j] || !keepsOrder(l, order[j], order[i], model);
    if (legal) all.insert(outcomeOf(l, order));
  } while (std::next_permutation(order.begin(), order.end()));
  return all;
}

// ---- the engine

std::string operation(const Event& e) {
  const std::string place = e.place == 0 ? "&x" : "&y";
  const auto store = [&](const char* order) {
    return fmt::format("store.4{} {} {}:32", order, place, e.value);
  };
  const auto load = [&] { return fmt::format("%v{} := load.4.relaxed {}", e.read, place); };
  switch (e.kind) {
  case Kind::Load:
    return load();
  case Kind::Exchange:
    return "atomic " + load() + "; " + store(".relaxed");
  case Kind::Store:
    return store(".relaxed");
  case Kind::Release:
    return store(".release");
  case Kind::FullFence:
    return "fence.seq_cst";
  case Kind::ReleaseFence:
    return "fence.release";
  default:
    return store(".seq_cst");
  }
}

// The worker's result is what its reads gave, two bits each; main's own are in its registers.
std::string model(const Litmus& l, const Outcome& outcome) {
  std::string text = "program LP64\nobject x global 4\nobject y global 4\n", packed[2] = {"0:32", "0:32"};
  unsigned wanted[2] = {0, 0};
  for (const Event& e : l.events)
    if (e.reads()) {
      packed[e.thread] = fmt::format("(add %v{} (mul {} 4:32))", e.read, packed[e.thread]);
      wanted[e.thread] = outcome[e.read] + 4 * wanted[e.thread];
    }
  for (unsigned thread = 0; thread < 2; ++thread) {
    text += thread == 0 ? "thread main {\n  reg %h:32 %o:32" : "thread worker {\n  reg %result:32";
    for (const Event& e : l.events)
      if (e.reads() && e.thread == thread) text += fmt::format(" %v{}:32", e.read);
    text += thread == 0 ? "\n  entry L0 exit Z\n" : "\n  result %result\n  entry L0 exit Z\n";
    unsigned at = 0;
    const auto step = [&](const std::string& op) {
      text += fmt::format("  L{}: -> L{}: {}\n", at, at + 1, op);
      ++at;
    };
    if (thread == 0) step("%h := fork worker");
    for (const Event& e : l.events)
      if (e.thread == thread) step(operation(e));
    if (thread == 1) step(fmt::format("%result := {}", packed[1]));
    if (thread == 0) step("%o := join %h");
    if (thread == 0)
      step(fmt::format("assert (not (and (eq %o {}:32) (eq {} {}:32))) \"another outcome\"", wanted[1],
                       packed[0], wanted[0]));
    text += fmt::format("  L{}: -> Z: skip\n}}\n", at);
  }
  return text;
}

bool isReached(const Litmus& l, const Outcome& outcome, MemoryModel memoryModel, Reduction reduction) {
  const auto p = models::parse(model(l, outcome));
  ExploreOptions options;
  options.reduction = reduction;
  options.shorten = false;
  return explore(*p, {only(ccfg::Property::Assert), memoryModel}, options).verdict == engine::Verdict::False;
}

TEST(Litmus, BuffersGiveWhatTheAxiomsAllow) {
  std::mt19937_64 random(1);
  unsigned outcomes[3] = {0, 0, 0};
  for (int i = 0; i < 120; ++i) {
    const Litmus l = randomLitmus(random);
    for (MemoryModel m : {MemoryModel::Sc, MemoryModel::Tso, MemoryModel::Pso}) {
      const std::set<Outcome> allowed = byAxioms(l, m);
      outcomes[static_cast<size_t>(m)] += static_cast<unsigned>(allowed.size());
      for (unsigned code = 0; code < 1u << 2 * l.reads; ++code) {
        Outcome outcome;
        for (unsigned r = 0; r < l.reads; ++r) outcome.push_back(code >> 2 * r & 3);
        const Reduction reduction = i % 2 == 0 ? Reduction::None : Reduction::Local;
        ASSERT_EQ(isReached(l, outcome, m, reduction), allowed.contains(outcome))
            << memoryModelName(m) << "\n"
            << model(l, outcome);
      }
    }
  }
  EXPECT_LT(outcomes[0], outcomes[1]);
  EXPECT_LT(outcomes[1], outcomes[2]);
  std::printf("outcomes under sc %u, tso %u, pso %u\n", outcomes[0], outcomes[1], outcomes[2]);
}

} // namespace
} // namespace heddle::explore
