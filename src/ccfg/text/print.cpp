// Printing a model in its text form; operations and terms are in print_op.cpp. Keep in step with parse.cpp;
// the form is described in ccfg/text.h.
#include "ccfg/names.h"
#include "ccfg/text.h"
#include "ccfg/text/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace heddle::ccfg {

namespace {

using text::quote;
using text::wordOrQuoted;

class Printer {
public:
  Printer(const Program& p, bool withPositions) : p_(p), ops_(p), withPositions_(withPositions) {}

  std::string program() {
    line("program {}", nameOf(p_.dataModel));
    for (AssumptionId a = 0; a < p_.assumptions.size(); ++a) assumption(a);
    for (StackId s = 1; s < p_.stacks.size(); ++s) frame(s);
    for (StatementId s = 1; withPositions_ && s < p_.statements.size(); ++s) statement(s);
    for (ObjectId o = 0; o < p_.objects.size(); ++o) object(o);
    for (ThreadId t = 0; t < p_.threads.size(); ++t) thread(t);
    return std::move(out_);
  }

private:
  template <typename... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    out_ += fmt::format(format, std::forward<Args>(args)...) + "\n";
  }

  std::string reg(RegId r) const { return ops_.reg(r); }

  // " @ file:line:column", or nothing.
  std::string at(SourcePos pos) const {
    if (!withPositions_ || pos == SourcePos{}) return "";
    const std::string file = pos.file == 0 ? "?" : wordOrQuoted(p_.files.name(pos.file));
    return fmt::format(" @ {}:{}:{}", file, pos.line, pos.column);
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
    const std::string statement = f.statement == 0 ? "" : fmt::format(" stmt {}", f.statement);
    line("frame {} {}{}{}{}", id, wordOrQuoted(f.function), parent, statement, at(f.callSite));
  }

  void statement(StatementId id) {
    const Statement& s = p_.statements[id];
    line("statement {} {} {} {} {} {}{}{}", id, nameOf(s.kind), wordOrQuoted(s.function),
         wordOrQuoted(p_.files.name(s.file)), s.begin, s.end,
         s.parent == 0 ? "" : fmt::format(" parent {}", s.parent), s.macro ? " macro" : "");
  }

  void object(ObjectId id) {
    const Object& o = p_.objects[id];
    const std::string name = ops_.objectKey(id) == o.name ? "" : " name " + quote(o.name);
    line("object {} {} {}{}{}{}{}", wordOrQuoted(ops_.objectKey(id)), nameOf(o.kind), o.size,
         o.uninitialised ? " uninit" : "", o.readOnly ? " readonly" : "", name, at(o.pos));
    for (const InitPiece& i : o.init) line("  init {} {} {}", i.offset, i.bytes, ops_.term(i.value));
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
    line("  L{}:{}{}{}{}", id, l.atomic ? " atomic" : "",
         l.label.empty() ? "" : " label " + wordOrQuoted(l.label), stack(l.stack), at(l.pos));
    for (EdgeId e : p_.out(id)) edge(e);
  }

  static std::string stack(StackId s) { return s == 0 ? "" : fmt::format(" stack {}", s); }

  // One number if it is that of every operation, else the number of each; those of a parallel assignment
  // count as many.
  std::string statements(const Edge& e) const {
    if (!withPositions_) return "";
    std::vector<StatementId> all;
    for (const Operation& op : e.ops) forEachStatement(op, [&](StatementId s) { all.push_back(s); });
    if (std::ranges::count(all, all.empty() ? 0 : all[0]) == std::ssize(all))
      all.resize(std::min<size_t>(all.size(), 1));
    return all.empty() || all == std::vector<StatementId>{0} ? ""
                                                             : fmt::format(" stmt {}", fmt::join(all, ","));
  }

  void edge(EdgeId id) {
    const Edge& e = p_.edges[id];
    line("    e{} -> L{}: {}{}{}{}{}{}{}{}", id, e.to, ops_.action(e), e.sync ? sync(*e.sync) : "",
         e.primitive ? " primitive" : "", e.library ? " library" : "", statements(e),
         e.text.empty() ? "" : " text " + quote(e.text), stack(e.stack), at(e.pos));
  }

  std::string sync(const Sync& s) const {
    return fmt::format(" sync {} {}{}{}", nameOf(s.kind), ops_.term(s.object),
                       s.object2 ? " " + ops_.term(s.object2) : "", s.reentrant ? " reentrant" : "");
  }

  const Program& p_;
  OperationPrinter ops_;
  bool withPositions_;
  std::string out_;
};

} // namespace

std::string printText(const Program& p, bool withPositions) { return Printer(p, withPositions).program(); }

} // namespace heddle::ccfg
