// Control and data dependence; see dependence.h.
#include "ccfg/analysis/order/dependence.h"

#include "ccfg/analysis/graph/loops.h"

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

bool isAmong(const std::vector<EdgeId>& sorted, EdgeId e) {
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

Dependence::Dependence(const Program& p, const Accesses& accesses, const Mhb& mhb, const Handles& handles)
    : program_(p), accesses_(accesses), mhb_(mhb), handles_(handles), forksOf_(p.threads.size()),
      definitions_(p.terms->symbolCount()) {
  for (EdgeId e = 0; e < p.edges.size(); ++e)
    for (const Operation& op : p.edges[e].ops) {
      if (const auto* f = std::get_if<Fork>(&op)) forksOf_[f->thread].push_back(e);
      for (RegId r : writtenRegisters(op)) definitions_[r].push_back(e);
    }
  findControl();
  findWriters();
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

void Dependence::findWriters() {
  const auto& lists = accesses_.lists();
  struct Write {
    uint32_t list;
    const Access* access;
  };
  std::vector<std::vector<Write>> writes(program_.objects.size());
  for (uint32_t i = 0; i < lists.size(); ++i)
    for (const Access& a : lists[i])
      if (a.write && a.object < writes.size()) writes[a.object].push_back({i, &a});
  edgesOfList_.resize(lists.size());
  for (EdgeId e = 0; e < program_.edges.size(); ++e) edgesOfList_[accesses_.listOf(e)].push_back(e);
  writersOf_.resize(lists.size());
  for (uint32_t i = 0; i < lists.size(); ++i) {
    std::vector<bool> found(lists.size());
    for (const Access& a : lists[i])
      if (!a.write && a.object < writes.size())
        for (const Write& w : writes[a.object])
          if (!found[w.list] && overlap(a.offsets, a.bytes, w.access->offsets, w.access->bytes)) {
            found[w.list] = true;
            writersOf_[i].push_back(w.list);
          }
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
        if (isAmong(definitions, e)) {
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

std::vector<EdgeId> Dependence::memory(EdgeId e, const BitSet* except) const {
  std::vector<EdgeId> result;
  for (uint32_t list : writersOf_[accesses_.listOf(e)])
    for (EdgeId w : edgesOfList_[list])
      if ((except == nullptr || !except->test(w)) && !mhb_.orderedBefore(e, w)) result.push_back(w);
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
