// The random programs: a small language of its own, so that they can be generated, shrunk and printed as C.
//
// Every program ends or deadlocks: loops are bounded. All values stored in memory are masked to 0..3, so that
// the state space stays small. Shared memory: plain ints g0.., atomic ints a0.., one array, and a pointer per
// thread. In a disciplined program a plain variable is only touched under its own mutex, so that the program
// has no data race and its native runs are sequentially consistent; a racy program knows no such care.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::random {

enum class ExprKind : uint8_t {
  Const,   // index: the value
  Local,   // l<index>
  Global,  // g<index>
  Atomic,  // a<index>, seq_cst
  Element, // arr[kids[0] & 1]
  Deref,   // *p
  Nondet,  // 0 or 1
  Binary,  // kids[0] op kids[1]
  Not,     // !kids[0]
};

struct Expr {
  ExprKind kind = ExprKind::Const;
  int index = 0;
  std::string op{};
  std::vector<Expr> kids{};
};

enum class StmtKind : uint8_t {
  SetLocal,   // l<a> = e0
  SetGlobal,  // g<a> = e0
  SetAtomic,  // a<a> = e0
  SetElement, // arr[e0 & 1] = e1
  SetDeref,   // *p = e0
  Point,      // p = &target(a)
  Increment,  // g<a>++
  Rmw,        // l<b> = (read-modify-write number `op`)(a<a>, e0)
  If,         // e0, body, other
  Loop,       // a times
  While,      // while e0, at most a times
  Await,      // until e0
  Critical,   // under lock a of kind `lock`
  TryLock,    // body under mutex a if it is to be had, else other
  Wait,       // under mutex b: wait on condition variable a until e0 (op 0: while, 1: if), then body
  Signal,
  Broadcast, // condition variable a
  SemWait,
  SemPost, // semaphore a
  SemTry,  // body if semaphore a could be taken, else other
  Barrier,
  Once,   // g<a> or a<a> is set by a once routine
  Assert, // e0; a is its number
  RawLock,
  RawUnlock, // mutex a, unstructured
  Section,   // body between __VERIFIER_atomic_begin and _end
  Marked,    // body between __heddle_atomic_begin and _end
  Heap,      // number `op` of what can be done to a block in the shared slot, or the one held (heap.h)
  Leave,     // ends the thread
  Create,
  Join, // thread a; in main only
};

enum class LockKind : uint8_t { Mutex, Recursive, Read, Write, Spin, Flag };

struct Stmt {
  StmtKind kind = StmtKind::SetLocal;
  int a = 0, b = 0, op = 0;
  LockKind lock = LockKind::Mutex;
  std::vector<Expr> exprs{};
  std::vector<Stmt> body{}, other{};
};

using Block = std::vector<Stmt>;

// Where a plain variable lives, and how threads come about: the same program for the machine, not for a front
// end.
enum class Storage : uint8_t { Global, Heap, MainLocal, Field };
enum class Spawn : uint8_t {
  Direct,
  Helper,
  Table,
  Loop
}; // Loop: all in one loop, if they run the same function

struct Program {
  uint64_t seed = 0;
  bool racy = false;
  bool spuriousWakeups = true;
  int globals = 2, atomics = 2, mutexes = 2, conditions = 1;
  std::vector<Storage> storage; // of the globals
  Spawn spawn = Spawn::Direct;
  std::vector<int> initial;    // of the globals, then of the atomics, as far as it goes
  std::vector<int> semaphores; // initial values
  int barrierCount = 2;
  int joinLoop = 0; // of threads created in a loop: so many are joined by a loop; 0: one after the other
  int rounds = 1;   // so often main does what it does
  std::vector<Block> bodies; // thread functions
  std::vector<int> threads;  // each an index into bodies
  Block main;                // creates and joins the threads
};

inline constexpr int localsPerThread = 3;
inline constexpr int arraySize = 2;

} // namespace heddle::random
