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

std::string nameOf(const Bound& b, const ccfg::Program& p) {
  if (b.reg != ccfg::none) return p.reg(b.reg).name;
  const ccfg::Object& o = p.objects[b.object];
  const std::string whole = o.name.substr(0, o.name.find('@'));
  return ccfg::cellName(whole, o.type, b.offset, b.bytes);
}

// A variable of the program: temporaries of the translation have no type.
bool isVariable(const Bound& b, const ccfg::Program& p) {
  if (b.reg != ccfg::none) return p.reg(b.reg).type != nullptr;
  const ccfg::Object& o = p.objects[b.object];
  return o.type != nullptr && ccfg::scalarAt(o.type, b.offset, b.bytes) != nullptr;
}

bool isUnsigned(const Bound& b, const ccfg::Program& p) {
  const ccfg::TypeRef type =
      b.reg != ccfg::none ? p.reg(b.reg).type : ccfg::scalarAt(p.objects[b.object].type, b.offset, b.bytes);
  using Kind = ccfg::Type::Kind;
  return type != nullptr &&
         (type->kind == Kind::Unsigned || type->kind == Kind::Bool || type->kind == Kind::Pointer);
}

// "x == 5", "0 <= x <= 5", "x % 4 == 0", as C would say it; empty: nothing worth telling.
std::string textOf(const Bound& b, const ccfg::Program& p) {
  const std::string name = nameOf(b, p);
  const Range& r = b.range;
  const uint64_t mask = r.width >= 64 ? ~0ull : (1ull << r.width) - 1;
  const auto greatest = static_cast<int64_t>(mask >> 1);
  if (r.unsignedMin == r.unsignedMax)
    return isUnsigned(b, p) ? fmt::format("{} == {}", name, r.unsignedMin)
                            : fmt::format("{} == {}", name, r.signedMin);
  std::string text;
  if (isUnsigned(b, p)) {
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

std::string allOf(const Invariant& i, const ccfg::Program& p) {
  if (!i.reachable) return "never reached";
  std::string text;
  for (const Bound& b : i.bounds) {
    if (!isVariable(b, p)) continue;
    const std::string one = textOf(b, p);
    if (!one.empty()) text += (text.empty() ? "" : "; ") + one;
  }
  return text.empty() ? "nothing is known" : text;
}

} // namespace

std::string invariantsText(const std::vector<Invariant>& invariants, const ccfg::Program& program,
                           SourceText& source) {
  std::string text;
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
      rows += fmt::format("  {:>5}  {:<{}}  {}\n", pos.line, line, lineWidth, allOf(i, program));
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
      bounds.push_back({{"variable", nameOf(b, program)},
                        {"memory", b.reg == ccfg::none},
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
                   {"bounds", std::move(bounds)}});
  }
  return all;
}

} // namespace heddle::report
