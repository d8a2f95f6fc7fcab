// See invariants.h.
#include "report/invariants.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace heddle::report {

namespace {

using engine::Bound;
using engine::Invariant;
using engine::Range;

constexpr size_t lineWidth = 40; // of the source text

std::string nameOf(const engine::Place& b, const ccfg::Program& p) {
  if (b.reg != ccfg::none) return p.reg(b.reg).name;
  const ccfg::Object& o = p.objects[b.object];
  const std::string whole = o.name.substr(0, o.name.find('@'));
  return ccfg::cellName(whole, o.type, b.offset, b.bytes);
}

// A variable of the program: temporaries of the translation have no type.
bool isVariable(const engine::Place& b, const ccfg::Program& p) {
  if (b.reg != ccfg::none) return p.reg(b.reg).type != nullptr;
  const ccfg::Object& o = p.objects[b.object];
  return o.type != nullptr && ccfg::scalarAt(o.type, b.offset, b.bytes) != nullptr;
}

bool isUnsigned(const engine::Place& b, const ccfg::Program& p) {
  const ccfg::TypeRef type =
      b.reg != ccfg::none ? p.reg(b.reg).type : ccfg::scalarAt(p.objects[b.object].type, b.offset, b.bytes);
  using Kind = ccfg::Type::Kind;
  return type != nullptr &&
         (type->kind == Kind::Unsigned || type->kind == Kind::Bool || type->kind == Kind::Pointer);
}

// "x == 5", "0 <= x <= 5", "x % 4 == 0", as C would say it; empty: nothing worth telling.
std::string textOf(const Bound& b, const ccfg::Program& p) {
  const std::string name = nameOf(b.place, p);
  const Range& r = b.range;
  const uint64_t mask = r.width >= 64 ? ~0ull : (1ull << r.width) - 1;
  const auto greatest = static_cast<int64_t>(mask >> 1);
  if (r.unsignedMin == r.unsignedMax)
    return isUnsigned(b.place, p) ? fmt::format("{} == {}", name, r.unsignedMin)
                                  : fmt::format("{} == {}", name, r.signedMin);
  std::string text;
  if (isUnsigned(b.place, p)) {
    if (r.unsignedMin != 0) text = fmt::format("{} <= ", r.unsignedMin);
    text += name;
    if (r.unsignedMax != mask) text += fmt::format(" <= {}", r.unsignedMax);
  } else {
    if (r.signedMin != -greatest - 1) text = fmt::format("{} <= ", r.signedMin);
    text += name;
    if (r.signedMax != greatest) text += fmt::format(" <= {}", r.signedMax);
  }
  if (text == name) text.clear();
  if (r.stride > 1)
    text += fmt::format("{}{} % {} == {}", text.empty() ? "" : ", ", name, r.stride, r.residue);
  return text;
}

// "x <= y + 2", "x + y >= 3"; two bounds that meet are an equality.
std::string textOf(const engine::Relation& r, bool exact, const ccfg::Program& p) {
  using Kind = engine::Relation::Kind;
  const std::string a = nameOf(r.first, p), b = nameOf(r.second, p);
  const auto plus = [](const std::string& name, int64_t by) {
    if (by == 0) return name;
    return by > 0 ? fmt::format("{} + {}", name, by) : fmt::format("{} - {}", name, -by);
  };
  if (r.kind == Kind::Equal && r.bound == 0) return fmt::format("{} == {}", b, a);
  if (r.kind == Kind::Equal) return fmt::format("{} == {}", a, plus(b, r.bound));
  const std::string sign = exact ? "==" : "<=";
  if (r.firstSign != r.secondSign)
    return r.firstSign > 0 ? fmt::format("{} {} {}", a, sign, plus(b, r.bound))
                           : fmt::format("{} {} {}", b, sign, plus(a, r.bound));
  if (r.firstSign > 0) return fmt::format("{} + {} {} {}", a, b, sign, r.bound);
  return fmt::format("{} + {} {} {}", a, b, exact ? "==" : ">=", -r.bound);
}

// What says the same twice is told once: x <= y + 2 and y <= x - 2.
std::vector<std::string> relationsText(const Invariant& i, const ccfg::Program& p) {
  using Kind = engine::Relation::Kind;
  std::vector<std::string> all;
  std::set<std::pair<std::string, std::string>> equal;
  for (const engine::Relation& r : i.relations) {
    if (!isVariable(r.first, p) || !isVariable(r.second, p)) continue;
    const std::pair names(nameOf(r.first, p), nameOf(r.second, p));
    const auto opposite = [&](const engine::Relation& o) {
      return o.kind == Kind::AtMost && o.firstSign == -r.firstSign && o.secondSign == -r.secondSign &&
             o.bound == -r.bound && nameOf(o.first, p) == names.first && nameOf(o.second, p) == names.second;
    };
    const bool exact = r.kind == Kind::Equal || std::ranges::any_of(i.relations, opposite);
    if (equal.contains(names) || (exact && !equal.insert(names).second)) continue;
    all.push_back(textOf(r, exact, p));
  }
  return all;
}

// Objects that only the thread library writes: the words of locks, handles of threads. They tell a reader
// nothing.
std::vector<bool> writtenByLibrary(const ccfg::Program& p) {
  std::vector<bool> byLibrary(p.objects.size()), byProgram(p.objects.size());
  for (const ccfg::Edge& e : p.edges)
    for (const ccfg::Operation& op : e.ops)
      if (const auto* store = std::get_if<ccfg::Store>(&op))
        logic::forEachNode(store->addr, [&](logic::Term t) {
          if (t.op() == logic::Op::Address) (e.library ? byLibrary : byProgram)[t.value()] = true;
        });
  for (size_t o = 0; o < byLibrary.size(); ++o) byLibrary[o] = byLibrary[o] && !byProgram[o];
  return byLibrary;
}

std::string allOf(const Invariant& i, const ccfg::Program& p, const std::vector<bool>& hidden) {
  if (!i.reachable) return "never reached";
  std::string text;
  for (const Bound& b : i.bounds) {
    if (!isVariable(b.place, p) || (b.place.reg == ccfg::none && hidden[b.place.object])) continue;
    const std::string one = textOf(b, p);
    if (!one.empty()) text += (text.empty() ? "" : "; ") + one;
  }
  for (const std::string& one : relationsText(i, p)) text += (text.empty() ? "" : "; ") + one;
  return text.empty() ? "nothing is known" : text;
}

} // namespace

