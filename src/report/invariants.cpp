// See invariants.h.
#include "report/invariants.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
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

// How the places of an invariant are called: registers by the names of their variables, without the number
// that tells registers of one name apart, unless they are in different ranges here.
class InvariantNames {
public:
  InvariantNames(const Invariant& i, const ccfg::Program& p) : program_(p) {
    std::map<std::string, Range> ranges;
    for (const Bound& b : i.bounds) {
      if (b.place.reg == ccfg::none || !isVariable(b.place, p)) continue;
      const auto [known, added] = ranges.try_emplace(variable(b.place), b.range);
      if (!added && known->second != b.range) numbered_.insert(known->first);
    }
  }

  std::string operator()(const engine::Place& place) const {
    if (place.reg == ccfg::none) return nameOf(place, program_);
    const std::string name = variable(place);
    return numbered_.contains(name) ? nameOf(place, program_) : name;
  }

private:
  std::string variable(const engine::Place& place) const {
    const std::string name = nameOf(place, program_);
    const size_t dot = name.find_last_not_of("0123456789");
    return dot != std::string::npos && dot > 0 && dot + 1 < name.size() && name[dot] == '.'
               ? name.substr(0, dot)
               : name;
  }

  const ccfg::Program& program_;
  std::set<std::string> numbered_;
};

// "x == 5", "0 <= x <= 5", "x % 4 == 0", as C would say it; empty: nothing worth telling.
std::string textOf(const Bound& b, const std::string& name, const ccfg::Program& p) {
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
std::string textOf(const engine::Relation& r, bool exact, const InvariantNames& names) {
  using Kind = engine::Relation::Kind;
  const std::string a = names(r.first), b = names(r.second);
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
std::vector<std::string> relationsText(const Invariant& i, const InvariantNames& names,
                                       const ccfg::Program& p) {
  using Kind = engine::Relation::Kind;
  std::vector<std::string> all;
  std::set<std::pair<std::string, std::string>> equal;
  for (const engine::Relation& r : i.relations) {
    if (!isVariable(r.first, p) || !isVariable(r.second, p)) continue;
    const std::pair both(names(r.first), names(r.second));
    if (both.first == both.second) continue; // registers of one variable
    const auto opposite = [&](const engine::Relation& o) {
      return o.kind == Kind::AtMost && o.firstSign == -r.firstSign && o.secondSign == -r.secondSign &&
             o.bound == -r.bound && names(o.first) == both.first && names(o.second) == both.second;
    };
    const bool exact = r.kind == Kind::Equal || std::ranges::any_of(i.relations, opposite);
    if (equal.contains(both) || (exact && !equal.insert(both).second)) continue;
    all.push_back(textOf(r, exact, names));
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
  const InvariantNames names(i, p);
  std::vector<std::string> all;
  const auto add = [&](const std::string& one) {
    if (!one.empty() && std::ranges::find(all, one) == all.end()) all.push_back(one);
  };
  for (const Bound& b : i.bounds)
    if (isVariable(b.place, p) && (b.place.reg != ccfg::none || !hidden[b.place.object]))
      add(textOf(b, names(b.place), p));
  for (const std::string& one : relationsText(i, names, p)) add(one);
  return all.empty() ? "nothing is known" : fmt::format("{}", fmt::join(all, "; "));
}

} // namespace

std::vector<LineInvariant> lineInvariants(const std::vector<Invariant>& invariants,
                                          const ccfg::Program& program) {
  std::vector<LineInvariant> all;
  const std::vector<bool> hidden = writtenByLibrary(program);
  for (ccfg::ThreadId t = 0; t < program.threads.size(); ++t) {
    std::set<std::pair<uint32_t, uint32_t>> seen;
    for (const Invariant& i : invariants) {
      const ccfg::Location& l = program.locations[i.location];
      if (l.thread != t || !l.pos.known()) continue;
      const SourcePos pos = program.userPlace(l.pos, l.stack).first;
      if (!pos.known() || !seen.insert({pos.file, pos.line}).second) continue;
      all.push_back({t, pos, allOf(i, program, hidden)});
    }
  }
  return all;
}

std::string invariantsText(const std::vector<Invariant>& invariants, const ccfg::Program& program,
                           SourceText& source) {
  std::string text;
  ccfg::ThreadId thread = ccfg::none;
  for (const LineInvariant& i : lineInvariants(invariants, program)) {
    if (i.thread != thread) text += fmt::format("invariants of thread {}\n", program.threads[i.thread].name);
    thread = i.thread;
    std::string line = source.line(i.pos);
    if (line.size() > lineWidth) line = line.substr(0, lineWidth - 3) + "...";
    text += fmt::format("  {:>5}  {:<{}}  {}\n", i.pos.line, line, lineWidth, i.text);
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
                   {"relations", relationsText(i, InvariantNames(i, program), program)}});
  }
  return all;
}

} // namespace heddle::report
