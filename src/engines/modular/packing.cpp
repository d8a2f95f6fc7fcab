// Union-find over registers and cells that refuses packs that are too large; see packing.h.
#include "engines/modular/packing.h"

#include <algorithm>
#include <numeric>

namespace heddle::modular {

using logic::Op;
using logic::Term;

namespace {

constexpr size_t maxVariablesOfTerm = 3;
constexpr size_t maxWork = 4'000'000; // live registers over all locations

// The registers of a term that may be linear; false: it is not.
bool collect(Term t, std::vector<Variable>& to, unsigned depth = 0) {
  if (depth > 8 || to.size() > maxVariablesOfTerm) return false;
  switch (t.op()) {
  case Op::Const:
    return true;
  case Op::Var:
    to.push_back(static_cast<Variable>(t.value()));
    return true;
  case Op::Add:
  case Op::Sub:
    return collect(t.kid(0), to, depth + 1) && collect(t.kid(1), to, depth + 1);
  case Op::Neg:
  case Op::SExt:
  case Op::ZExt:
    return collect(t.kid(0), to, depth + 1);
  case Op::Extract:
    return t.value() == 0 && collect(t.kid(0), to, depth + 1);
  default:
    return false;
  }
}

} // namespace

Packing::Packing(const Facts& facts, const std::vector<bool>& canBeRelated)
    : facts_(facts), canBeRelated_(canBeRelated),
      leader_(facts.program.registerCount() + facts.memory.cells().size()), packs_(leader_.size()) {
  std::iota(leader_.begin(), leader_.end(), 0u);
  const ccfg::Program& p = facts.program;
  for (ccfg::LocId l = 0; l < p.locations.size(); ++l)
    for (ccfg::RegId r : facts.liveness.liveAt(l)) packs_[r].live.emplace_back(l, 1);
  for (CellId c = 0; c < canBeRelated.size(); ++c) packs_[nodeOf(variableOf(c))].cells = {c};
}

uint32_t Packing::nodeOf(Variable v) const {
  return isCell(v) ? static_cast<uint32_t>(facts_.program.registerCount()) + cellOf(v) : v;
}

uint32_t Packing::find(uint32_t node) {
  while (leader_[node] != node) node = leader_[node] = leader_[leader_[node]];
  return node;
}

bool Packing::isRelatable(Variable v) const {
  if (isCell(v)) return canBeRelated_[cellOf(v)];
  return facts_.program.regWidth(v) > 1 && v != facts_.program.threads[facts_.program.reg(v).thread].self;
}

void Packing::unite(Variable a, Variable b) {
  if (!isRelatable(a) || !isRelatable(b)) return;
  const uint32_t x = find(nodeOf(a)), y = find(nodeOf(b));
  if (x == y) return;
  Pack both = packs_[x];
  both.size += packs_[y].size;
  both.cells.insert(both.cells.end(), packs_[y].cells.begin(), packs_[y].cells.end());
  if (both.cells.size() > maxCells) return;
  both.live.clear();
  std::ranges::merge(packs_[x].live, packs_[y].live, std::back_inserter(both.live));
  std::vector<std::pair<ccfg::LocId, unsigned>> summed;
  for (const auto& [location, count] : both.live) {
    if (summed.empty() || summed.back().first != location) summed.emplace_back(location, 0);
    summed.back().second += count;
    if (summed.back().second + both.cells.size() > maxLive) return;
  }
  both.live = std::move(summed);
  leader_[y] = x;
  packs_[x] = std::move(both);
  packs_[y] = {};
}

void Packing::meet(const std::vector<Variable>& together) {
  for (size_t i = 1; i < together.size(); ++i) unite(together[0], together[i]);
}

void Packing::putTogether(const std::vector<uint32_t>& lockOf) {
  std::map<uint32_t, std::vector<Variable>> cells;
  for (CellId c = 0; c < lockOf.size(); ++c)
    if (lockOf[c] != ccfg::none) cells[lockOf[c]].push_back(variableOf(c));
  for (const auto& [lock, under] : cells)
    if (under.size() < maxCells) meet(under);
}

void Packing::followConditions(const ccfg::Operation& op) {
  const auto* assume = std::get_if<ccfg::Assume>(&op);
  const auto* check = std::get_if<ccfg::Assert>(&op);
  if (assume == nullptr && check == nullptr) return;
  logic::forEachNode(assume != nullptr ? assume->cond : check->cond, [&](Term t) {
    if (t.op() < Op::Eq || t.op() > Op::Sle) return;
    std::vector<Variable> registers;
    if (collect(t.kid(0), registers) && collect(t.kid(1), registers)) meet(registers);
  });
}

void Packing::followAccess(ccfg::EdgeId e, size_t i) {
  const ccfg::Operation& op = facts_.program.edges[e].ops[i];
  const auto& cells = facts_.memory.of(e, i);
  if (!facts_.memory.isExact(cells)) return;
  if (const auto* load = std::get_if<ccfg::Load>(&op)) meet({load->dst, variableOf(cells[0])});
  if (const auto* store = std::get_if<ccfg::Store>(&op)) {
    std::vector<Variable> registers;
    if (!collect(store->value, registers)) return;
    registers.push_back(variableOf(cells[0]));
    meet(registers);
  }
}

void Packing::followAssignments(const ccfg::Operation& op) {
  const auto* set = std::get_if<ccfg::Set>(&op);
  if (set == nullptr) return;
  for (const ccfg::Assignment& a : set->assignments) {
    std::vector<Variable> registers = {a.reg};
    if (collect(a.value, registers)) meet(registers);
  }
}

void Packing::follow() {
  size_t work = 0;
  for (const Pack& p : packs_) work += p.live.size();
  if (work > maxWork) return;
  const auto& edges = facts_.program.edges;
  const auto each = [&](auto f) {
    for (ccfg::EdgeId e = 0; e < edges.size(); ++e)
      for (size_t i = 0; i < edges[e].ops.size(); ++i) f(e, i);
  };
  each([&](ccfg::EdgeId e, size_t i) { followConditions(edges[e].ops[i]); });
  each([&](ccfg::EdgeId e, size_t i) { followAccess(e, i); });
  each([&](ccfg::EdgeId e, size_t i) { followAssignments(edges[e].ops[i]); });
}

uint32_t Packing::packOf(Variable v) {
  const uint32_t leader = find(nodeOf(v));
  return packs_[leader].size > 1 ? leader : ccfg::none;
}

} // namespace heddle::modular
