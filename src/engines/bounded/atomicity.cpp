// Three-access atomicity violations (Wang et al. 2010, section 3) as conditions over guards, addresses and
// the order of events.
//
// The two accesses of the block are taken as close together as can be told: where one between them, x2, was
// surely made and goes to the same place, another thread's access between x1 and y is also between x1 and x2
// or between x2 and y.
#include "ccfg/atomicblocks.h"
#include "engines/bounded/goals.h"

namespace heddle::bounded {

namespace {

class Triples {
public:
  Triples(const Skeleton& s, const Interference& i, logic::TermManager& t) : s_(s), i_(i), t_(t) {}

  std::vector<Goal> find(const Budget& budget) {
    for (uint32_t g = 0; g < i_.groupCount(); ++g) {
      std::vector<PieceId> counted;
      for (PieceId p : i_.group(g))
        if (access(p).block) counted.push_back(p);
      for (PieceId second : counted)
        if (!access(second).block.isConst(0))
          for (PieceId other : counted) {
            budget.check();
            if (instanceOf(second) != instanceOf(other)) pair(counted, other, second);
          }
    }
    return std::move(goals_);
  }

private:
  const Piece& piece(PieceId p) const { return i_.pieces()[p]; }
  const Access& access(PieceId p) const { return s_.accesses[piece(p).access]; }
  InstanceId instanceOf(PieceId p) const { return s_.steps[access(p).step].instance; }

  // The first accesses, from the last one back. Pieces of one thread are in the order in which they were
  // made.
  void pair(const std::vector<PieceId>& counted, PieceId other, PieceId second) {
    if (i_.surelyBefore(access(second).issue, access(other).issue)) return;
    const Term meet = t_.eq(piece(other).address, piece(second).address);
    if (meet.isFalse()) return;
    for (size_t k = counted.size(); k-- > 0;) {
      const PieceId first = counted[k];
      if (instanceOf(first) != instanceOf(second) || access(first).issue >= access(second).issue) continue;
      if (!ccfg::breaksBlock(piece(first).write, piece(other).write, piece(second).write)) continue;
      triple(first, other, second, meet);
      if (coversAllBefore(first, second)) return;
    }
  }

  // Whenever the second is made, so was this one before it, in the same block and at the same place.
  bool coversAllBefore(PieceId first, PieceId second) const {
    const StepId step = access(first).step;
    return piece(first).address == piece(second).address && access(first).block == access(second).block &&
           piece(first).enabled == s_.steps[step].taken && s_.dominates(step, access(second).step);
  }

  void triple(PieceId first, PieceId other, PieceId second, Term meet) {
    const Access &a = access(first), &b = access(other), &c = access(second);
    if (i_.surelyBefore(b.issue, a.issue)) return;
    Term condition = t_.andOf(meet, t_.eq(piece(first).address, piece(other).address));
    condition = t_.andOf(condition, t_.eq(a.block, c.block));
    condition = t_.andOf(condition, t_.ne(a.block, t_.constant(0, a.block.width())));
    for (const Access* x : {&a, &b, &c}) condition = t_.andOf(condition, x->enabled);
    if (condition.isFalse() || inOneSection(first, other, second)) return;
    for (const Access* x : {&a, &b}) // who stays in an atomic section for ever lets nobody go on
      if (const Term complete = s_.events[x->issue].complete) condition = t_.andOf(condition, complete);
    condition = t_.andOf(condition, t_.andOf(i_.before(a.issue, b.issue), i_.before(b.issue, c.issue)));
    if (!condition.isFalse()) goals_.push_back({ccfg::Property::Atomicity, condition, c.step, none});
  }

  // Of a lock around the block's two accesses, and the other has the same lock.
  bool inOneSection(PieceId first, PieceId other, PieceId second) const {
    const auto x = i_.locks().common(piece(first).access, piece(other).access);
    const auto y = i_.locks().common(piece(second).access, piece(other).access);
    return x && y && x->first == y->first;
  }

  const Skeleton& s_;
  const Interference& i_;
  logic::TermManager& t_;
  std::vector<Goal> goals_;
};

} // namespace

std::vector<Goal> atomicityGoals(const Skeleton& s, const Interference& i, logic::TermManager& t,
                                 const Budget& budget) {
  return Triples(s, i, t).find(budget);
}

} // namespace heddle::bounded
