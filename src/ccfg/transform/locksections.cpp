// Critical sections: edges that take a new lock where threads enter a section, and give it back where they
// leave it. See derived.h.
#include "ccfg/transform/copier.h"

#include "support/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::ccfg::transform {

namespace {

using Locks = std::vector<uint32_t>;

class LockSections {
public:
  LockSections(const Program& p, const std::vector<Critical>& sections)
      : p_(p), sections_(sections), copier_(p) {}

  Derived run() {
    copier_.copyAllButEdges();
    owners_.resize(p_.threads.size(), none);
    for (size_t i = 0; i < sections_.size(); ++i)
      objects_.push_back(copier_.program().addObject(
          {fmt::format("heddle_lock_{}", i + 1), ObjectKind::Global, 8, false, false, {}, nullptr, {}}));
    for (LocId l = 0; l < p_.locations.size(); ++l) leave(l);
    Derived d = copier_.finish();
    d.restricted = true;
    return d;
  }

private:
  struct Crossing {
    Locks before, behind; // taken before the edge, given back behind it
    Locks takeLate, giveEarly;
  };

  Crossing crossingOf(EdgeId e) const {
    Crossing c;
    const Edge& edge = p_.edges[e];
    for (uint32_t i = 0; i < sections_.size(); ++i) {
      const Critical& s = sections_[i];
      const bool from = s.inside.contains(edge.from), to = s.inside.contains(edge.to);
      const bool in = s.edges.contains(e);
      if (!from && (in || to)) (in ? c.before : c.takeLate).push_back(i);
      if (!to && (in || from)) (in ? c.behind : c.giveEarly).push_back(i);
    }
    return c;
  }

  // Branches of one condition take their locks together, before it is tested.
  void leave(LocId l) {
    const std::vector<EdgeId>& out = p_.out(l);
    if (out.empty()) return;
    std::vector<Crossing> crossings;
    for (const EdgeId e : out) crossings.push_back(crossingOf(e));
    const bool alike =
        std::ranges::all_of(crossings, [&](const Crossing& c) { return c.before == crossings[0].before; });
    const bool waits = std::ranges::any_of(out, [&](EdgeId e) { return mayWait(p_.edges[e]); });
    if (!alike && waits)
      throw InputError(p_.posString(p_.edges[out[0]].pos) + ": only some branches enter a section here");
    const ThreadId t = p_.locations[l].thread;
    const LocId start = copier_.location(t, l);
    const LocId common = alike ? take(start, crossings[0].before, out[0]) : start;
    for (size_t i = 0; i < out.size(); ++i) {
      const LocId from = alike ? common : take(start, crossings[i].before, out[i]);
      pass(out[i], give(from, crossings[i].giveEarly, out[i]), crossings[i]);
    }
  }

  void pass(EdgeId e, LocId from, const Crossing& c) {
    const ThreadId t = p_.locations[p_.edges[e].from].thread;
    const EdgeId copy = copier_.addChain(t, {e});
    const LocId to = copier_.program().edges[copy].to;
    copier_.program().edges[copy].from = from;
    const bool halts = !p_.edges[e].ops.empty() && std::holds_alternative<Halt>(p_.edges[e].ops.back());
    if (halts || (c.behind.empty() && c.takeLate.empty())) return;
    const LocId after = fresh(e);
    copier_.program().edges[copy].to = after;
    std::vector<std::pair<uint32_t, bool>> steps; // lock, is it taken
    for (const uint32_t i : c.behind) steps.emplace_back(i, false);
    for (const uint32_t i : c.takeLate) steps.emplace_back(i, true);
    LocId at = after;
    for (size_t i = 0; i < steps.size(); ++i) {
      const LocId next = i + 1 == steps.size() ? to : fresh(e);
      step(steps[i].first, steps[i].second, at, next, e);
      at = next;
    }
  }

  LocId take(LocId at, const Locks& locks, EdgeId e) {
    for (const uint32_t i : locks) {
      const LocId next = fresh(e);
      step(i, true, at, next, e);
      at = next;
    }
    return at;
  }
  LocId give(LocId at, const Locks& locks, EdgeId e) {
    for (const uint32_t i : locks) {
      const LocId next = fresh(e);
      step(i, false, at, next, e);
      at = next;
    }
    return at;
  }

  LocId fresh(EdgeId e) {
    const Edge& edge = p_.edges[e];
    const LocId l = copier_.program().addLocation(p_.locations[edge.from].thread);
    Location& location = copier_.program().locations[l];
    location.atomic = p_.locations[edge.from].atomic && p_.locations[edge.to].atomic;
    location.pos = edge.pos;
    location.stack = edge.stack;
    return l;
  }

  void step(uint32_t lock, bool taken, LocId from, LocId to, EdgeId place) {
    Program& p = copier_.program();
    const ThreadId t = p_.locations[p_.edges[place].from].thread;
    logic::TermManager& terms = *p.terms;
    const Term address = p.addressOf(objects_[lock]);
    if (owners_[t] == none) owners_[t] = p.addRegister(t, "lock owner", 32);
    Edge e;
    e.from = from;
    e.to = to;
    e.atomicGroup = e.primitive = e.library = true;
    e.pos = p_.edges[place].pos;
    e.stack = p_.edges[place].stack;
    e.sync = Sync{taken ? SyncKind::Acquire : SyncKind::Release, address, Term()};
    e.text = fmt::format("{}(heddle_lock_{})", taken ? "lock" : "unlock", lock + 1);
    if (taken) {
      e.ops.push_back(Load{owners_[t], address, 4, MemOrder::SeqCst});
      e.ops.push_back(Assume{terms.eq(p.regTerm(owners_[t]), terms.constant(0, 32))});
    }
    const Term value = taken ? p.regTerm(p.threads[t].self) : terms.constant(0, 32);
    e.ops.push_back(Store{address, value, 4, MemOrder::SeqCst});
    copier_.add(std::move(e), {});
  }

  const Program& p_;
  const std::vector<Critical>& sections_;
  Copier copier_;
  std::vector<ObjectId> objects_; // by lock
  std::vector<RegId> owners_;     // by thread
};

} // namespace

Derived addLocks(const Program& p, const std::vector<Critical>& sections) {
  return LockSections(p, sections).run();
}

} // namespace heddle::ccfg::transform
