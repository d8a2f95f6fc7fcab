// The table of statements (ccfg/statement.h), by function, with the steps of each. One of the printers of
// print.h.
#include "ccfg/analysis/print.h"

#include "ccfg/names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

namespace heddle::ccfg::analysis {

std::string printStatements(const Facts& facts) {
  const Program& p = facts.program();
  std::vector<std::set<EdgeId>> edges(p.statements.size());
  for (EdgeId e = 0; e < p.edges.size(); ++e)
    for (const Operation& op : p.edges[e].ops)
      forEachStatement(op, [&](StatementId s) { edges[s].insert(e); });
  std::string out;
  std::vector<unsigned> depth(p.statements.size(), 0);
  for (StatementId id = 1; id < p.statements.size(); ++id) {
    const Statement& s = p.statements[id];
    if (s.parent == 0)
      out += fmt::format("function {} ({})\n", s.function, p.files.name(s.file));
    else
      depth[id] = depth[s.parent] + 1;
    out +=
        fmt::format("{:{}}{} {} bytes {} to {}", "", 2 * depth[id] + 2, id, nameOf(s.kind), s.begin, s.end);
    if (s.parent != 0 && s.file != p.statements[s.parent].file) out += " of " + p.files.name(s.file);
    if (s.macro) out += ", from a macro";
    if (!edges[id].empty()) out += fmt::format(": e{}", fmt::join(edges[id], " e"));
    out += "\n";
  }
  return out.empty() ? "no statement is known\n" : out;
}

} // namespace heddle::ccfg::analysis
