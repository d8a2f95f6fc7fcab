// The rules of a model. Every translation and transformation ends with verify, in every build: an engine that
// works on a broken model gives wrong answers, so a broken model stops the run.
#include "ccfg/hidden.h"
#include "ccfg/program.h"

#include "logic/eval.h"
#include "support/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace heddle::ccfg {

namespace {

class Verifier {
public:
  explicit Verifier(const Program& p) : p_(p), seenTerms_(p.threads.size() + 1) {}

  void run() {
    place_ = "program";
    check(p_.indexed(), "the lists of edges are out of date");
    check(!p_.threads.empty(), "has no thread");
    check(!p_.stacks.empty(), "has no empty stack");
    for (StackId s = 1; s < p_.stacks.size(); ++s) {
      check(p_.stacks[s].parent < s, "the parent of a frame comes before it");
      check(p_.stacks[s].statement < p_.statements.size(), "a frame is called by a statement that is none");
    }
    for (StatementId s = 1; s < p_.statements.size(); ++s) statement(s);
    for (const Object& o : p_.objects) object(o);
    std::unordered_set<std::string> names;
    for (ThreadId t = 0; t < p_.threads.size(); ++t) {
      thread(t);
      check(names.insert(p_.threads[t].name).second, "another thread has the same name");
    }
    for (LocId l = 0; l < p_.locations.size(); ++l) location(l);
    for (EdgeId e = 0; e < p_.edges.size(); ++e) edge(e);
    for (LocId l = 0; l < p_.locations.size(); ++l) ending(l);
  }

private:
  void check(bool holds, std::string_view rule) const {
    if (!holds) throw InternalError(fmt::format("model: {}: {}", place_, rule));
  }

  // ---- terms

  // Every node once a thread: terms share much of each other.
  void term(Term t, ThreadId thread) {
    check(static_cast<bool>(t), "a term is missing");
    auto& seen = seenTerms_[thread == none ? p_.threads.size() : thread];
    std::vector<const logic::Node*> stack;
    auto enter = [&](const logic::Node* n) {
      if (n != nullptr && seen.insert(n).second) stack.push_back(n);
    };
    enter(t.node());
    while (!stack.empty()) {
      const Term n(stack.back());
      stack.pop_back();
      if (n.op() == logic::Op::Var) checkOwner(static_cast<RegId>(n.value()), thread);
      if (n.op() == logic::Op::Address) checkAddress(n);
      for (unsigned i = 0; i < n.arity(); ++i) enter(n.kid(i).node());
    }
  }

  void checkOwner(RegId r, ThreadId thread) const {
    check(r < p_.registerCount(), "there is no such register");
    check(p_.reg(r).thread == thread, "a register of another thread is used");
  }

  void checkAddress(Term n) const {
    check(n.value() < p_.objects.size(), "there is no such object");
    check(n.width() == p_.pointerWidth(), "an address has the width of pointers");
    const ObjectKind kind = p_.objects[n.value()].kind;
    check(kind == ObjectKind::Global || kind == ObjectKind::Function,
          "an allocation site has no address of its own");
  }

  void condition(Term t, ThreadId thread) {
    term(t, thread);
    check(t.width() == 1, "a condition has width 1");
  }
  void pointer(Term t, ThreadId thread) {
    term(t, thread);
    check(t.width() == p_.pointerWidth(), "an address has the width of pointers");
  }
  void target(RegId r, ThreadId thread) const {
    checkOwner(r, thread);
    check(r != p_.threads[thread].self, "the thread's own number is not assigned to");
  }

  // ---- objects, statements, threads, locations

  void statement(StatementId id) {
    const Statement& s = p_.statements[id];
    place_ = fmt::format("statement {}", id);
    check(s.parent < id, "a statement comes after the one around it");
    check(s.file > 0 && s.file < p_.files.size() && s.begin < s.end, "a statement has an extent in a file");
  }

  void object(const Object& o) {
    place_ = fmt::format("object {}", o.name);
    check(o.init.empty() || o.kind == ObjectKind::Global ||
              (o.kind == ObjectKind::Heap && hiddenBytes(o) <= mostHiddenBytes),
          "only a global has an initial value, and hidden bytes of a heap block");
    for (const InitPiece& i : o.init) {
      check(i.bytes >= 1 && i.bytes <= 8, "an initial value has 1 to 8 bytes");
      check(o.kind == ObjectKind::Heap || (i.offset <= o.size && i.bytes <= o.size - i.offset),
            "an initial value lies outside of the object");
      term(i.value, none);
      check(i.value.width() <= 8 * i.bytes, "an initial value is wider than its bytes");
      const bool offset = i.value.op() == logic::Op::Add && i.value.kid(0).op() == logic::Op::Address &&
                          i.value.kid(1).isConst();
      check(i.value.isConst() || i.value.op() == logic::Op::Address || offset,
            "an initial value is a constant or an address plus a constant");
    }
  }

