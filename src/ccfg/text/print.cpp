// Printing a model in its text form. Keep in step with parse.cpp; the form is described in ccfg/text.h.
#include "ccfg/names.h"
#include "ccfg/text.h"
#include "ccfg/text/words.h"

#include <fmt/format.h>

#include <unordered_map>

namespace heddle::ccfg {

namespace {

using text::quote;
using text::wordOrQuoted;

class Printer {
public:
  Printer(const Program& p, bool withPositions) : p_(p), withPositions_(withPositions) {
    std::unordered_map<std::string, unsigned> uses;
    for (const Object& o : p.objects) ++uses[o.name];
    // Objects may share a C name; the text form needs keys that don't.
    for (ObjectId o = 0; o < p.objects.size(); ++o) {
      const std::string& name = p.objects[o].name;
      objectKeys_.push_back(uses[name] == 1 && !name.empty() ? name : fmt::format("{}#{}", name, o));
      while (uses.contains(objectKeys_[o]) && objectKeys_[o] != name) objectKeys_[o] += "#";
    }
  }

  std::string program() {
    line("program {}", nameOf(p_.dataModel));
    for (AssumptionId a = 0; a < p_.assumptions.size(); ++a) assumption(a);
    for (StackId s = 1; s < p_.stacks.size(); ++s) frame(s);
    for (ObjectId o = 0; o < p_.objects.size(); ++o) object(o);
    for (ThreadId t = 0; t < p_.threads.size(); ++t) thread(t);
    return std::move(out_);
  }

  std::string term(Term t) const {
    return logic::toString(t, [&](Term leaf) {
      return leaf.op() == logic::Op::Address ? address(static_cast<ObjectId>(leaf.value()))
                                             : reg(static_cast<RegId>(leaf.value()));
    });
  }

  std::string operation(const Operation& op) const {
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

private:
  template <typename... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    out_ += fmt::format(format, std::forward<Args>(args)...) + "\n";
  }

  std::string reg(RegId r) const { return "%" + wordOrQuoted(p_.reg(r).name); }
  std::string address(ObjectId o) const { return "&" + wordOrQuoted(objectKeys_.at(o)); }
  std::string target(RegId r) const { return r == none ? "" : reg(r) + " := "; }

  // " @ file:line:column", or nothing.
  std::string at(SourcePos pos) const {
    if (!withPositions_ || pos == SourcePos{}) return "";
    const std::string file = pos.file == 0 ? "?" : wordOrQuoted(p_.files.name(pos.file));
    return fmt::format(" @ {}:{}:{}", file, pos.line, pos.column);
  }

  // ---- operations

  std::string set(const Set& o) const {
    std::string left, right;
    for (const Assignment& a : o.assignments) {
      left += (left.empty() ? "" : ", ") + reg(a.reg);
      right += (right.empty() ? "" : ", ") + term(a.value);
    }
    return o.assignments.empty() ? "skip" : left + " := " + right;
  }

  static std::string suffix(unsigned bytes, MemOrder order, bool isVolatile) {
    std::string s = fmt::format(".{}", bytes);
    if (order != MemOrder::Plain) s += fmt::format(".{}", nameOf(order));
    return isVolatile ? s + ".volatile" : s;
  }
  std::string load(const Load& o) const {
    return fmt::format("{} := load{} {}", reg(o.dst), suffix(o.bytes, o.order, o.isVolatile), term(o.addr));
  }
  std::string store(const Store& o) const {
    return fmt::format("store{} {} {}", suffix(o.bytes, o.order, o.isVolatile), term(o.addr), term(o.value));
  }

  std::string nondet(const Nondet& o) const {
    std::string s = reg(o.dst) + " := nondet";
    if (o.lo != 0 || o.hi != UINT64_MAX) s += fmt::format(" {} {}", o.lo, o.hi);
    return o.origin.empty() ? s : s + " " + quote(o.origin);
  }

  std::string alloc(const Alloc& o) const {
    return fmt::format("{} := alloc{} {} {}", reg(o.dst), o.zeroed ? ".zeroed" : "", address(o.site),
                       term(o.size));
  }

  std::string fork(const Fork& o) const {
    std::string s = target(o.handle) + "fork " + wordOrQuoted(p_.threads.at(o.thread).name);
    for (Term t : o.args) s += " " + term(t);
    return s;
  }

