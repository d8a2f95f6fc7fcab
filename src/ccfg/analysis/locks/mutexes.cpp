// See mutexes.h.
#include "ccfg/analysis/locks/mutexes.h"

#include "ccfg/analysis/graph/loops.h"
#include "ccfg/analysis/locks/locksets.h"
#include "ccfg/analysis/locks/wordlocks.h"

namespace heddle::ccfg::analysis {

Mutexes::Mutexes(const Facts& facts, OrderFrom from)
    : locks_(facts.locksets(from)), lockCount_(static_cast<uint32_t>(locks_.locks().size())) {
  const Program& p = facts.program();
  const WordLocks& words = facts.wordLocks(from);
  const size_t mutexes = 1 + lockCount_ + words.locks().size();
  held_.assign(p.locations.size(), BitSet(mutexes));
  exclusive_ = held_;
  for (LocId l = 0; l < p.locations.size(); ++l) {
    const auto hold = [&](MutexId m, bool exclusively) {
      held_[l].set(m);
      if (exclusively) exclusive_[l].set(m);
    };
    if (p.locations[l].atomic) hold(atomicity, true);
    for (const HeldLock& h : locks_.held(l)) hold(ofLock(h.lock), h.exclusive);
    for (uint32_t w : words.owned(l)) hold(ofWord(w), true);
  }
  begins_.assign(mutexes, std::vector<EdgeId>(p.locations.size(), none));
  findBegins(p, facts.loops());
}

void Mutexes::findBegins(const Program& p, const Loops& loops) {
  std::vector<BitSet> seen(begins_.size(), BitSet(p.locations.size()));
  for (EdgeId e = 0; e < p.edges.size(); ++e) {
    BitSet begun = held_[p.edges[e].to];
    begun.subtract(held_[p.edges[e].from]);
    begun.forEach([&](size_t m) {
      std::vector<LocId> work{p.edges[e].to};
      BitSet visited(p.locations.size());
      visited.set(p.edges[e].to);
      while (!work.empty()) {
        const LocId l = work.back();
        work.pop_back();
        begins_[m][l] = seen[m].test(l) || loops.edgeInCycle(e) ? none : e;
        seen[m].set(l);
        for (EdgeId next : p.out(l)) {
          const LocId to = p.edges[next].to;
          if (visited.test(to) || !held_[to].test(m)) continue;
          visited.set(to);
          work.push_back(to);
        }
      }
    });
  }
}

bool Mutexes::exclude(LocId a, LocId b) const {
  return held_[a].intersects(exclusive_[b]) || exclusive_[a].intersects(held_[b]) || locks_.exclude(a, b);
}

} // namespace heddle::ccfg::analysis