  void thread(ThreadId id) {
    const Thread& t = p_.threads[id];
    place_ = fmt::format("thread {}", t.name);
    check(!t.name.empty(), "a thread has a name");
    for (LocId l : {t.entry, t.exit}) {
      check(l < p_.locations.size() && p_.locations[l].thread == id,
            "entry and exit are locations of the thread");
      check(!p_.locations[l].atomic, "entry and exit are outside of atomic sections");
    }
    check(p_.out(t.exit).empty(), "an edge leaves the exit");
    std::unordered_set<RegId> own;
    for (RegId r : t.registers) {
      checkOwner(r, id);
      check(own.insert(r).second, "a register is listed twice");
    }
    check(own.contains(t.self) && p_.regWidth(t.self) == 32, "`self` is a register of 32 bits");
    check(t.result == none || own.contains(t.result), "the result is a register of the thread");
    for (RegId r : t.params) check(own.contains(r) && r != t.self, "a parameter is a register of the thread");
  }

  void location(LocId id) {
    const Location& l = p_.locations[id];
    place_ = fmt::format("location L{}", id);
    check(l.thread < p_.threads.size(), "a location belongs to a thread");
    check(l.stack < p_.stacks.size(), "there is no such stack");
    for (EdgeId e : p_.out(id))
      check(e < p_.edges.size() && p_.edges[e].from == id, "the list of edges is out of date");
    for (EdgeId e : p_.in(id))
      check(e < p_.edges.size() && p_.edges[e].to == id, "the list of edges is out of date");
  }

  // Where nothing goes on, the thread has ended or the program has; else it would wait forever without a
  // reason.
  void ending(LocId id) {
    if (!p_.out(id).empty() || p_.threads[p_.locations[id].thread].exit == id) return;
    place_ = fmt::format("location L{}", id);
    check(std::ranges::all_of(p_.in(id), [&](EdgeId e) { return halts(p_.edges[e]); }),
          "no edge leaves, and it is no exit");
  }

  // ---- edges

  static bool halts(const Edge& e) { return !e.ops.empty() && std::holds_alternative<Halt>(e.ops.back()); }

  static bool hasFenceAfterAccess(const Edge& e) {
    const auto access = std::ranges::find_if(e.ops, isAccess);
    return std::any_of(access, e.ops.end(),
                       [](const Operation& op) { return std::holds_alternative<Fence>(op); });
  }

  void edge(EdgeId id) {
    const Edge& e = p_.edges[id];
    place_ = fmt::format("edge e{} (L{} -> L{}, {})", id, e.from, e.to, p_.posString(e.pos));
    check(e.from < p_.locations.size() && e.to < p_.locations.size(), "an edge connects two locations");
    const ThreadId thread = p_.locations[e.from].thread;
    check(p_.locations[e.to].thread == thread, "an edge stays in its thread");
    check(std::ranges::count(p_.out(e.from), id) == 1 && std::ranges::count(p_.in(e.to), id) == 1,
          "the list of edges is out of date");
    check(e.stack < p_.stacks.size(), "there is no such stack");
    for (size_t i = 0; i < e.ops.size(); ++i) {
      check(!std::holds_alternative<Halt>(e.ops[i]) || i + 1 == e.ops.size(), "nothing follows a halt");
      operation(e.ops[i], thread);
    }
    check(e.atomicGroup || !hasFenceAfterAccess(e), "a fence comes before the access of its edge");
    check(e.atomicGroup || std::ranges::count_if(e.ops, isAccess) <= 1,
          "an edge outside of an atomic group makes one access");
    atomicSection(e);
    if (e.sync) sync(*e.sync, thread);
  }

