// See the header. Neighbour: frontend.cpp calls these in order.

#include "llvm2ccfg/finish.h"

#include "support/error.h"

#include <algorithm>
#include <functional>
#include <set>

namespace heddle::llvm2ccfg {

namespace {

using ccfg::EdgeId;
using ccfg::LocId;

int depthChange(const ccfg::Edge& e) {
  int change = 0;
  for (const ccfg::Operation& op : e.ops)
    if (const auto* m = std::get_if<ccfg::Mark>(&op)) {
      if (m->kind == ccfg::MarkKind::AtomicBegin) ++change;
      if (m->kind == ccfg::MarkKind::AtomicEnd) --change;
    }
  return change;
}

// Sections within sections change nothing; only the outermost marks stay.
void dropInnerMarks(ccfg::Edge& e, int depth) {
  std::erase_if(e.ops, [&](const ccfg::Operation& op) {
    const auto* m = std::get_if<ccfg::Mark>(&op);
    if (m == nullptr || m->kind > ccfg::MarkKind::AtomicEnd) return false;
    if (m->kind == ccfg::MarkKind::AtomicBegin) return depth++ > 0;
    if (depth == 0) return true;
    return --depth > 0;
  });
}

// Library calls and the ends of atomic sections are no middle of a statement.
bool standsApart(const ccfg::Edge& e) {
  return e.primitive || std::any_of(e.ops.begin(), e.ops.end(), [](const ccfg::Operation& op) {
           return std::holds_alternative<ccfg::Mark>(op);
         });
}

// Where an edge begins or ends: in which statement, and on which stack. 0: in none, or it stands apart.
using Place = std::pair<ccfg::StatementId, ccfg::StackId>;

Place edgeOf(const ccfg::Edge& e, bool end) {
  if (standsApart(e) || e.ops.empty()) return {};
  ccfg::StatementId found = ccfg::none; // of the operations of a parallel assignment: all must agree
  ccfg::forEachStatement(end ? e.ops.back() : e.ops.front(),
                         [&](ccfg::StatementId s) { found = found == ccfg::none || found == s ? s : 0; });
  return found == 0 || found == ccfg::none ? Place{} : Place{found, e.stack};
}

// Can a thread that stands there come back without leaving such places?
bool isOnCircle(const ccfg::Program& p, LocId start, const std::vector<bool>& within) {
  std::vector<LocId> work = {start};
  std::set<LocId> seen;
  while (!work.empty()) {
    const LocId l = work.back();
    work.pop_back();
    for (EdgeId e : p.out(l)) {
      const LocId to = p.edges[e].to;
      if (to == start) return true;
      if (within[to] && seen.insert(to).second) work.push_back(to);
    }
  }
  return false;
}

} // namespace

void markAtomicSections(ccfg::Program& p) {
  std::vector<int> depth(p.locations.size(), -1);
  for (const ccfg::Thread& t : p.threads) {
    std::vector<LocId> work = {t.entry};
    depth[t.entry] = 0;
    while (!work.empty()) {
      LocId l = work.back();
      work.pop_back();
      for (EdgeId id : p.out(l)) {
        const ccfg::Edge& e = p.edges[id];
        // A section that is ended twice is ended; the end of a thread ends it too.
        int after = e.to == t.exit ? 0 : std::max(0, depth[l] + depthChange(e));
        if (depth[e.to] == -1) {
          depth[e.to] = after;
          work.push_back(e.to);
        } else if ((depth[e.to] > 0) != (after > 0)) {
          throw InputError(p.posString(e.pos) +
                           ": unsupported: an atomic section that is open on one path and closed on another");
        }
      }
    }
  }
  for (LocId l = 0; l < p.locations.size(); ++l) p.locations[l].atomic = depth[l] > 0;
  for (ccfg::Edge& e : p.edges) dropInnerMarks(e, std::max(0, depth[e.from]));
}

void addStatements(ccfg::Program& p, const sourcetree::StatementTable& table) {
  std::set<ccfg::StatementId> functions; // their bodies
  std::vector<ccfg::StatementId> body(table.rows.size());
  for (ccfg::StatementId s = 1; s < table.rows.size(); ++s)
    body[s] = table.rows[s].parent == 0 ? s : body[table.rows[s].parent];
  for (const ccfg::Edge& e : p.edges)
    for (const ccfg::Operation& op : e.ops)
      ccfg::forEachStatement(op, [&](ccfg::StatementId s) { functions.insert(body[s]); });
  for (const ccfg::Frame& f : p.stacks) functions.insert(body[f.statement]);
  functions.erase(0);
  std::vector<ccfg::StatementId> renamed(table.rows.size(), 0);
  for (ccfg::StatementId s = 1; s < table.rows.size(); ++s) {
    if (!functions.contains(body[s])) continue;
    renamed[s] = static_cast<ccfg::StatementId>(p.statements.size());
    ccfg::Statement row = table.rows[s];
    row.parent = renamed[row.parent];
    row.file = p.files.add(table.files.name(row.file));
    p.statements.push_back(std::move(row));
  }
  for (ccfg::Edge& e : p.edges)
    for (ccfg::Operation& op : e.ops)
      ccfg::changeStatements(op, [&](ccfg::StatementId& s) { s = renamed[s]; });
  for (ccfg::Frame& f : p.stacks) f.statement = renamed[f.statement];
}

// A place is in the middle of a statement if all steps to it and from it belong to one statement. Where
// threads could go round in circles between such places, they must be able to wait for others.
void groupStatements(ccfg::Program& p) {
  std::vector<bool> inside(p.locations.size(), false);
  for (LocId l = 0; l < p.locations.size(); ++l) {
    if (p.in(l).empty() || p.out(l).empty()) continue;
    const Place place = edgeOf(p.edges[p.in(l)[0]], true);
    inside[l] = place != Place{} &&
                std::ranges::all_of(p.in(l), [&](EdgeId e) { return edgeOf(p.edges[e], true) == place; }) &&
                std::ranges::all_of(p.out(l), [&](EdgeId e) { return edgeOf(p.edges[e], false) == place; });
  }
  for (LocId l = 0; l < p.locations.size(); ++l)
    if (inside[l] && isOnCircle(p, l, inside)) inside[l] = false;
  for (LocId l = 0; l < p.locations.size(); ++l)
    if (inside[l]) p.locations[l].atomic = true;
}

namespace {

// Applies to every mention of an assumption by the edges that leave such places.
void forEachMention(ccfg::Program& p, const std::function<bool(LocId)>& isMeant,
                    const std::function<void(ccfg::AssumptionId&)>& f) {
  for (ccfg::Edge& e : p.edges) {
    if (!isMeant(e.from)) continue;
    if (e.assumption != ccfg::none) f(e.assumption);
    for (ccfg::Operation& op : e.ops)
      if (auto* halt = std::get_if<ccfg::Halt>(&op); halt != nullptr && halt->assumption != ccfg::none)
        f(halt->assumption);
  }
}

// Those that only steps mention that can't be reached: nobody rests on them. One that no step mentions is
// about the program as a whole, and stays.
void forgetAssumptions(ccfg::Program& p, const std::vector<bool>& reached) {
  std::vector<bool> unreached(p.assumptions.size(), false), wanted(p.assumptions.size(), false);
  forEachMention(
      p, [&](LocId l) { return !reached[l]; }, [&](ccfg::AssumptionId& a) { unreached[a] = true; });
  forEachMention(p, [&](LocId l) { return reached[l]; }, [&](ccfg::AssumptionId& a) { wanted[a] = true; });
  std::vector<ccfg::AssumptionId> renamed(p.assumptions.size(), ccfg::none);
  std::vector<ccfg::Assumption> kept;
  for (ccfg::AssumptionId a = 0; a < p.assumptions.size(); ++a)
    if (wanted[a] || !unreached[a]) {
      renamed[a] = static_cast<ccfg::AssumptionId>(kept.size());
      kept.push_back(std::move(p.assumptions[a]));
    }
  p.assumptions = std::move(kept);
  forEachMention(p, [](LocId) { return true; }, [&](ccfg::AssumptionId& a) { a = renamed[a]; });
}

} // namespace

void removeEmptySteps(ccfg::Program& p) {
  // A step that does nothing and is the only way on: its start is its end.
  std::vector<LocId> leads(p.locations.size(), ccfg::none);
  for (LocId l = 0; l < p.locations.size(); ++l) {
    if (p.out(l).size() != 1) continue;
    const ccfg::Edge& e = p.edges[p.out(l)[0]];
    bool boring = e.ops.empty() && !e.sync && e.assumption == ccfg::none && e.to != l && !e.library;
    if (boring && p.locations[l].atomic == p.locations[e.to].atomic && p.locations[l].label.empty())
      leads[l] = e.to;
  }
  auto end = [&](LocId l) {
    LocId at = l;
    for (size_t steps = 0; leads[at] != ccfg::none && steps < 64; ++steps) {
      at = leads[at];
      if (at == l) return l; // a circle of empty steps: a thread that spins
    }
    return at;
  };
  for (ccfg::Edge& e : p.edges) e.to = end(e.to);
  std::vector<bool> reached(p.locations.size(), false);
  for (const ccfg::Thread& t : p.threads) {
    std::vector<LocId> work = {t.entry};
    reached[t.entry] = true;
    while (!work.empty()) {
      LocId l = work.back();
      work.pop_back();
      for (EdgeId id : p.out(l))
        if (LocId to = p.edges[id].to; !reached[to]) {
          reached[to] = true;
          work.push_back(to);
        }
    }
    reached[t.exit] = true;
  }
  std::vector<LocId> renamed(p.locations.size(), ccfg::none);
  std::vector<ccfg::Location> locations;
  for (LocId l = 0; l < p.locations.size(); ++l)
    if (reached[l]) {
      renamed[l] = static_cast<LocId>(locations.size());
      locations.push_back(std::move(p.locations[l]));
    }
  forgetAssumptions(p, reached);
  std::erase_if(p.edges, [&](const ccfg::Edge& e) { return !reached[e.from]; });
  for (ccfg::Edge& e : p.edges) e.from = renamed[e.from], e.to = renamed[e.to];
  for (ccfg::Thread& t : p.threads) t.entry = renamed[t.entry], t.exit = renamed[t.exit];
  p.locations = std::move(locations);
  p.reindex();
}

} // namespace heddle::llvm2ccfg
