// See the header. Neighbour: frontend.cpp calls these in order.

#include "llvm2ccfg/finish.h"

#include "support/error.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>

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
  return e.library || std::any_of(e.ops.begin(), e.ops.end(), [](const ccfg::Operation& op) {
           return std::holds_alternative<ccfg::Mark>(op);
         });
}

// Debug information and the syntax tree may name one file differently: relative to the working folder or not.
std::string absolutePath(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::absolute(path, ignored).lexically_normal().string();
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

void groupStatements(ccfg::Program& p, std::vector<StatementRange> statements) {
  for (StatementRange& s : statements) s.file = absolutePath(s.file);
  std::map<uint32_t, std::string> files;
  const auto fileOf = [&](SourcePos pos) -> const std::string& {
    std::string& file = files[pos.file];
    if (file.empty()) file = absolutePath(p.files.name(pos.file));
    return file;
  };
  // The innermost statement around a position: the last one that begins before it and has not ended.
  auto statementAt = [&](SourcePos pos) -> uint32_t {
    uint32_t best = 0;
    if (!pos.known()) return 0;
    const std::string& file = fileOf(pos);
    for (uint32_t i = 0; i < statements.size(); ++i) {
      const StatementRange& s = statements[i];
      auto begin = std::pair(s.beginLine, s.beginColumn), end = std::pair(s.endLine, s.endColumn),
           at = std::pair(pos.line, pos.column);
      if (s.file != file || at < begin || end < at) continue;
      if (best == 0 || std::pair(statements[best - 1].beginLine, statements[best - 1].beginColumn) <= begin)
        best = i + 1;
    }
    return best;
  };
  std::vector<uint32_t> ofEdge;
  for (const ccfg::Edge& e : p.edges) ofEdge.push_back(statementAt(e.pos));
  for (LocId l = 0; l < p.locations.size(); ++l) {
    const auto& out = p.out(l);
    const auto& in = p.in(l);
    if (!out.empty()) p.locations[l].statement = ofEdge[out[0]];
    if (in.size() != 1 || out.empty() || ofEdge[in[0]] == 0 || standsApart(p.edges[in[0]])) continue;
    bool inside = std::all_of(out.begin(), out.end(), [&](EdgeId e) {
      return ofEdge[e] == ofEdge[in[0]] && !standsApart(p.edges[e]);
    });
    if (inside) p.locations[l].atomic = true;
  }
}

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
  std::erase_if(p.edges, [&](const ccfg::Edge& e) { return !reached[e.from]; });
  for (ccfg::Edge& e : p.edges) e.from = renamed[e.from], e.to = renamed[e.to];
  for (ccfg::Thread& t : p.threads) t.entry = renamed[t.entry], t.exit = renamed[t.exit];
  p.locations = std::move(locations);
  p.reindex();
}

} // namespace heddle::llvm2ccfg
