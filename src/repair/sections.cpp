// From statements to the graphs of threads. See sections.h.
#include "repair/sections.h"

#include "ccfg/analysis/graph/loops.h"

#include <algorithm>

namespace heddle::repair {

using ccfg::StatementKind;

namespace {

bool isLoop(StatementKind k) {
  return k == StatementKind::While || k == StatementKind::Do || k == StatementKind::For;
}

} // namespace

SectionMap::SectionMap(const ccfg::analysis::Facts& facts) : facts_(facts), p_(facts.program()) {
  const auto locations = static_cast<LocId>(p_.locations.size());
  isHead_.resize(locations, false);
  for (EdgeId e = 0; e < p_.edges.size(); ++e)
    if (facts.loops().isRetreating(e)) isHead_[p_.edges[e].to] = true;
  before_.resize(locations);
  after_.resize(locations);
  for (LocId l = 0; l < locations; ++l) {
    before_[l] = neighbours(l, true);
    after_[l] = neighbours(l, false);
  }
}

// Past edges that belong to no statement.
std::set<SectionMap::Spot> SectionMap::neighbours(LocId l, bool before) const {
  std::set<Spot> out;
  std::set<LocId> seen{l};
  std::vector<LocId> work{l};
  while (!work.empty()) {
    const LocId at = work.back();
    work.pop_back();
    for (const EdgeId e : before ? p_.in(at) : p_.out(at)) {
      const LocId next = before ? p_.edges[e].from : p_.edges[e].to;
      if (const Spot s = spotOf(e); s.statement != 0)
        out.insert(s);
      else if (seen.insert(next).second)
        work.push_back(next);
    }
  }
  return out;
}

// ---- statements

SectionMap::Spot SectionMap::spotOf(EdgeId e) const {
  Spot s{0, p_.edges[e].stack};
  for (const ccfg::Operation& op : p_.edges[e].ops)
    ccfg::forEachStatement(op, [&](StatementId id) {
      if (s.statement == 0) s.statement = id;
    });
  return plain(s);
}

// To the frame of the statement's function, and out of macros.
SectionMap::Spot SectionMap::plain(Spot s) const {
  if (s.statement == 0) return s;
  while (s.stack != 0 && p_.stacks[s.stack].function != p_.statements[s.statement].function)
    s.stack = p_.stacks[s.stack].parent;
  while (p_.statements[s.statement].macro && p_.statements[s.statement].parent != 0)
    s.statement = p_.statements[s.statement].parent;
  return s;
}

std::optional<SectionMap::Spot> SectionMap::caller(const Spot& s) const {
  const ccfg::Frame& f = p_.stacks[s.stack];
  if (s.stack == 0 || f.parent == 0 || f.statement == 0) return std::nullopt;
  return plain({f.statement, f.parent});
}

StatementId SectionMap::childOf(StatementId s, StatementId parent) const {
  while (s != 0 && p_.statements[s].parent != parent) s = p_.statements[s].parent;
  return s;
}

std::optional<Section> SectionMap::statementOf(EdgeId e) const {
  const Spot s = spotOf(e);
  if (s.statement == 0) return std::nullopt;
  return Section{s.statement, s.statement};
}

std::optional<Section> SectionMap::around(const Section& s) const {
  const StatementId parent = p_.statements[s.first].parent;
  if (parent == 0 || p_.statements[parent].parent == 0) return std::nullopt; // the function's body
  if (p_.statements[parent].kind == StatementKind::Compound)
    if (const StatementId above = p_.statements[parent].parent; above != 0)
      return p_.statements[above].parent == 0 || p_.statements[above].kind == StatementKind::Compound
                 ? Section{parent, parent}
                 : Section{above, above};
  return Section{parent, parent};
}

// In the innermost frame that both are in: neighbours in the innermost block, or the statement that both are
// part of.
std::optional<Section> SectionMap::common(Spot a, Spot b) const {
  while (a.stack != b.stack) {
    Spot& deeper = a.stack > b.stack ? a : b; // a frame has a larger number than its parent
    const auto up = caller(deeper);
    if (!up) return std::nullopt;
    deeper = *up;
  }
  std::set<StatementId> above;
  for (StatementId s = a.statement; s != 0; s = p_.statements[s].parent) above.insert(s);
  StatementId meet = b.statement;
  while (meet != 0 && !above.contains(meet)) meet = p_.statements[meet].parent;
  if (meet == 0) return std::nullopt;
  if (p_.statements[meet].kind != StatementKind::Compound || a.statement == meet || b.statement == meet)
    return Section{meet, meet};
  const StatementId first = childOf(a.statement, meet), last = childOf(b.statement, meet);
  if (first <= last) return Section{first, last};
  return p_.statements[meet].parent == 0 ? std::nullopt : around(Section{first, first});
}

std::optional<Section> SectionMap::around(EdgeId before, const std::vector<EdgeId>& between,
                                          EdgeId after) const {
  const Spot a = spotOf(before), b = spotOf(after);
  if (a.statement == 0 || b.statement == 0) return std::nullopt;
  std::set<LocId> places{p_.edges[after].from};
  for (const EdgeId e : between) places.insert(p_.edges[e].from);
  const auto covers = [&](const Section& s) {
    const Extent& x = extent(s);
    return std::ranges::all_of(places, [&](LocId l) { return x.inside.contains(l); });
  };
  std::optional<Section> found = common(a, b);
  while (found && !covers(*found)) found = around(*found);
  if (found) return found;
  // A loop around the call of the function.
  Spot up = a;
  while (const auto next = caller(up)) {
    up = *next;
    found = Section{up.statement, up.statement};
    while (found && !covers(*found)) found = around(*found);
    if (found) return found;
  }
  return std::nullopt;
}

// ---- extents

SectionMap::Lifted SectionMap::lifted(const Section& section, const Spot& spot) const {
  const StatementId parent = p_.statements[section.first].parent;
  Spot s = spot;
  StackId callee = 0;
  while (true) {
    if (s.statement == 0) return {};
    if (p_.statements[s.statement].function == p_.statements[section.first].function &&
        p_.statements[s.statement].file == p_.statements[section.first].file) {
      const StatementId child = childOf(s.statement, parent);
      if (child >= section.first && child <= section.last) return {child, s.statement, callee};
    }
    const auto up = caller(s);
    if (!up) return {};
    callee = s.stack;
    s = *up;
  }
}

// Does a thread that has executed the one and is about to execute the other stay in the section? If it goes
// back to an earlier statement it has left it, and comes again: but not inside of a loop.
bool SectionMap::goesOn(const Section& section, const Spot& from, const Spot& to, LocId at) const {
  const Lifted a = lifted(section, from), b = lifted(section, to);
  if (a.child == 0 || b.child == 0) return false;
  if (a.child != b.child) return a.child < b.child;
  if (a.callee != 0 && a.callee == b.callee) return true;
  return goesOnWithin(a.child, a.statement, b.statement, at);
}

bool SectionMap::goesOnWithin(StatementId around, StatementId from, StatementId to, LocId at) const {
  while (true) {
    if (isLoop(p_.statements[around].kind)) return true;
    if (from == around || to == around) return from == to && !isHead_[at];
    const StatementId a = childOf(from, around), b = childOf(to, around);
    if (a != b) return a < b;
    around = a;
  }
}

Extent SectionMap::makeExtent(const Section& s) const {
  Extent x;
  for (EdgeId e = 0; e < p_.edges.size(); ++e)
    if (lifted(s, spotOf(e)).child != 0) x.edges.insert(e);
  for (LocId l = 0; l < p_.locations.size(); ++l)
    for (const Spot& a : before_[l])
      for (const Spot& b : after_[l])
        if (goesOn(s, a, b, l)) x.inside.insert(l);
  for (EdgeId e = 0; e < p_.edges.size(); ++e)
    if (spotOf(e).statement == 0 && x.inside.contains(p_.edges[e].from) && x.inside.contains(p_.edges[e].to))
      x.edges.insert(e);
  return x;
}

const Extent& SectionMap::extent(const Section& s) const {
  const auto known = extents_.find(s);
  return known != extents_.end() ? known->second : extents_.emplace(s, makeExtent(s)).first->second;
}

// ---- sets of sections

bool SectionMap::contains(const Section& outer, const Section& inner) const {
  const StatementId parent = p_.statements[outer.first].parent;
  const auto in = [&](StatementId s) {
    const StatementId child = childOf(s, parent);
    return child >= outer.first && child <= outer.last && child != 0;
  };
  return in(inner.first) && in(inner.last);
}

bool SectionMap::contains(const std::vector<Section>& outer, const Section& inner) const {
  return std::ranges::any_of(outer, [&](const Section& o) { return contains(o, inner); });
}

std::vector<Section> SectionMap::merged(std::vector<Section> sections) const {
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < sections.size() && !changed; ++i)
      for (size_t k = 0; k < sections.size() && !changed; ++k) {
        if (i == k) continue;
        Section& a = sections[i];
        const Section& b = sections[k];
        const bool siblings = p_.statements[a.first].parent == p_.statements[b.first].parent &&
                              p_.statements[a.first].function == p_.statements[b.first].function;
        const bool overlap = siblings && a.first <= b.last && b.first <= a.last;
        if (!overlap && !contains(a, b)) continue;
        if (siblings) a = {std::min(a.first, b.first), std::max(a.last, b.last)};
        sections.erase(sections.begin() + static_cast<std::ptrdiff_t>(k));
        changed = true;
      }
  }
  std::ranges::sort(sections);
  return sections;
}

