// Operations and terms in the text form. Keep in step with parse_op.cpp and parse_term.cpp.
#include "ccfg/names.h"
#include "ccfg/text.h"
#include "ccfg/text/words.h"

#include <fmt/format.h>

#include <unordered_map>

namespace heddle::ccfg {

using text::quote;
using text::wordOrQuoted;

namespace {

std::string suffix(unsigned bytes, MemOrder order, bool isVolatile) {
  std::string s = fmt::format(".{}", bytes);
  if (order != MemOrder::Plain) s += fmt::format(".{}", nameOf(order));
  return isVolatile ? s + ".volatile" : s;
}

std::string halt(const Halt& o) {
  std::string s = fmt::format("halt {}", nameOf(o.kind));
  return o.assumption == none ? s : fmt::format("{} {}", s, o.assumption);
}

} // namespace

OperationPrinter::OperationPrinter(const Program& p) : p_(p) {
  std::unordered_map<std::string, unsigned> uses;
  for (const Object& o : p.objects) ++uses[o.name];
  for (ObjectId o = 0; o < p.objects.size(); ++o) {
    const std::string& name = p.objects[o].name;
    objectKeys_.push_back(uses[name] == 1 && !name.empty() ? name : fmt::format("{}#{}", name, o));
    while (uses.contains(objectKeys_[o]) && objectKeys_[o] != name) objectKeys_[o] += "#";
  }
}

std::string OperationPrinter::reg(RegId r) const { return "%" + wordOrQuoted(p_.terms->symbolName(r)); }
std::string OperationPrinter::address(ObjectId o) const { return "&" + wordOrQuoted(objectKeys_.at(o)); }
std::string OperationPrinter::target(RegId r) const { return r == none ? "" : reg(r) + " := "; }

std::string OperationPrinter::term(Term t) const {
  return logic::toString(t, [&](Term leaf) {
    return leaf.op() == logic::Op::Address ? address(static_cast<ObjectId>(leaf.value()))
                                           : reg(static_cast<RegId>(leaf.value()));
  });
}

std::string OperationPrinter::operation(const Operation& op) const {
  return std::visit(Overloaded{
                        [&](const Assume& o) { return "assume " + term(o.cond); },
                        [&](const Set& o) { return set(o); },
                        [&](const Load& o) { return load(o); },
                        [&](const Store& o) { return store(o); },
                        [&](const Nondet& o) { return nondet(o); },
                        [&](const Alloc& o) { return alloc(o); },
                        [&](const Free& o) { return (o.heap ? "free " : "free.local ") + term(o.addr); },
                        [&](const Fork& o) { return fork(o); },
                        [&](const Join& o) { return target(o.result) + "join " + term(o.handle); },
                        [&](const Assert& o) { return assertion(o); },
                        [&](const Fence& o) { return fmt::format("fence.{}", nameOf(o.order)); },
                        [&](const Mark& o) { return std::string(nameOf(o.kind)); },
                        [&](const Halt& o) { return halt(o); },
                    },
                    op);
}

std::string OperationPrinter::action(const Edge& e) const {
  std::string s;
  for (const Operation& op : e.ops) s += (s.empty() ? "" : "; ") + operation(op);
  return (e.atomicGroup ? "atomic " : "") + (s.empty() ? "skip" : s);
}

std::string OperationPrinter::set(const Set& o) const {
  std::string left, right;
  for (const Assignment& a : o.assignments) {
    left += (left.empty() ? "" : ", ") + reg(a.reg);
    right += (right.empty() ? "" : ", ") + term(a.value);
  }
  return o.assignments.empty() ? "skip" : left + " := " + right;
}

std::string OperationPrinter::load(const Load& o) const {
  return fmt::format("{} := load{} {}", reg(o.dst), suffix(o.bytes, o.order, o.isVolatile), term(o.addr));
}
std::string OperationPrinter::store(const Store& o) const {
  return fmt::format("store{} {} {}", suffix(o.bytes, o.order, o.isVolatile), term(o.addr), term(o.value));
}

std::string OperationPrinter::nondet(const Nondet& o) const {
  std::string s = reg(o.dst) + " := nondet";
  if (o.lo != 0 || o.hi != UINT64_MAX) s += fmt::format(" {} {}", o.lo, o.hi);
  return o.origin.empty() ? s : s + " " + quote(o.origin);
}

std::string OperationPrinter::alloc(const Alloc& o) const {
  return fmt::format("{} := alloc{} {} {}", reg(o.dst), o.zeroed ? ".zeroed" : "", address(o.site),
                     term(o.size));
}

std::string OperationPrinter::fork(const Fork& o) const {
  std::string s = target(o.handle) + "fork " + wordOrQuoted(p_.threads.at(o.thread).name);
  for (Term t : o.args) s += " " + term(t);
  return s;
}

std::string OperationPrinter::assertion(const Assert& o) const {
  const std::string property =
      o.property == Property::Assert ? "" : fmt::format(".{}", propertyName(o.property));
  return fmt::format("assert{} {} {}", property, term(o.cond), quote(o.message));
}

std::string printOperation(const Program& p, const Operation& op) {
  return OperationPrinter(p).operation(op);
}

} // namespace heddle::ccfg
