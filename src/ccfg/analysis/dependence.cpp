// Control and data dependence; see dependence.h.
#include "ccfg/analysis/dependence.h"

#include "ccfg/analysis/loops.h"

#include <algorithm>

namespace heddle::ccfg::analysis {

namespace {

void makeSet(std::vector<EdgeId>& edges) {
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
}

void append(std::vector<EdgeId>& to, const std::vector<EdgeId>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

bool contains(const std::vector<EdgeId>& sorted, EdgeId e) {
  return std::binary_search(sorted.begin(), sorted.end(), e);
}

// Registers that the edge reads before it sets them itself.
std::vector<RegId> registersRead(const Edge& e) {
  std::vector<RegId> read, written;
  for (const Operation& op : e.ops) {
    forEachTerm(op, [&](Term t) {
      for (RegId r : logic::symbolsOf(t))
        if (std::find(written.begin(), written.end(), r) == written.end()) read.push_back(r);
    });
    for (RegId r : writtenRegisters(op)) written.push_back(r);
  }
  makeSet(read);
  return read;
}

} // namespace

Dependence::Dependence(const Program& p, const PointsTo& pointsTo, const Mhb& mhb)
    : program_(p), pointsTo_(pointsTo), mhb_(mhb), handles_(p, pointsTo), forksOf_(p.threads.size()),
      definitions_(p.terms->symbolCount()), writers_(p.objects.size()) {
  for (EdgeId e = 0; e < p.edges.size(); ++e)
    for (const Operation& op : p.edges[e].ops) {
      if (const auto* f = std::get_if<Fork>(&op)) forksOf_[f->thread].push_back(e);
      for (RegId r : writtenRegisters(op)) definitions_[r].push_back(e);
    }
  findControl();
  indexWrites(pointsTo);
}

// After Ferrante, Ottenstein, Warren: taking an edge decides for all that post-dominates it, up to what
// post-dominates the choice itself.
void Dependence::findControl() {
  PostDominators post(program_, PostDominators::Progress::MayStop);
  const DominatorTree& tree = post.tree();
  control_.resize(program_.locations.size() + program_.edges.size());
  for (EdgeId e = 0; e < program_.edges.size(); ++e) {
    uint32_t stop = tree.parent(program_.edges[e].from);
    for (uint32_t n = post.edgeNode(e); n != stop && n < control_.size(); n = tree.parent(n))
      control_[n].push_back(e);
  }
}

void Dependence::indexWrites(const PointsTo& pointsTo) {
  auto add = [&](EdgeId e, Term address, uint64_t bytes) {
    Writer w{e, pointsTo.targets(address), bytes};
    ObjectId last = none;
    for (const Target& t : w.targets)
      if (std::exchange(last, t.object) != t.object) writers_[t.object].push_back(w);
  };
  for (EdgeId e = 0; e < program_.edges.size(); ++e)
    for (const Operation& op : program_.edges[e].ops) {
      if (const auto* s = std::get_if<Store>(&op)) add(e, s->addr, s->bytes);
      if (const auto* f = std::get_if<Free>(&op)) add(e, f->addr, 0);
    }
}

std::vector<EdgeId> Dependence::control(EdgeId e) const {
  std::vector<EdgeId> result = control_[program_.edges[e].from];
  append(result, control_[program_.locations.size() + e]);
  append(result, forksOf_[program_.locations[program_.edges[e].from].thread]);
  std::erase(result, e);
  makeSet(result);
  return result;
}

std::vector<EdgeId> Dependence::definitionsReaching(LocId l, RegId r) const {
  const std::vector<EdgeId>& definitions = definitions_[r];
  std::vector<EdgeId> result;
  if (definitions.size() <= 1) {
    result = definitions;
  } else {
    BitSet seen(program_.locations.size());
    std::vector<LocId> stack{l};
    seen.set(l);
    while (!stack.empty()) {
      LocId at = stack.back();
      stack.pop_back();
      for (EdgeId e : program_.in(at)) {
        if (contains(definitions, e)) {
          result.push_back(e);
        } else if (!seen.test(program_.edges[e].from)) {
          seen.set(program_.edges[e].from);
          stack.push_back(program_.edges[e].from);
        }
      }
    }
  }
  const Thread& thread = program_.threads[program_.reg(r).thread];
  if (std::find(thread.params.begin(), thread.params.end(), r) != thread.params.end())
    append(result, forksOf_[program_.reg(r).thread]);
  return result;
}

std::vector<EdgeId> Dependence::registers(EdgeId e) const {
  std::vector<EdgeId> result;
  for (RegId r : registersRead(program_.edges[e]))
    append(result, definitionsReaching(program_.edges[e].from, r));
  makeSet(result);
  return result;
}

bool Dependence::mayMeet(EdgeId load, const TargetSet& targets, uint64_t bytes, const Writer& w) const {
  if (w.bytes == 0 || bytes == 0) return true; // of one object already
  return mayAlias(targets, bytes, w.targets, w.bytes) &&
         (w.edge == load || !mhb_.orderedBefore(load, w.edge));
}

std::vector<EdgeId> Dependence::memory(EdgeId e) const {
  std::vector<EdgeId> result;
  auto meet = [&](Term address, uint64_t bytes) {
    TargetSet targets = pointsTo_.targets(address);
    ObjectId last = none;
    for (const Target& t : targets)
      if (std::exchange(last, t.object) != t.object)
        for (const Writer& w : writers_[t.object])
          if (mayMeet(e, targets, bytes, w)) result.push_back(w.edge);
  };
  for (const Operation& op : program_.edges[e].ops)
    if (const auto* l = std::get_if<Load>(&op)) meet(l->addr, l->bytes);
  makeSet(result);
  return result;
}

std::vector<EdgeId> Dependence::joins(EdgeId e) const {
  std::vector<EdgeId> result;
  auto waitFor = [&](ThreadId t, bool forResult) {
    const Thread& thread = program_.threads[t];
    append(result, control_[thread.exit]);
    append(result, forksOf_[t]);
    if (forResult && thread.result != none) append(result, definitionsReaching(thread.exit, thread.result));
  };
  for (const Operation& op : program_.edges[e].ops) {
    const auto* join = std::get_if<Join>(&op);
    if (join == nullptr) continue;
    const auto& forks = handles_.joined(e);
    if (!forks) {
      for (ThreadId t = 0; t < program_.threads.size(); ++t) waitFor(t, join->result != none);
      continue;
    }
    for (EdgeId f : *forks)
      for (const Operation& forkOp : program_.edges[f].ops)
        if (const auto* fork = std::get_if<Fork>(&forkOp)) waitFor(fork->thread, join->result != none);
  }
  makeSet(result);
  return result;
}

} // namespace heddle::ccfg::analysis