std::optional<Section> SectionMap::beside(const Section& first, const Section& second) const {
  const StatementId parent = p_.statements[first.first].parent;
  if (p_.statements[second.first].parent != parent || second.first <= first.last ||
      p_.statements[parent].kind != StatementKind::Compound)
    return std::nullopt;
  for (StatementId s = first.last + 1; s < second.first; ++s)
    if (p_.statements[s].parent == parent) return std::nullopt;
  return Section{first.first, second.last};
}

std::vector<Section> SectionMap::shrunk(const Section& s) const {
  std::vector<Section> out;
  if (s.first == s.last) return out;
  const StatementId parent = p_.statements[s.first].parent;
  StatementId second = s.first + 1, last = s.last - 1;
  while (p_.statements[second].parent != parent) ++second;
  while (p_.statements[last].parent != parent) --last;
  return {{second, s.last}, {s.first, last}};
}

bool SectionMap::hasLoop(const Section& s) const {
  const Extent& x = extent(s);
  return std::ranges::any_of(
      x.edges, [&](EdgeId e) { return facts_.loops().isRetreating(e) && x.inside.contains(p_.edges[e].to); });
}

namespace {

template <typename Op>
bool has(const ccfg::Program& p, const Extent& x) {
  return std::ranges::any_of(x.edges, [&](EdgeId e) {
    return std::ranges::any_of(p.edges[e].ops,
                               [](const ccfg::Operation& op) { return std::holds_alternative<Op>(op); });
  });
}

} // namespace

