// Atomic sections around given locations: marks where edges go in and out. See derived.h.
#include "ccfg/transform/copier.h"

#include "support/error.h"

namespace heddle::ccfg::transform {

namespace {

class Sections {
public:
  Sections(Copier& copier, const std::set<LocId>& added) : copier_(copier), added_(added) {}

  void mark(EdgeId e) {
    const Program& p = copier_.program();
    const std::vector<Operation>& ops = p.edges[e].ops;
    const LocId from = p.edges[e].from, to = p.edges[e].to;
    if (!added_.contains(from) && !added_.contains(to)) return;
    // A section that begins right behind an added one: nobody moves in between.
    bool inside = p.locations[from].atomic;
    bool marked = false;
    for (uint32_t i = 0; i < ops.size(); ++i) {
      const auto* mark = std::get_if<Mark>(&ops[i]);
      if (mark == nullptr || mark->kind > MarkKind::AtomicEnd) continue;
      const bool opens = mark->kind == MarkKind::AtomicBegin;
      if (opens && inside) copier_.insert(e, 0, Mark{MarkKind::AtomicEnd}), ++i;
      inside = opens;
      marked = true;
    }
    const bool halts = !ops.empty() && std::holds_alternative<Halt>(ops.back());
    if (inside == p.locations[to].atomic || halts) return;
    if (!inside)
      copier_.insert(e, marked ? end(e) : 0, Mark{MarkKind::AtomicBegin});
    else
      copier_.insert(e, end(e), Mark{MarkKind::AtomicEnd});
  }

private:
  uint32_t end(EdgeId e) const { return static_cast<uint32_t>(copier_.program().edges[e].ops.size()); }

  Copier& copier_;
  const std::set<LocId>& added_;
};

} // namespace

Derived makeAtomic(const Program& p, const std::set<LocId>& locations) {
  Copier copier(p);
  copier.copyAllButEdges();
  for (EdgeId e = 0; e < p.edges.size(); ++e) copier.addChain(p.locations[p.edges[e].from].thread, {e});
  std::set<LocId> added;
  for (const LocId l : locations)
    if (!p.locations[l].atomic) added.insert(l);
  for (const Thread& t : p.threads)
    HEDDLE_CHECK(!added.contains(t.entry) && !added.contains(t.exit),
                 "a thread begins or ends inside an atomic section");
  for (const LocId l : added) copier.program().locations[l].atomic = true;
  Sections sections(copier, added);
  for (EdgeId e = 0; e < p.edges.size(); ++e) sections.mark(e);
  Derived d = copier.finish();
  d.restricted = true;
  return d;
}

} // namespace heddle::ccfg::transform
