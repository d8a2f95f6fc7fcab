// Which objects are freed, written, accessed in blocks; see facts.h.
#include "engines/bounded/facts.h"

#include "ccfg/blocks.h"

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

} // namespace

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
}

} // namespace heddle::bounded
