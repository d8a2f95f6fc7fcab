// The concurrent control flow graph (CCFG): the one program model that every engine works on.
//
// A Program has memory objects and threads. A thread is a graph of locations and edges; it is a template: a
// `fork` starts an instance of it, and a repeatable thread may have several instances at once. An edge
// carries one action: a list of operations that happen atomically, in order. The action is enabled iff every
// `Assume` in it holds when reached; one that is not enabled has no effect. Outside an atomic group
// (Edge::atomicGroup) an action makes at most one memory access, so `x++` is two edges: a load and a store.
//
// Branches are locations with several outgoing edges whose assumptions are disjoint and exhaustive. A
// blocking primitive is an edge whose assumption may be false: the thread waits. Nondeterministic choice is
// several enabled edges, or a `Nondet` operation.
//
// Memory is bytes, little-endian. A pointer is a number: `address` terms are the bases of objects, and
// arithmetic on them is ordinary. Objects are far apart, so that running out of one does not reach another.
//
// Defined in Sinha and Wang 2011, section 2.1 (CCFG); Wachter et al. 2013, section II (locations, actions);
// Vechev et al. 2012, section 3; Kusano and Wang 2016, section 3; Wang et al. 2010, section 2. Full titles
// are in docs/references.md.
#pragma once

#include "ccfg/assumption.h"
#include "ccfg/property.h"
#include "ccfg/statement.h"
#include "ccfg/type.h"
#include "logic/term.h"
#include "support/source.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace heddle::ccfg {

using logic::Term;
using ObjectId = uint32_t;
using ThreadId = uint32_t; // a thread template; instances are numbered by whoever executes
using LocId = uint32_t;
using EdgeId = uint32_t;
using RegId = logic::SymbolId; // a register is a symbol of the program's term manager
using StackId = uint32_t;
inline constexpr uint32_t none = UINT32_MAX;

// ---- memory objects

enum class ObjectKind : uint8_t {
  Global,   // exists from the start, once (also locals of code that runs at most once)
  Local,    // made by Alloc: a local variable whose address is taken, or a thread-local variable
  Heap,     // made by Alloc: malloc and friends, one object a site
  Function, // only its address matters
};

struct InitPiece { // initial bytes of an object; what no piece covers is zero
  uint64_t offset;
  unsigned bytes; // 1..8
  Term value;     // a constant, or an address plus a constant
};

struct Object {
  std::string name;
  ObjectKind kind = ObjectKind::Global;
  uint64_t size = 0;          // bytes; for Heap a hint only (0: not known before the Alloc)
  bool uninitialised = false; // content is arbitrary before the first write; else zero and `init`
  bool readOnly = false;
  std::vector<InitPiece> init;
  TypeRef type;
  SourcePos pos;
  std::string pointer{}; // Heap: the variable that its address is first given to, for reports; may be empty
};

// What lies `offset` bytes into an object that is called `name`: "x.next", "p->next", "p[3].f", "*p".
std::string partOf(const Object& o, const std::string& name, uint64_t offset, uint64_t bytes);

// ---- operations

enum class MemOrder : uint8_t { Plain, Relaxed, Acquire, Release, AcqRel, SeqCst }; // Plain: not atomic

// clang-format off
struct Assume { Term cond; StatementId statement = 0; };
struct Assignment { RegId reg; Term value; StatementId statement = 0; };
struct Set { std::vector<Assignment> assignments; }; // in parallel
struct Load { RegId dst; Term addr; unsigned bytes; MemOrder order = MemOrder::Plain; bool isVolatile = false; StatementId statement = 0; };
struct Store { Term addr; Term value; unsigned bytes; MemOrder order = MemOrder::Plain; bool isVolatile = false; StatementId statement = 0; };
// dst gets any value with lo <= value <= hi (unsigned); the full range of its width by default.
struct Nondet { RegId dst; uint64_t lo = 0; uint64_t hi = UINT64_MAX; std::string origin; StatementId statement = 0; };
// dst gets the address of a new instance of the site; never null. `size` in bytes.
struct Alloc { RegId dst; ObjectId site; Term size; bool zeroed = false; StatementId statement = 0; };
// Ends an instance. heap: the argument must be null or the base of a live heap object, else a `memory` violation.
struct Free { Term addr; bool heap = true; StatementId statement = 0; };
// Starts an instance of the thread; its parameters get the arguments; dst gets its handle (its thread number).
struct Fork { ThreadId thread; std::vector<Term> args; RegId handle = none; StatementId statement = 0; };
struct Join { Term handle; RegId result = none; StatementId statement = 0; }; // waits for the instance's end, and gets its result register
struct Assert { Term cond; Property property; std::string message; StatementId statement = 0; };
struct Fence { MemOrder order; StatementId statement = 0; }; // outside an atomic group it comes before the access of its edge
enum class MarkKind : uint8_t { AtomicBegin, AtomicEnd, TransactionBegin, TransactionEnd };
// AtomicBegin/End: between them no other thread runs (see Location::atomic). TransactionBegin/End: a block that the
// user means to be atomic; checked by property `atomicity`, not enforced.
struct Mark { MarkKind kind; StatementId statement = 0; };
enum class HaltKind : uint8_t {
  Exit,        // the program ends: return from main, exit
  Abort,       // abort, a signal: the program ends, no violation
  Infeasible,  // the execution is none: a false __VERIFIER_assume
  Cutoff,      // what follows is not explored; `assumption` says why, and touches every proof that reaches it
};
struct Halt { HaltKind kind; AssumptionId assumption = none; StatementId statement = 0; };
// clang-format on

using Operation =
    std::variant<Assume, Set, Load, Store, Nondet, Alloc, Free, Fork, Join, Assert, Fence, Mark, Halt>;