bool SectionMap::forks(const Section& s) const { return has<ccfg::Fork>(p_, extent(s)); }
bool SectionMap::joins(const Section& s) const { return has<ccfg::Join>(p_, extent(s)); }

unsigned SectionMap::size(const Section& s) const {
  const StatementId parent = p_.statements[s.first].parent;
  unsigned n = 0;
  for (StatementId i = s.first; i < p_.statements.size(); ++i) {
    const StatementId child = childOf(i, parent);
    if (child < s.first || child > s.last || p_.statements[i].function != p_.statements[s.first].function)
      break;
    if (ccfg::isUnit(p_.statements[i].kind)) ++n;
  }
  return n;
}

// ---- what a section must not hold

namespace {

bool waitsForOthers(const ccfg::Edge& e) {
  for (const ccfg::Operation& op : e.ops)
    if (std::holds_alternative<ccfg::Join>(op)) return true;
  if (!e.sync) return false;
  using enum ccfg::SyncKind;
  const ccfg::SyncKind k = e.sync->kind;
  return k == WaitBegin || k == WaitEnd || k == SemWait || k == BarrierArrive || k == BarrierLeave;
}

// It reads and tests, and leaves nothing behind.
bool onlyLooks(const ccfg::Edge& e) {
  return std::ranges::all_of(e.ops, [](const ccfg::Operation& op) {
    return std::holds_alternative<ccfg::Load>(op) || std::holds_alternative<ccfg::Assume>(op);
  });
}

bool hasCycle(const ccfg::Program& p, const std::set<EdgeId>& edges) {
  std::set<EdgeId> left = edges;
  for (bool changed = true; changed;) {
    std::set<LocId> ends;
    for (const EdgeId e : left) ends.insert(p.edges[e].to);
    changed = std::erase_if(left, [&](EdgeId e) { return !ends.contains(p.edges[e].from); }) > 0;
  }
  return !left.empty();
}

} // namespace

bool SectionMap::mayHold(const Section& s) const {
  const Extent& x = extent(s);
  std::set<EdgeId> looking;
  for (const EdgeId e : x.edges) {
    if (waitsForOthers(p_.edges[e])) return false;
    if (onlyLooks(p_.edges[e]) && x.inside.contains(p_.edges[e].from) && x.inside.contains(p_.edges[e].to))
      looking.insert(e);
  }
  for (const LocId l : x.inside)
    for (const ccfg::Thread& t : p_.threads)
      if (l == t.entry || l == t.exit) return false;
  return !hasCycle(p_, looking);
}

} // namespace heddle::repair
