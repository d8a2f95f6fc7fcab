// Which objects are freed, written, accessed in blocks, and whose writes others may see; see unwindfacts.h.
#include "engines/bounded/unwindfacts.h"

#include "ccfg/atomicblocks.h"

#include <numeric>

namespace heddle::bounded {

using ccfg::Program;

namespace {

// Takes the mutex as it is, without a look at the condition variable; or releases it without entering the
// set.
bool isSpurious(const ccfg::Edge& e, ccfg::SyncKind kind) {
  size_t loads = 0, stores = 0;
  for (const ccfg::Operation& op : e.ops) {
    loads += std::holds_alternative<ccfg::Load>(op);
    stores += std::holds_alternative<ccfg::Store>(op);
  }
  return e.sync && e.sync->kind == kind && loads == 1 && stores == 1;
}

std::vector<bool> findNaps(const Program& p) {
  std::vector<bool> naps;
  for (ccfg::LocId l = 0; l < p.locations.size(); ++l) {
    bool nap = p.out(l).size() == 1 && !p.in(l).empty() && !p.locations[l].atomic &&
               isSpurious(p.edges[p.out(l)[0]], ccfg::SyncKind::WaitEnd);
    for (ccfg::EdgeId e : p.in(l))
      nap = nap && isSpurious(p.edges[e], ccfg::SyncKind::WaitBegin) &&
            p.edges[e].sync->object2 == p.edges[p.out(l)[0]].sync->object2;
    naps.push_back(nap);
  }
  return naps;
}

// A flag is written by who makes the object, too, who need not access it.
bool othersEndOrMake(const ccfg::analysis::Escape& escape, ccfg::ObjectId o) {
  if (escape.isPrivate(o)) return false;
  return escape.isShared(o) || escape.accessors(o) != escape.allocators(o);
}

// Objects that one access may go to, in classes.
class Classes {
public:
  explicit Classes(size_t objects) : parent_(objects) { std::iota(parent_.begin(), parent_.end(), 0); }

  void unite(ccfg::ObjectId a, ccfg::ObjectId b) { parent_[of(a)] = of(b); }

  // Adds the whole class of each object of the set.
  void close(std::vector<bool>& set) {
    std::vector<bool> classes(parent_.size());
    for (ccfg::ObjectId o = 0; o < set.size(); ++o)
      if (set[o]) classes[of(o)] = true;
    for (ccfg::ObjectId o = 0; o < set.size(); ++o) set[o] = classes[of(o)];
  }

private:
  ccfg::ObjectId of(ccfg::ObjectId o) {
    while (parent_[o] != o) o = parent_[o] = parent_[parent_[o]];
    return o;
  }

  std::vector<ccfg::ObjectId> parent_;
};

} // namespace

bool Facts::hasFlag(ccfg::ObjectId o) const {
  const ccfg::ObjectKind kind = program.objects[o].kind;
  return kind == ccfg::ObjectKind::Local || kind == ccfg::ObjectKind::Heap;
}

void Facts::findInterfered() {
  Classes all(program.objects.size()), flagged(program.objects.size());
  for (const ccfg::Edge& e : program.edges)
    for (const ccfg::Operation& op : e.ops) {
      const auto address = ccfg::analysis::accessedAddress(op);
      if (!address) continue;
      ccfg::ObjectId one = ccfg::none, other = ccfg::none;
      for (const ccfg::analysis::Target& t : pointsTo.targets(*address)) {
        if (one != ccfg::none) all.unite(one, t.object);
        one = t.object;
        if (!hasFlag(t.object)) continue;
        if (other != ccfg::none) flagged.unite(other, t.object);
        other = t.object;
      }
    }
  for (ccfg::ObjectId o = 0; o < program.objects.size(); ++o) {
    interfered.push_back(escape.isShared(o) && written[o]);
    flagInterfered.push_back(hasFlag(o) && othersEndOrMake(escape, o));
  }
  all.close(interfered);
  flagged.close(flagInterfered);
}

Facts::Facts(const engine::Problem& problem)
    : problem(problem), program(problem.program), memoryModel(problem.question.memoryModel), layout(program),
      pointsTo(problem.facts.pointsTo()), escape(problem.facts.escape()), liveness(problem.facts.liveness()),
      nesting(problem.facts.nesting()), freed(program.objects.size()), written(program.objects.size()),
      blocks(program.objects.size()), naps(findNaps(program)), anyBlocks(ccfg::hasBlocks(program)) {
  const Program& p = program;
  const auto mark = [&](std::vector<bool>& set, ccfg::Term address) {
    for (const ccfg::analysis::Target& t : pointsTo.targets(address)) set[t.object] = true;
  };
  const std::vector<bool> inBlock = ccfg::mayBeInBlock(p);
  for (const ccfg::Edge& e : p.edges) {
    for (const ccfg::Operation& op : e.ops) {
      if (const auto* store = std::get_if<ccfg::Store>(&op)) mark(written, store->addr);
      if (ccfg::isAccess(op) && (inBlock[e.from] || inBlock[e.to]) && ccfg::countsInBlocks(e))
        mark(blocks, *ccfg::analysis::accessedAddress(op));
      if (const auto* free = std::get_if<ccfg::Free>(&op)) {
        mark(freed, free->addr);
        anyFreed = true;
      }
    }
  }
  findInterfered();
}

} // namespace heddle::bounded
