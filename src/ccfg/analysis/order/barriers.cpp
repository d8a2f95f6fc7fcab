// Finds barriers by Edge::sync, and makes sure that nothing else writes their words; see barriers.h.
#include "ccfg/analysis/order/barriers.h"

#include "ccfg/analysis/graph/loops.h"
#include "ccfg/analysis/memory/escape.h"
#include "ccfg/analysis/order/mhb.h"

#include <algorithm>
#include <set>

namespace heddle::ccfg::analysis {

namespace {

constexpr uint64_t barrierBytes = 16; // count, arrived, set of who waits: what the front end's model uses
constexpr int unknownRound = -1;

struct Barrier {
  Target at;
  std::vector<EdgeId> inits, arrivals, leaves;
  bool reliable = true; // nothing else touches it
};

bool isOf(const Edge& e, SyncKind kind) { return e.sync && e.sync->kind == kind; }

class BarrierFinder {
public:
  BarrierFinder(const Program& p, const PointsTo& pointsTo, const Mhb& known)
      : program_(p), pointsTo_(pointsTo), known_(known), loops_(p),
        single_(singleInstanceObjects(p, pointsTo)) {}

  PriorEvents run() {
    collect();
    if (barriers_.empty()) return {};
    findOtherWrites();
    for (const Barrier& b : barriers_)
      if (b.reliable && isInOrder(b)) addPriors(b);
    return std::move(result_);
  }

private:
  ThreadId threadOf(EdgeId e) const { return program_.locations[program_.edges[e].from].thread; }
  static bool isUse(const Edge& e) {
    return isOf(e, SyncKind::BarrierArrive) || isOf(e, SyncKind::BarrierLeave);
  }

  Barrier* barrierAt(const Target& t) {
    const auto same = std::ranges::find(barriers_, t, &Barrier::at);
    return same == barriers_.end() ? nullptr : &*same;
  }

  void collect() {
    for (EdgeId e = 0; e < program_.edges.size(); ++e) {
      const Edge& edge = program_.edges[e];
      if (!isUse(edge)) continue;
      const TargetSet targets = pointsTo_.targets(edge.sync->object);
      for (const Target& t : targets) {
        Barrier* b = barrierAt(t);
        if (b == nullptr) b = &barriers_.emplace_back(Barrier{t, {}, {}, {}, true});
        if (targets.size() != 1 || !t.offsets.isExact() || !single_[t.object]) b->reliable = false;
        (isOf(edge, SyncKind::BarrierArrive) ? b->arrivals : b->leaves).push_back(e);
      }
    }
  }

  // Words that are written in another way, or by an edge that means another barrier.
  void findOtherWrites() {
    for (EdgeId e = 0; e < program_.edges.size(); ++e)
      for (const Operation& op : program_.edges[e].ops) {
        const auto* s = std::get_if<Store>(&op);
        if (s == nullptr) continue;
        const TargetSet targets = pointsTo_.targets(s->addr);
        for (Barrier& b : barriers_)
          for (const Target& t : targets)
            if (t.object == b.at.object && overlap(t.offsets, s->bytes, b.at.offsets, barrierBytes))
              noteWrite(b, e);
      }
  }

  void noteWrite(Barrier& b, EdgeId e) const {
    const Edge& edge = program_.edges[e];
    const bool isInit = isOf(edge, SyncKind::Init);
    const TargetSet means = edge.sync ? pointsTo_.targets(edge.sync->object) : TargetSet();
    if ((!isInit && !isUse(edge)) || means.size() != 1 || !(*means.begin() == b.at))
      b.reliable = false;
    else if (isInit && (b.inits.empty() || b.inits.back() != e))
      b.inits.push_back(e);
  }

  bool waitsAfter(const Barrier& b, EdgeId arrival) const {
    return std::ranges::any_of(program_.out(program_.edges[arrival].to), [&](EdgeId next) {
      return std::ranges::find(b.leaves, next) != b.leaves.end();
    });
  }

