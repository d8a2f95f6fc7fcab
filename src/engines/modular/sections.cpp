// See sections.h.
#include "engines/modular/sections.h"

namespace heddle::modular {

using ccfg::EdgeId;
using ccfg::LocId;

Sections::Sections(const ccfg::Program& p, const ccfg::analysis::Locksets& locks,
                   const ccfg::analysis::WordLocks& words, const ccfg::analysis::Loops& loops)
    : locks_(static_cast<uint32_t>(locks.locks().size())) {
  const size_t mutexes = 1 + locks_ + words.locks().size();
  held_.assign(p.locations.size(), BitSet(mutexes));
  exclusive_ = held_;
  for (LocId l = 0; l < p.locations.size(); ++l) {
    const auto hold = [&](MutexId m, bool exclusively) {
      held_[l].set(m);
      if (exclusively) exclusive_[l].set(m);
    };
    if (p.locations[l].atomic) hold(atomicity, true);
    for (const ccfg::analysis::HeldLock& h : locks.held(l)) hold(ofLock(h.lock), h.exclusive);
    for (uint32_t w : words.owned(l)) hold(ofWord(w), true);
  }
  begins_.assign(mutexes, std::vector<EdgeId>(p.locations.size(), ccfg::none));
  findBegins(p, loops);
}

void Sections::findBegins(const ccfg::Program& p, const ccfg::analysis::Loops& loops) {
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
        begins_[m][l] = seen[m].test(l) || loops.edgeInCycle(e) ? ccfg::none : e;
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

bool Sections::exclude(LocId a, LocId b) const {
  return held_[a].intersects(exclusive_[b]) || exclusive_[a].intersects(held_[b]);
}

} // namespace heddle::modular