// ---- synchronization structure, for analyses and reports; the operations alone define the meaning

// clang-format off
enum class SyncKind : uint8_t {
  Acquire, // exclusive lock; Release is its opposite. Mutexes, spinlocks, write locks, successful trylocks
  Release,
  AcquireShared, // read lock
  ReleaseShared,
  WaitBegin, // condition wait, first event: releases `object2` (the mutex), waits on `object`
  WaitEnd,   // condition wait, second event: woken, and `object2` acquired again
  Signal, Broadcast,
  SemWait, SemPost,
  BarrierArrive, BarrierLeave,
  OnceBegin, OnceEnd,
  Init, Destroy,
};
// clang-format on

struct Sync {
  SyncKind kind;
  Term object;            // address of the primitive
  Term object2;           // WaitBegin, WaitEnd: the mutex
  bool reentrant = false; // Acquire/Release of a recursive mutex that only changes its count
};

// ---- graph

struct Edge {
  LocId from = none, to = none;
  std::vector<Operation> ops; // empty: a step that does nothing
  bool atomicGroup = false;   // may make several accesses (test-and-set, a primitive's model)
  std::optional<Sync> sync;
  bool primitive = false; // one step of a thread primitive: touches what no access of the program races with
  bool library = false;   // inside a library model: folded in reports
  std::string text;       // what to show for it, e.g. "pthread_mutex_lock(&m)"; may be empty
  SourcePos pos;
  StackId stack = 0;
  AssumptionId assumption = none; // an execution that takes this edge rests on it
};

struct Location {
  ThreadId thread = none;
  bool atomic = false; // inside an atomic section: while an instance stands here only it may move
  SourcePos pos;
  StackId stack = 0;
  std::string label; // C label, if one stands here
};

struct Frame { // one inlined call
  std::string function;
  SourcePos callSite;        // unknown for the thread's entry function
  StackId parent = 0;        // 0: none
  StatementId statement = 0; // the C statement that makes the call; 0: none is known
};

struct Register {
  ThreadId thread;
  std::string name; // unique in the thread
  TypeRef type;
};

struct Thread {
  std::string name; // "main", "worker", "worker#2"; unique
  std::string function;
  bool repeatable = false; // may have more than one instance
  LocId entry = none;
  LocId exit = none;   // standing here is having ended
  RegId self = none;   // holds the instance's number (main is 1), width 32
  RegId result = none; // value handed to Join
  std::vector<RegId> params;
  std::vector<RegId> registers; // all of them, self, result and params included
  SourcePos pos;
};

enum class DataModel : uint8_t { ILP32, LP64 };

class Program {
public:
  Program() : terms(std::make_unique<logic::TermManager>()) {
    stacks.push_back({}), statements.push_back({});
  }

  std::unique_ptr<logic::TermManager> terms;
  DataModel dataModel = DataModel::LP64;
  FileTable files;
  std::vector<Object> objects;
  std::vector<Thread> threads; // threads[0] is main
  std::vector<Location> locations;
  std::vector<Edge> edges;
  std::vector<Frame> stacks; // [0] is the empty stack
  std::vector<Assumption> assumptions;
  std::vector<Statement> statements; // [0] is none

  unsigned pointerWidth() const { return dataModel == DataModel::LP64 ? 64 : 32; }

  // ---- building
  ObjectId addObject(Object o);
  ThreadId addThread(Thread t); // makes entry, exit, self
  LocId addLocation(ThreadId t);
  EdgeId addEdge(Edge e);
  // Makes the name unique.
  RegId addRegister(ThreadId t, std::string name, unsigned width, TypeRef type = nullptr);
  AssumptionId addAssumption(Assumption a); // one of the same kind and text is found again
  StackId addFrame(Frame f);

  // ---- asking
  const std::vector<EdgeId>& out(LocId l) const { return out_[l]; }
  const std::vector<EdgeId>& in(LocId l) const { return in_[l]; }
  const Register& reg(RegId r) const { return registers_[r]; }
  size_t registerCount() const { return registers_.size(); }
  Term regTerm(RegId r) const { return terms->var(r); }
  unsigned regWidth(RegId r) const { return terms->symbolWidth(r); }
  Term addressOf(ObjectId o) const { return terms->address(o, pointerWidth()); }
  std::string posString(SourcePos p) const; // "file.c:12" or "?"
  // The place in the user's files: out of library functions, to the call that entered them.
  std::pair<SourcePos, StackId> userPlace(SourcePos p, StackId stack) const;

  // Recomputes out/in lists after edges were changed in place or removed.
  void reindex();
  bool indexed() const { return out_.size() == locations.size() && in_.size() == locations.size(); }

private:
  std::vector<Register> registers_; // by RegId
  std::set<std::pair<ThreadId, std::string>> registerNames_;
  std::map<std::pair<ThreadId, std::string>, uint32_t> nextSuffix_;
  std::vector<std::vector<EdgeId>> out_, in_;
};

// Throws InternalError naming the place if the model breaks a rule: widths, register ownership, one access
// per plain edge, edges within one thread, branch shape, atomic sections balanced. Runs after every
// translation and transformation, in every build.
void verify(const Program& p);

// The addresses, registers and accesses of an operation, for analyses.
template <typename... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <typename... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

void forEachTerm(const Operation& op, const std::function<void(Term)>& f); // every term the operation reads
std::vector<RegId> writtenRegisters(const Operation& op);
// The C statement that an operation belongs to; a parallel assignment has one for each register.
void forEachStatement(const Operation& op, const std::function<void(StatementId)>& f);
void changeStatements(Operation& op, const std::function<void(StatementId&)>& f);
inline bool isAccess(const Operation& op) {
  return std::holds_alternative<Load>(op) || std::holds_alternative<Store>(op);
}

} // namespace heddle::ccfg
