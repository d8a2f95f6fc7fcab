// Printers of the analyses of pointers and memory, and what all printers share; see print.h.
#include "ccfg/analysis/print.h"

#include "ccfg/names.h"
#include "ccfg/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace heddle::ccfg::analysis {

std::vector<EdgeId> edgesOf(const Program& p, ThreadId t) {
  std::vector<EdgeId> result;
  for (EdgeId e = 0; e < p.edges.size(); ++e)
    if (p.locations[p.edges[e].from].thread == t) result.push_back(e);
  return result;
}

std::string describe(const Program& p, EdgeId e) {
  const Edge& edge = p.edges[e];
  std::string what = edge.text;
  if (what.empty())
    for (const Operation& op : edge.ops) what += (what.empty() ? "" : "; ") + printOperation(p, op);
  if (what.empty()) what = "skip";
  return fmt::format("e{} {}  {}", e, p.posString(edge.pos), what);
}

std::string describe(const Program& p, const Target& t) {
  const Object& o = p.objects[t.object];
  if (t.offsets.isAny()) return o.name + "+*";
  if (!t.offsets.isExact()) return fmt::format("{}+{}", o.name, t.offsets.toString());
  if (t.offsets.residue == 0) return o.name;
  if (t.offsets.residue < 0) return fmt::format("{}{}", o.name, t.offsets.residue);
  return cellName(o.name, o.type, static_cast<uint64_t>(t.offsets.residue), 1);
}

std::string describe(const Program& p, const TargetSet& targets) {
  std::vector<std::string> names;
  for (const Target& t : targets) names.push_back(describe(p, t));
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string describe(const Program& p, const Access& a) {
  const Object& o = p.objects[a.object];
  std::string place = a.offsets.isExact() && a.offsets.residue >= 0
                          ? cellName(o.name, o.type, static_cast<uint64_t>(a.offsets.residue), a.bytes)
                          : describe(p, Target{a.object, a.offsets});
  std::string order = a.order == MemOrder::Plain ? "" : fmt::format(", {}", nameOf(a.order));
  return fmt::format("{} {} ({} byte{}{})", a.write ? "write" : "read", place, a.bytes,
                     a.bytes == 1 ? "" : "s", order);
}

std::string printPointsTo(const Facts& facts) {
  const Program& p = facts.program();
  const PointsTo& pointsTo = facts.pointsTo();
  std::string out;
  for (const Thread& t : p.threads) {
    out += fmt::format("thread {}\n", t.name);
    for (RegId r : t.registers)
      if (!pointsTo.ofRegister(r).empty())
        out += fmt::format("  %{} -> {}\n", p.reg(r).name, describe(p, pointsTo.ofRegister(r)));
  }
  out += "memory\n";
  for (ObjectId o = 0; o < p.objects.size(); ++o)
    if (!pointsTo.contents(o).empty())
      out += fmt::format("  {} -> {}\n", p.objects[o].name, describe(p, pointsTo.contents(o)));
  return out;
}

std::string printEscape(const Facts& facts) {
  const Program& p = facts.program();
  const Escape& escape = facts.escape();
  std::string shared, unshared;
  for (ObjectId o = 0; o < p.objects.size(); ++o) {
    const Object& object = p.objects[o];
    if (escape.accessors(o).empty()) continue;
    std::vector<std::string> by;
    for (ThreadId t : escape.accessors(o))
      by.push_back(p.threads[t].name + (p.threads[t].repeatable ? "*" : ""));
    std::string line =
        fmt::format("  {} ({}, {}): {}{}\n", object.name, nameOf(object.kind), p.posString(object.pos),
                    fmt::join(by, ", "), escape.isPrivate(o) ? ", private to each instance" : "");
    (escape.isShared(o) ? shared : unshared) += line;
  }
  std::string out = "shared\n" + shared + "unshared\n" + unshared + "edges that touch nothing shared\n";
  for (ThreadId t = 0; t < p.threads.size(); ++t) {
    size_t local = 0;
    std::vector<EdgeId> edges = edgesOf(p, t);
    for (EdgeId e : edges) local += escape.isLocal(e) ? 1 : 0;
    out += fmt::format("  {}: {} of {}\n", p.threads[t].name, local, edges.size());
  }
  return out;
}

std::string printAccesses(const Facts& facts) {
  const Program& p = facts.program();
  const Escape& escape = facts.escape();
  const Accesses& accesses = facts.accesses();
  std::string out;
  for (ThreadId t = 0; t < p.threads.size(); ++t) {
    out += fmt::format("thread {}\n", p.threads[t].name);
    for (EdgeId e : edgesOf(p, t)) {
      if (accesses.of(e).empty()) continue;
      out += fmt::format("  {}\n", describe(p, e));
      for (const Access& a : accesses.of(e))
        out += fmt::format("    {}{}\n", describe(p, a), escape.isShared(a.object) ? ", shared" : "");
    }
  }
  return out;
}

} // namespace heddle::ccfg::analysis
