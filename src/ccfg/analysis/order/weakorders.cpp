// Places that threads communicate through; see weakorders.h.
#include "ccfg/analysis/order/weakorders.h"

#include "ccfg/analysis/locks/locksets.h"
#include "ccfg/analysis/locks/wordlocks.h"
#include "ccfg/analysis/memory/accesses.h"

#include <algorithm>

namespace heddle::ccfg::analysis {

namespace {

bool isWeak(MemOrder o) { return o != MemOrder::Plain && o != MemOrder::SeqCst; }
bool acquires(MemOrder o) { return o != MemOrder::Relaxed && o != MemOrder::Release; }
bool releases(MemOrder o) { return o != MemOrder::Relaxed && o != MemOrder::Acquire; }

bool hasWeakOrder(const Edge& e) {
  if (e.primitive) return false;
  return std::any_of(e.ops.begin(), e.ops.end(), [](const Operation& op) {
    if (const auto* load = std::get_if<Load>(&op)) return isWeak(load->order);
    if (const auto* store = std::get_if<Store>(&op)) return isWeak(store->order);
    return false;
  });
}

// A step of a lock or the like, which is seq_cst; other code of the library, such as memcpy, is as the
// program's.
bool isPrimitive(const Edge& e) { return e.sync.has_value() || (e.primitive && e.atomicGroup); }

class Places {
public:
  explicit Places(const Facts& facts)
      : program_(facts.program()), escape_(facts.escape()), accesses_(facts.accesses()), mhb_(facts.mhb()),
        locksets_(facts.locksets()), wordLocks_(facts.wordLocks()),
        single_(singleInstanceObjects(program_, facts.pointsTo())) {
    for (const WordLock& lock : wordLocks_.locks()) ordered_.push_back(isOrdered(lock));
    collect();
  }

  EdgeId noticeable() const {
    const auto weak = std::find_if(uses_.begin(), uses_.end(),
                                   [&](const Use& u) { return hasWeakOrder(program_.edges[u.edge]); });
    return weak == uses_.end() || isOnePlace() || hasOneWriter() ? none : weak->edge;
  }

private:
  struct Use {
    EdgeId edge;
    const Access* access;
  };

  ThreadId threadOf(EdgeId e) const { return program_.locations[program_.edges[e].from].thread; }
  bool inSection(EdgeId e) const {
    return program_.locations[program_.edges[e].from].atomic ||
           program_.locations[program_.edges[e].to].atomic;
  }

  // Who finds the word free sees what its last owner did.
  bool isOrdered(const WordLock& lock) const {
    for (EdgeId e = 0; e < program_.edges.size(); ++e) {
      const std::vector<Access>& all = accesses_.of(e);
      const bool writes = std::any_of(all.begin(), all.end(), [](const Access& a) { return a.write; });
      const bool reads = std::any_of(all.begin(), all.end(), [](const Access& a) { return !a.write; });
      for (const Access& a : all) {
        if (a.object != lock.object ||
            !overlap(a.offsets, a.bytes, Offsets::exact(lock.offset), lock.bytes) ||
            a.order == MemOrder::Plain)
          continue;
        if (a.write ? !reads && !releases(a.order) : writes && !acquires(a.order)) return false;
      }
    }
    return true;
  }

  bool isProtected(EdgeId e, EdgeId f) const {
    if (!mhb_.mayRunInParallel(e, f) || (inSection(e) && inSection(f))) return true;
    const LocId a = program_.edges[e].from, b = program_.edges[f].from;
    if (locksets_.exclude(a, b)) return true;
    const auto& owned = wordLocks_.owned(b);
    return std::any_of(wordLocks_.owned(a).begin(), wordLocks_.owned(a).end(), [&](uint32_t lock) {
      return ordered_[lock] && std::find(owned.begin(), owned.end(), lock) != owned.end();
    });
  }

  void collect() {
    std::vector<std::vector<Use>> ofObject(program_.objects.size());
    for (EdgeId e = 0; e < program_.edges.size(); ++e)
      for (const Access& a : accesses_.of(e))
        if (!isPrimitive(program_.edges[e]) && a.object < ofObject.size() && escape_.isShared(a.object))
          ofObject[a.object].push_back({e, &a});
    for (const auto& list : ofObject)
      for (const Use& u : list)
        if (std::any_of(list.begin(), list.end(), [&](const Use& v) {
              return (u.access->write || v.access->write) &&
                     overlap(u.access->offsets, u.access->bytes, v.access->offsets, v.access->bytes) &&
                     !isProtected(u.edge, v.edge);
            }))
          uses_.push_back(u);
  }

  bool isOnePlace() const {
    const Access& first = *uses_.front().access;
    return single_[first.object] && std::all_of(uses_.begin(), uses_.end(), [&](const Use& u) {
             const Access& a = *u.access;
             return a.object == first.object && a.offsets.isExact() && a.offsets == first.offsets &&
                    a.bytes == first.bytes && a.order != MemOrder::Plain;
           });
  }

  bool hasOneWriter() const {
    ThreadId writer = none;
    for (const auto& [edge, access] : uses_) {
      if (access->order != MemOrder::Plain && !(access->write ? releases : acquires)(access->order))
        return false;
      if (!access->write) continue;
      if (writer != none && writer != threadOf(edge)) return false;
      writer = threadOf(edge);
    }
    return writer != none && !program_.threads[writer].repeatable;
  }

  const Program& program_;
  const Escape& escape_;
  const Accesses& accesses_;
  const Mhb& mhb_;
  const Locksets& locksets_;
  const WordLocks& wordLocks_;
  std::vector<bool> single_;
  std::vector<bool> ordered_; // by word lock
  std::vector<Use> uses_;
};

} // namespace

EdgeId noticeableWeakOrder(const Facts& facts) {
  if (std::ranges::none_of(facts.program().edges, hasWeakOrder)) return none;
  return Places(facts).noticeable();
}

} // namespace heddle::ccfg::analysis
