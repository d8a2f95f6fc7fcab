// Shared and unshared objects; see escape.h.
#include "ccfg/analysis/memory/escape.h"

#include "ccfg/analysis/graph/loops.h"

#include <algorithm>

namespace heddle::ccfg::analysis {

std::optional<Term> accessedAddress(const Operation& op) {
  if (const auto* l = std::get_if<Load>(&op)) return l->addr;
  if (const auto* s = std::get_if<Store>(&op)) return s->addr;
  if (const auto* f = std::get_if<Free>(&op)) return f->addr;
  return std::nullopt;
}

namespace {

void insertSorted(std::vector<ThreadId>& threads, ThreadId t) {
  auto at = std::lower_bound(threads.begin(), threads.end(), t);
  if (at == threads.end() || *at != t) threads.insert(at, t);
}

} // namespace

Escape::Escape(const Program& p, const PointsTo& pointsTo, const Reuse& reuse)
    : reuse_(reuse), accessors_(p.objects.size()), allocators_(p.objects.size()), private_(p.objects.size()),
      shared_(p.objects.size()), freedByOthers_(p.threads.size()) {
  for (const Thread& t : p.threads) repeatable_.push_back(t.repeatable);
  findAccessors(p, pointsTo);
  findPrivate(p, pointsTo);
  findFreedByOthers(p, pointsTo);
  for (ObjectId o = 0; o < p.objects.size(); ++o) {
    const auto& by = accessors_[o];
    shared_[o] = !private_[o] && (by.size() > 1 || (by.size() == 1 && p.threads[by[0]].repeatable));
  }
  for (EdgeId e = 0; e < p.edges.size(); ++e)
    local_.push_back(!reuse_.compares(e) && !reuse_.frees(e) && isLocalEdge(p, pointsTo, p.edges[e]));
  for (ObjectId o = 0; o < p.objects.size(); ++o) { // what stands for others told about them too
    ObjectId abstract = pointsTo.abstractOf(o);
    accessors_[o] = accessors_[abstract];
    allocators_[o] = allocators_[abstract];
    private_[o] = private_[abstract];
    shared_[o] = shared_[abstract];
  }
}

void Escape::findAccessors(const Program& p, const PointsTo& pointsTo) {
  for (const Edge& e : p.edges) {
    ThreadId thread = p.locations[e.from].thread;
    for (const Operation& op : e.ops) {
      if (const auto* a = std::get_if<Alloc>(&op))
        insertSorted(allocators_[pointsTo.abstractOf(a->site)], thread);
      if (auto address = accessedAddress(op))
        for (const Target& t : pointsTo.targets(*address)) insertSorted(accessors_[t.object], thread);
    }
  }
}

bool Escape::freesForOthers(ObjectId o, ThreadId by) const {
  if (private_[o]) return false;
  return repeatable_[by] || allocators_[o] != std::vector<ThreadId>{by};
}

void Escape::findFreedByOthers(const Program& p, const PointsTo& pointsTo) {
  for (const Edge& e : p.edges) {
    ThreadId by = p.locations[e.from].thread;
    for (const Operation& op : e.ops)
      if (const auto* f = std::get_if<Free>(&op))
        for (const Target& t : pointsTo.targets(f->addr))
          if (freesForOthers(t.object, by))
            for (ThreadId owner : allocators_[t.object]) freedByOthers_[owner] = true;
  }
}

// Starts with every object that Alloc makes and takes away what leaks, until nothing more does.
void Escape::findPrivate(const Program& p, const PointsTo& pointsTo) {
  std::vector<ObjectId> leaking; // objects whose contents may be read by another instance
  auto leak = [&](const TargetSet& targets) {
    for (const Target& t : targets)
      if (private_[t.object]) {
        private_[t.object] = false;
        leaking.push_back(t.object);
      }
  };
  for (ObjectId o = 0; o < p.objects.size(); ++o) {
    ObjectKind kind = p.objects[o].kind;
    private_[o] = kind == ObjectKind::Local || kind == ObjectKind::Heap;
    if (!private_[o]) leaking.push_back(o);
  }
  for (const Thread& t : p.threads)
    if (t.result != none) leak(pointsTo.ofRegister(t.result));
  for (const Edge& e : p.edges)
    for (const Operation& op : e.ops)
      if (const auto* f = std::get_if<Fork>(&op))
        for (Term arg : f->args) leak(pointsTo.targets(arg));
  while (!leaking.empty()) {
    ObjectId o = leaking.back();
    leaking.pop_back();
    leak(pointsTo.contents(o));
  }
}

bool Escape::isLocalEdge(const Program& p, const PointsTo& pointsTo, const Edge& e) const {
  if (p.locations[e.to].atomic && !p.locations[e.from].atomic) return false;
  for (const Operation& op : e.ops) {
    if (std::holds_alternative<Fork>(op) || std::holds_alternative<Join>(op) ||
        std::holds_alternative<Halt>(op))
      return false;
    ThreadId thread = p.locations[e.from].thread;
    if (std::holds_alternative<Alloc>(op) && freedByOthers_[thread]) return false;
    auto address = accessedAddress(op);
    if (!address) continue;
    TargetSet targets = pointsTo.targets(*address);
    if (targets.empty()) return false; // null or wild: it ends the run
    for (const Target& t : targets)
      if (shared_[t.object] || (std::holds_alternative<Free>(op) && freesForOthers(t.object, thread)))
        return false;
  }
  return true;
}

std::vector<bool> singleInstanceObjects(const Program& p, const PointsTo& pointsTo) {
  Loops loops(p);
  std::vector<bool> single(p.objects.size(), true), allocated(p.objects.size());
  for (EdgeId e = 0; e < p.edges.size(); ++e)
    for (const Operation& op : p.edges[e].ops)
      if (const auto* a = std::get_if<Alloc>(&op)) {
        ObjectId site = pointsTo.abstractOf(a->site);
        bool once = !loops.edgeInCycle(e) && !p.threads[p.locations[p.edges[e].from].thread].repeatable;
        if (!once || allocated[site]) single[site] = false;
        allocated[site] = true;
      }
  return single;
}

} // namespace heddle::ccfg::analysis