std::string invariantsText(const std::vector<Invariant>& invariants, const ccfg::Program& program,
                           SourceText& source) {
  std::string text;
  const std::vector<bool> hidden = writtenByLibrary(program);
  for (ccfg::ThreadId t = 0; t < program.threads.size(); ++t) {
    std::string rows;
    std::set<std::pair<uint32_t, uint32_t>> seen;
    for (const Invariant& i : invariants) {
      const ccfg::Location& l = program.locations[i.location];
      if (l.thread != t || !l.pos.known()) continue;
      const SourcePos pos = program.userPlace(l.pos, l.stack).first;
      if (!pos.known() || !seen.insert({pos.file, pos.line}).second) continue;
      std::string line = source.line(pos);
      if (line.size() > lineWidth) line = line.substr(0, lineWidth - 3) + "...";
      rows += fmt::format("  {:>5}  {:<{}}  {}\n", pos.line, line, lineWidth, allOf(i, program, hidden));
    }
    if (!rows.empty()) text += fmt::format("invariants of thread {}\n{}", program.threads[t].name, rows);
  }
  return text;
}

nlohmann::ordered_json invariantsJson(const std::vector<Invariant>& invariants,
                                      const ccfg::Program& program) {
  auto all = nlohmann::ordered_json::array();
  for (const Invariant& i : invariants) {
    const ccfg::Location& l = program.locations[i.location];
    auto bounds = nlohmann::ordered_json::array();
    for (const Bound& b : i.bounds) {
      const Range& r = b.range;
      bounds.push_back({{"variable", nameOf(b.place, program)},
                        {"memory", b.place.reg == ccfg::none},
                        {"bits", r.width},
                        {"unsigned", {r.unsignedMin, r.unsignedMax}},
                        {"signed", {r.signedMin, r.signedMax}},
                        {"modulus", r.stride},
                        {"residue", r.residue}});
    }
    all.push_back({{"thread", program.threads[l.thread].name},
                   {"location", i.location},
                   {"place", program.posString(l.pos)},
                   {"reachable", i.reachable},
                   {"bounds", std::move(bounds)},
                   {"relations", relationsText(i, program)}});
  }
  return all;
}

} // namespace heddle::report