  // The last to arrive empties the barrier, everybody else counts, notes itself and waits.
  bool isAsModelled(const Barrier& b, EdgeId arrival) const {
    const bool waits = waitsAfter(b, arrival);
    unsigned written = 0;
    for (const Operation& op : program_.edges[arrival].ops) {
      const auto* s = std::get_if<Store>(&op);
      if (s == nullptr) continue;
      const TargetSet targets = pointsTo_.targets(s->addr);
      if (targets.size() != 1 || !targets.begin()->offsets.isExact()) return false;
      const int64_t word = targets.begin()->offsets.residue - b.at.offsets.residue;
      const logic::Op expected = word == 4 ? logic::Op::Add : logic::Op::Or;
      if ((word != 4 && word != 8) || (waits ? s->value.op() != expected : !s->value.isConst(0)))
        return false;
      ++written;
    }
    return written == 2;
  }

  std::optional<uint64_t> countOf(const Barrier& b) const {
    for (const Operation& op : program_.edges[b.inits[0]].ops)
      if (const auto* s = std::get_if<Store>(&op)) {
        const TargetSet targets = pointsTo_.targets(s->addr);
        if (targets.size() == 1 && *targets.begin() == b.at && s->value.isConst()) return s->value.value();
      }
    return std::nullopt;
  }

  // Initialised once, before all else; and for just as many as there are.
  bool isInOrder(const Barrier& b) {
    if (b.inits.size() != 1 || loops_.edgeInCycle(b.inits[0])) return false;
    if (program_.threads[threadOf(b.inits[0])].repeatable) return false;
    for (EdgeId e : b.arrivals)
      if (!known_.mhb(b.inits[0], e) || !isAsModelled(b, e)) return false;
    std::set<ThreadId> threads;
    for (EdgeId e : b.arrivals) threads.insert(threadOf(e));
    if (std::ranges::any_of(threads, [&](ThreadId t) { return program_.threads[t].repeatable; }))
      return false;
    const auto count = countOf(b);
    return count && *count == threads.size();
  }

  // By location: how often its thread has arrived when it stands there.
  std::map<LocId, int> rounds(const Barrier& b) const {
    std::map<LocId, int> result;
    std::vector<LocId> work;
    const auto come = [&](LocId l, int round) {
      const auto [at, isNew] = result.emplace(l, round);
      if (!isNew && (at->second == round || at->second == unknownRound)) return;
      at->second = isNew ? round : unknownRound;
      work.push_back(l);
    };
    for (const Thread& t : program_.threads) come(t.entry, 0);
    while (!work.empty()) {
      const LocId l = work.back();
      work.pop_back();
      const int round = result.at(l);
      for (EdgeId e : program_.out(l)) {
        const bool arrives = std::ranges::find(b.arrivals, e) != b.arrivals.end();
        come(program_.edges[e].to, round == unknownRound || !arrives ? round : round + 1);
      }
    }
    return result;
  }

  void addPriors(const Barrier& b) {
    const std::map<LocId, int> rounds = this->rounds(b);
    const auto roundOf = [&](LocId l, int more) {
      const auto at = rounds.find(l);
      return at == rounds.end() || at->second == unknownRound ? unknownRound : at->second + more;
    };
    const auto add = [&](EdgeId e, int round) {
      std::map<ThreadId, PriorGroup> groups;
      for (EdgeId a : b.arrivals) {
        if (threadOf(a) == threadOf(e)) continue;
        const int other = roundOf(program_.edges[a].from, 1);
        if (round == unknownRound || other == unknownRound || round == other)
          groups[threadOf(a)].push_back({PriorEvent::Kind::Edge, a});
      }
      for (auto& [thread, group] : groups) result_[e].push_back(std::move(group));
    };
    for (EdgeId e : b.leaves) add(e, roundOf(program_.edges[e].from, 0));
    for (EdgeId e : b.arrivals) // the last one does not wait
      if (!waitsAfter(b, e)) add(e, roundOf(program_.edges[e].from, 1));
  }

  const Program& program_;
  const PointsTo& pointsTo_;
  const Mhb& known_;
  Loops loops_;
  std::vector<bool> single_;
  std::vector<Barrier> barriers_;
  PriorEvents result_;
};

} // namespace

PriorEvents barrierPriors(const Program& p, const PointsTo& pointsTo, const Mhb& known) {
  const bool none =
      std::ranges::none_of(p.edges, [](const Edge& e) { return isOf(e, SyncKind::BarrierArrive); });
  return none ? PriorEvents() : BarrierFinder(p, pointsTo, known).run();
}

} // namespace heddle::ccfg::analysis