  // Places may be atomic without a mark (the middle of a statement), but not the other way round.
  void atomicSection(const Edge& e) const {
    bool inside = p_.locations[e.from].atomic;
    bool opened = false;
    for (const Operation& op : e.ops) {
      const Mark* mark = std::get_if<Mark>(&op);
      if (mark == nullptr || mark->kind > MarkKind::AtomicEnd) continue;
      opened = mark->kind == MarkKind::AtomicBegin;
      check(inside != opened,
            opened ? "an atomic section begins inside another" : "no atomic section ends here");
      inside = opened;
    }
    check(halts(e) || !opened || p_.locations[e.to].atomic,
          "an atomic section begins, but its place is not atomic");
  }

  void sync(const Sync& s, ThreadId thread) {
    pointer(s.object, thread);
    check(static_cast<bool>(s.object2) == (s.kind == SyncKind::WaitBegin || s.kind == SyncKind::WaitEnd),
          "just a wait has a second object");
    if (s.object2) pointer(s.object2, thread);
  }

  // ---- operations

  void operation(const Operation& op, ThreadId thread) {
    forEachStatement(op, [&](StatementId s) {
      check(s < p_.statements.size() && (s == 0 || isUnit(p_.statements[s].kind)),
            "an operation belongs to a statement that executes as one unit");
    });
    std::visit([&](const auto& o) { operation(o, thread); }, op);
  }

  void operation(const Assume& o, ThreadId thread) { condition(o.cond, thread); }

  void operation(const Set& o, ThreadId thread) {
    check(!o.assignments.empty(), "an assignment of nothing");
    std::unordered_set<RegId> targets;
    for (const Assignment& a : o.assignments) {
      target(a.reg, thread);
      term(a.value, thread);
      check(a.value.width() == p_.regWidth(a.reg), "a value has the width of its register");
      check(targets.insert(a.reg).second, "a register is assigned twice in parallel");
    }
  }

  void operation(const Load& o, ThreadId thread) {
    target(o.dst, thread);
    pointer(o.addr, thread);
    access(o.bytes, p_.regWidth(o.dst));
  }
  void operation(const Store& o, ThreadId thread) {
    pointer(o.addr, thread);
    term(o.value, thread);
    access(o.bytes, o.value.width());
  }
  void access(unsigned bytes, unsigned width) const {
    check(bytes >= 1 && bytes <= 8, "an access has 1 to 8 bytes");
    check(width <= 8 * bytes, "a value is wider than the bytes it is kept in");
  }

  void operation(const Nondet& o, ThreadId thread) {
    target(o.dst, thread);
    check(o.lo <= o.hi && o.lo <= logic::maskOf(p_.regWidth(o.dst)), "a choice has at least one value");
  }

  void operation(const Alloc& o, ThreadId thread) {
    target(o.dst, thread);
    check(p_.regWidth(o.dst) == p_.pointerWidth(), "an address has the width of pointers");
    check(o.site < p_.objects.size(), "there is no such object");
    const ObjectKind kind = p_.objects[o.site].kind;
    check(kind == ObjectKind::Local || kind == ObjectKind::Heap,
          "only locals and heap objects are allocated");
    pointer(o.size, thread);
  }

  void operation(const Free& o, ThreadId thread) { pointer(o.addr, thread); }

  void operation(const Fork& o, ThreadId thread) {
    check(o.thread > 0 && o.thread < p_.threads.size(), "there is no such thread to start");
    const Thread& started = p_.threads[o.thread];
    check(o.args.size() == started.params.size(),
          "a thread is started with as many arguments as it has parameters");
    for (size_t i = 0; i < o.args.size(); ++i) {
      term(o.args[i], thread);
      check(o.args[i].width() == p_.regWidth(started.params[i]),
            "an argument has the width of its parameter");
    }
    if (o.handle == none) return;
    target(o.handle, thread);
    check(p_.regWidth(o.handle) >= 32, "a handle has at least 32 bits");
  }

  void operation(const Join& o, ThreadId thread) {
    term(o.handle, thread);
    if (o.result != none) target(o.result, thread);
  }

  void operation(const Assert& o, ThreadId thread) { condition(o.cond, thread); }
  void operation(const Fence&, ThreadId) {}
  void operation(const Mark&, ThreadId) {}

  void operation(const Halt& o, ThreadId) {
    check(o.assumption == none || o.assumption < p_.assumptions.size(), "there is no such assumption");
    check(o.kind != HaltKind::Cutoff || o.assumption != none, "what cuts off says why");
  }

  const Program& p_;
  std::string place_;
  std::vector<std::unordered_set<const logic::Node*>> seenTerms_; // by thread; the last: outside of threads
};

} // namespace

void verify(const Program& p) { Verifier(p).run(); }

} // namespace heddle::ccfg