  std::string assertion(const Assert& o) const {
    const std::string property =
        o.property == Property::Assert ? "" : fmt::format(".{}", propertyName(o.property));
    return fmt::format("assert{} {} {}", property, term(o.cond), quote(o.message));
  }

  static std::string halt(const Halt& o) {
    std::string s = fmt::format("halt {}", nameOf(o.kind));
    return o.assumption == none ? s : fmt::format("{} {}", s, o.assumption);
  }

  // ---- declarations

  void assumption(AssumptionId id) {
    const Assumption& a = p_.assumptions[id];
    line("assumption {} {}{}{} {}{}", id, assumptionKindName(a.kind), a.missesBehaviours ? " misses" : "",
         a.addsBehaviours ? " adds" : "", quote(a.text), at(a.pos));
  }

  void frame(StackId id) {
    const Frame& f = p_.stacks[id];
    const std::string parent = f.parent == 0 ? "" : fmt::format(" parent {}", f.parent);
    line("frame {} {}{}{}", id, wordOrQuoted(f.function), parent, at(f.callSite));
  }

  void object(ObjectId id) {
    const Object& o = p_.objects[id];
    const std::string name = objectKeys_[id] == o.name ? "" : " name " + quote(o.name);
    line("object {} {} {}{}{}{}{}", wordOrQuoted(objectKeys_[id]), nameOf(o.kind), o.size,
         o.uninitialised ? " uninit" : "", o.readOnly ? " readonly" : "", name, at(o.pos));
    for (const InitPiece& i : o.init) line("  init {} {} {}", i.offset, i.bytes, term(i.value));
  }

  // ---- threads

  void thread(ThreadId id) {
    const Thread& t = p_.threads[id];
    line("thread {}{} {{", wordOrQuoted(t.name), at(t.pos));
    line("  function {}{}", wordOrQuoted(t.function), t.repeatable ? " repeatable" : "");
    std::string regs, params;
    for (RegId r : t.registers)
      if (r != t.self) regs += fmt::format(" {}:{}", reg(r), p_.regWidth(r));
    for (RegId r : t.params) params += " " + reg(r);
    if (!regs.empty()) line("  reg{}", regs);
    if (!params.empty()) line("  params{}", params);
    if (t.result != none) line("  result {}", reg(t.result));
    line("  entry L{} exit L{}", t.entry, t.exit);
    for (LocId l = 0; l < p_.locations.size(); ++l)
      if (p_.locations[l].thread == id) location(l);
    line("}}");
  }

  void location(LocId id) {
    const Location& l = p_.locations[id];
    line("  L{}:{}{}{}{}{}", id, l.atomic ? " atomic" : "",
         l.label.empty() ? "" : " label " + wordOrQuoted(l.label),
         l.statement == 0 ? "" : fmt::format(" stmt {}", l.statement), stack(l.stack), at(l.pos));
    for (EdgeId e : p_.out(id)) edge(e);
  }

  static std::string stack(StackId s) { return s == 0 ? "" : fmt::format(" stack {}", s); }

  void edge(EdgeId id) {
    const Edge& e = p_.edges[id];
    std::string ops;
    for (const Operation& op : e.ops) ops += (ops.empty() ? "" : "; ") + operation(op);
    line("    e{} -> L{}: {}{}{}{}{}{}{}", id, e.to, e.atomicGroup ? "atomic " : "",
         e.ops.empty() ? "skip" : ops, e.sync ? sync(*e.sync) : "", e.library ? " library" : "",
         e.text.empty() ? "" : " text " + quote(e.text), stack(e.stack), at(e.pos));
  }

  std::string sync(const Sync& s) const {
    return fmt::format(" sync {} {}{}{}", nameOf(s.kind), term(s.object),
                       s.object2 ? " " + term(s.object2) : "", s.reentrant ? " reentrant" : "");
  }

  const Program& p_;
  bool withPositions_;
  std::vector<std::string> objectKeys_;
  std::string out_;
};

} // namespace

std::string printText(const Program& p, bool withPositions) { return Printer(p, withPositions).program(); }
std::string printOperation(const Program& p, const Operation& op) { return Printer(p, true).operation(op); }
std::string printTerm(const Program& p, Term t) { return Printer(p, true).term(t); }

} // namespace heddle::ccfg
