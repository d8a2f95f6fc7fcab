// Building a Program piece by piece, and asking it. The rules it must keep are in verify.cpp.
#include "ccfg/program.h"

#include "support/error.h"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::ccfg {

ObjectId Program::addObject(Object o) {
  objects.push_back(std::move(o));
  return static_cast<ObjectId>(objects.size() - 1);
}

ThreadId Program::addThread(Thread t) {
  const auto id = static_cast<ThreadId>(threads.size());
  threads.push_back(std::move(t));
  const LocId entry = addLocation(id), exit = addLocation(id);
  const RegId self = addRegister(id, "self", 32);
  threads[id].entry = entry;
  threads[id].exit = exit;
  threads[id].self = self;
  return id;
}

LocId Program::addLocation(ThreadId t) {
  Location l;
  l.thread = t;
  locations.push_back(std::move(l));
  out_.resize(locations.size());
  in_.resize(locations.size());
  return static_cast<LocId>(locations.size() - 1);
}

EdgeId Program::addEdge(Edge e) {
  HEDDLE_CHECK(e.from < locations.size() && e.to < locations.size(), "edge without locations");
  const auto id = static_cast<EdgeId>(edges.size());
  out_[e.from].push_back(id);
  in_[e.to].push_back(id);
  edges.push_back(std::move(e));
  return id;
}

RegId Program::addRegister(ThreadId t, std::string name, unsigned width, TypeRef type) {
  std::string unique = name;
  if (name.empty()) unique = name = "r";
  for (uint32_t n = 1; !registerNames_.emplace(t, unique).second; ++n) {
    // Long runs of one name would make a linear search for a free suffix quadratic.
    uint32_t& next = nextSuffix_[{t, name}];
    next = std::max(next, n);
    unique = fmt::format("{}.{}", name, next++);
  }
  const RegId id = terms->newSymbol(unique, width);
  HEDDLE_CHECK(id == registers_.size(), "symbols of a program are its registers");
  registers_.push_back({t, unique, std::move(type)});
  threads[t].registers.push_back(id);
  return id;
}

AssumptionId Program::addAssumption(Assumption a) {
  auto it = std::ranges::find_if(assumptions,
                                 [&](const Assumption& o) { return o.kind == a.kind && o.text == a.text; });
  const auto id = static_cast<AssumptionId>(it - assumptions.begin());
  if (it == assumptions.end()) assumptions.push_back(std::move(a));
  return id;
}

StackId Program::addFrame(Frame f) {
  stacks.push_back(std::move(f));
  return static_cast<StackId>(stacks.size() - 1);
}

std::string partOf(const Object& o, const std::string& name, uint64_t offset, uint64_t bytes) {
  if (o.pointer.empty()) return cellName(name, o.type, offset, bytes);
  return behindPointer(name, bytes == 0 ? "" : cellName("", o.type, offset, bytes));
}

std::string Program::posString(SourcePos p) const {
  return p.known() ? fmt::format("{}:{}", files.name(p.file), p.line) : "?";
}

std::pair<SourcePos, StackId> Program::userPlace(SourcePos p, StackId stack) const {
  while (files.isLibrary(p.file) && stack != 0) {
    p = stacks[stack].callSite;
    stack = stacks[stack].parent;
  }
  return {p, stack};
}

void Program::reindex() {
  out_.assign(locations.size(), {});
  in_.assign(locations.size(), {});
  for (EdgeId e = 0; e < edges.size(); ++e) {
    HEDDLE_CHECK(edges[e].from < locations.size() && edges[e].to < locations.size(),
                 "edge without locations");
    out_[edges[e].from].push_back(e);
    in_[edges[e].to].push_back(e);
  }
}

void forEachTerm(const Operation& op, const std::function<void(Term)>& f) {
  auto all = [&](const auto& list) {
    for (Term t : list) f(t);
  };
  std::visit(Overloaded{[&](const Assume& o) { f(o.cond); },
                        [&](const Set& o) {
                          for (const Assignment& a : o.assignments) f(a.value);
                        },
                        [&](const Load& o) { f(o.addr); },
                        [&](const Store& o) { all(std::array{o.addr, o.value}); },
                        [&](const Alloc& o) { f(o.size); }, [&](const Free& o) { f(o.addr); },
                        [&](const Fork& o) { all(o.args); }, [&](const Join& o) { f(o.handle); },
                        [&](const Assert& o) { f(o.cond); },
                        [](const auto&) {}}, // Nondet, Fence, Mark, Halt read nothing
             op);
}

void changeStatements(Operation& op, const std::function<void(StatementId&)>& f) {
  std::visit(Overloaded{[&](Set& o) {
                          for (Assignment& a : o.assignments) f(a.statement);
                        },
                        [&](auto& o) { f(o.statement); }},
             op);
}

void forEachStatement(const Operation& op, const std::function<void(StatementId)>& f) {
  std::visit(Overloaded{[&](const Set& o) {
                          for (const Assignment& a : o.assignments) f(a.statement);
                        },
                        [&](const auto& o) { f(o.statement); }},
             op);
}

std::vector<RegId> writtenRegisters(const Operation& op) {
  std::vector<RegId> regs;
  auto add = [&](RegId r) {
    if (r != none) regs.push_back(r);
  };
  std::visit(Overloaded{[&](const Set& o) {
                          for (const Assignment& a : o.assignments) add(a.reg);
                        },
                        [&](const Load& o) { add(o.dst); }, [&](const Nondet& o) { add(o.dst); },
                        [&](const Alloc& o) { add(o.dst); }, [&](const Fork& o) { add(o.handle); },
                        [&](const Join& o) { add(o.result); }, [](const auto&) {}},
             op);
  return regs;
}

} // namespace heddle::ccfg
