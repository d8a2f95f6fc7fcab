// Writes the edges of one thread after the other; main is level 0, those that it starts are level 1, and
// those that these start level 2.
#include "randomtree.h"

#include <random>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace heddle::explore {

namespace {

constexpr unsigned levels = 3;

class Writer {
public:
  explicit Writer(uint64_t seed) : random_(seed) {}

  std::string run() {
    text_ = "program LP64\nobject array global 4\nobject box global 8\nobject node heap 0\n";
    for (unsigned level = 0; level < levels; ++level) thread(level);
    return text_;
  }

private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  bool oneIn(unsigned n) { return below(n) == 0; }

  void edge(const std::string& operations) {
    body_ += fmt::format("  L{}: -> L{}: {}\n", at_, at_ + 1, operations);
    ++at_;
  }
  // The next edges are skipped unless the register is, or is not, 0.
  void onlyIf(const std::string& reg, unsigned width, bool zero, const std::vector<std::string>& edges) {
    const std::string isZero = fmt::format("(eq {} 0:{})", reg, width), isNot = "(not " + isZero + ")";
    const size_t behind = at_ + edges.size() + 1;
    body_ += fmt::format("  L{}: -> L{}: assume {}\n     -> L{}: assume {}\n", at_, at_ + 1,
                         zero ? isZero : isNot, behind, zero ? isNot : isZero);
    ++at_;
    for (const std::string& e : edges) edge(e);
  }

  std::string cell() {
    const std::string base = allocated_ && oneIn(3) ? "%q" : "%p";
    return fmt::format("(add {} {}:64)", base, below(2));
  }
  std::string order() { return oneIn(3) ? ".seq_cst" : ""; }
  std::string value() { return oneIn(2) ? fmt::format("{}:8", below(3)) : "(add %r 1:8)"; }

  void start(unsigned level) {
    handles_.push_back(forks_);
    edge(fmt::format("%h{} := fork w{} {}", forks_++, level + 1, cell()));
  }
  void join() {
    const size_t i = below(static_cast<unsigned>(handles_.size()));
    edge(fmt::format("join %h{}", handles_[i]));
    handles_.erase(handles_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  void block() {
    edge(fmt::format("%q := alloc{} &node 2:64", oneIn(2) ? ".zeroed" : ""));
    edge("store.1 %q 1:8");
    allocated_ = true;
    if (oneIn(3)) edge("store.8.seq_cst &box %q");
  }
  void foreignBlock() {
    edge("%b := load.8.seq_cst &box");
    onlyIf("%b", 64, false, {oneIn(2) ? "free %b" : oneIn(2) ? "store.1 %b 2:8" : "%r := load.1 %b"});
  }

  // Looks at most so often whether a cell is set; sometimes the count, or what was seen, matters behind.
  void wait() {
    const size_t head = at_ + 1, behind = at_ + 4 + oneIn(3);
    const unsigned most = 2 + below(2);
    const bool twice = behind == at_ + 5;
    edge("%i := 0:8");
    edge(fmt::format("%w := load.1{} {}", order(), cell()));
    if (twice) edge(oneIn(2) ? fmt::format("%w := load.1.seq_cst {}", cell()) : "%r := (add %r %w)");
    body_ += fmt::format(
        "  L{}: -> L{}: assume (not (eq %w 0:8))\n     -> L{}: assume (eq %w 0:8); %i := (add %i 1:8)\n", at_,
        behind, at_ + 1);
    ++at_;
    body_ += fmt::format("  L{}: -> L{}: assume (ult %i {}:8)\n     -> L{}: assume (not (ult %i {}:8))\n",
                         at_, head, most, at_ + 1, most);
    ++at_;
    if (oneIn(2))
      edge(oneIn(2)   ? "%r := %i"
           : oneIn(2) ? "%r := %w"
                      : fmt::format("assert (ult %i {}:8) \"early\"", most));
  }

  void statement(unsigned level) {
    switch (below(11)) {
    case 10:
      if (!std::exchange(waited_, true)) return wait();
      break;
    case 0:
    case 1:
      return edge(fmt::format("%r := load.1{} {}", order(), cell()));
    case 2:
    case 3:
      return edge(fmt::format("store.1{} {} {}", order(), cell(), value()));
    case 4:
    case 5:
      if (level + 1 < levels && forks_ < levels - 1 - level) return start(level);
      break;
    case 6:
      if (!handles_.empty()) return join();
      break;
    case 7:
      return allocated_ ? onlyIf("%r", 8, oneIn(2), {fmt::format("store.1 {} {}", cell(), value())})
                        : block();
    case 8:
      if (allocated_ && oneIn(2)) return edge("free %q");
      return oneIn(2) ? foreignBlock() : edge("assert (ult %r 3:8) \"small\"");
    default:
      return edge(fmt::format("%r := load.1 {}; assume (ult %r 3:8)", cell())); // may block
    }
    edge("%r := 0:8");
  }

  void thread(unsigned level) {
    body_.clear();
    handles_.clear();
    at_ = forks_ = 0;
    allocated_ = false;
    if (level == 0) edge("%p := &array");
    edge("%r := 0:8");
    if (level + 1 < levels) start(level);
    for (unsigned n = 2 + below(4); n > 0; --n) statement(level);
    while (!handles_.empty() && !oneIn(4)) join();
    if (level == 0) edge("%r := load.1 &array; assert (ult %r 3:8) \"small at last\"");
    text_ += level == 0 ? "thread main {\n" : fmt::format("thread w{} {{\n  repeatable\n", level);
    text_ += "  reg %p:64 %q:64 %b:64 %r:8 %w:8 %i:8";
    for (unsigned h = 0; h < forks_; ++h) text_ += fmt::format(" %h{}:32", h);
    text_ += fmt::format("{}\n  entry L0 exit L{}\n{}}}\n", level == 0 ? "" : "\n  params %p", at_, body_);
  }

  std::mt19937_64 random_;
  std::string text_, body_;
  unsigned at_ = 0, forks_ = 0;
  std::vector<unsigned> handles_; // not joined yet
  bool allocated_ = false, waited_ = false;
};

} // namespace

std::string randomTree(uint64_t seed) { return Writer(seed).run(); }

} // namespace heddle::explore
