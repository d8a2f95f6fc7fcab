// The generator: a weighted grammar walk. The seed alone decides, on every machine.
#include "generate.h"

#include "dice.h"
#include "heap.h"

#include <algorithm>

namespace heddle::random {
namespace {

class Generator {
public:
  Generator(uint64_t seed, const GenerateOptions& options) : dice_(seed), options_(options) {
    program_.seed = seed;
    program_.racy = options.racy;
    program_.spuriousWakeups = !options.unrolls || seed % 2 == 0;
  }

  Program run() {
    program_.globals = 1 + dice_.below(2);
    program_.atomics = 1 + dice_.below(2);
    program_.mutexes = 1 + dice_.below(2);
    for (int i = 0; i < program_.globals; ++i)
      program_.storage.push_back(dice_.chance(60) ? Storage::Global : static_cast<Storage>(dice_.below(4)));
    program_.spawn = dice_.chance(50) ? Spawn::Direct : static_cast<Spawn>(dice_.below(4));
    for (int i = 0; i < 4; ++i) program_.initial.push_back(dice_.below(3));
    program_.semaphores.resize(static_cast<size_t>(1 + dice_.below(2)));
    for (int& s : program_.semaphores) s = dice_.below(3);
    const int threads = options_.rounds ? 1 + dice_.below(2) : dice_.chance(70) ? 2 : 3;
    const bool symmetric = dice_.chance(25);
    const int bodies = symmetric ? 1 : threads;
    for (int i = 0; i < bodies; ++i) {
      budget_ = (threads == 2 ? 6 : 4) - (options_.unrolls ? 1 : 0);
      program_.bodies.push_back(block(3 + dice_.below(2), 0));
      if (options_.blocks && i == 0) insertSomewhere(program_.bodies.back(), accessesOfOne());
    }
    budget_ = 2;
    for (int i = 0; i < threads; ++i) program_.threads.push_back(symmetric ? 0 : i);
    program_.barrierCount = threads;
    if (dice_.chance(12))
      for (Block& b : program_.bodies) insertSomewhere(b, Stmt{.kind = StmtKind::Barrier});
    makeMain(threads);
    if (options_.orders) order(threads);
    if (options_.rounds) program_.rounds = 2 + dice_.below(2);
    return std::move(program_);
  }

private:
  void insertSomewhere(Block& b, Stmt s) {
    b.insert(b.begin() + dice_.below(static_cast<int>(b.size()) + 1), std::move(s));
  }

  // Barriers that all come to, or all but a few; joins by loops; a start with nothing set or posted.
  void order(int threads) {
    if (dice_.chance(80)) std::ranges::fill(program_.initial, 0);
    for (int& s : program_.semaphores)
      if (dice_.chance(80)) s = 0;
    if (dice_.chance(60)) program_.spawn = Spawn::Loop;
    if (dice_.chance(60)) program_.joinLoop = threads - (dice_.chance(25) ? 1 : 0);
    if (!dice_.chance(40)) return;
    for (int rounds = 1 + dice_.below(2); rounds > 0; --rounds)
      for (Block& b : program_.bodies)
        if (dice_.chance(90)) insertSomewhere(b, Stmt{.kind = StmtKind::Barrier});
    if (!dice_.chance(40)) return;
    program_.barrierCount += dice_.chance(85) ? 1 : 0;
    const auto join = std::ranges::find(program_.main, StmtKind::Join, &Stmt::kind);
    program_.main.insert(join, Stmt{.kind = StmtKind::Barrier});
  }

  // What other threads may wait for, and waiting for it.
  Stmt handshake(int depth) {
    const int a = dice_.below(program_.atomics);
    const int sem = dice_.below(static_cast<int>(program_.semaphores.size()));
    const Expr seen{.kind = ExprKind::Binary,
                    .op = dice_.chance(50) ? ">" : "==",
                    .kids = {{.kind = ExprKind::Atomic, .index = a}, constant(dice_.below(2))}};
    switch (dice_.below(7)) {
    case 0:
      return {.kind = StmtKind::SemWait, .a = sem};
    case 1:
    case 2:
      return {.kind = StmtKind::SemPost, .a = sem};
    case 3:
      return {.kind = StmtKind::SetAtomic, .a = a, .exprs = {constant(1 + dice_.below(2))}};
    case 4:
      return {.kind = StmtKind::Await, .exprs = {seen}};
    case 5:
      return wait(depth);
    default: {
      Stmt s{.kind = StmtKind::If, .exprs = {seen}};
      s.body = block(1 + dice_.below(2), depth + 1);
      return s;
    }
    }
  }

  void makeMain(int threads) {
    Block& m = program_.main;
    std::vector<int> order;
    for (int i = 0; i < threads; ++i) {
      m.push_back({.kind = StmtKind::Create, .a = i});
      order.push_back(i);
      if (dice_.chance(15)) append(m, block(1, 1));
    }
    for (size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[static_cast<size_t>(dice_.below(static_cast<int>(i)))]);
    for (size_t i = 0; i < order.size(); ++i) {
      if (options_.racy && i + 1 == order.size() && dice_.chance(8)) break; // left running when main returns
      m.push_back({.kind = StmtKind::Join, .a = order[i]});
    }
    if (dice_.chance(50)) m.push_back(assertion());
  }

  static void append(Block& to, Block from) {
    for (Stmt& s : from) to.push_back(std::move(s));
  }

  // ---- expressions

  static Expr constant(int v) { return {.kind = ExprKind::Const, .index = v}; }

  // A plain variable that may be touched here, or -1.
  int plainVariable() {
    if (options_.racy) return dice_.below(program_.globals);
    std::vector<int> allowed;
    for (int g = 0; g < program_.globals; ++g)
      if (holds(g % program_.mutexes)) allowed.push_back(g);
    return allowed.empty() ? -1 : allowed[static_cast<size_t>(dice_.below(static_cast<int>(allowed.size())))];
  }
  bool holds(int mutex) const { return std::find(held_.begin(), held_.end(), mutex) != held_.end(); }
  bool mayUseArray() const { return options_.racy || holds(0); }

  Expr leaf() {
    switch (dice_.below(8)) {
    case 0:
    case 1: {
      const int g = plainVariable();
      if (g >= 0) return {.kind = ExprKind::Global, .index = g};
      [[fallthrough]];
    }
    case 2:
    case 3:
      return {.kind = ExprKind::Atomic, .index = dice_.below(program_.atomics)};
    case 4:
      if (mayUseArray()) return {.kind = ExprKind::Element, .kids = {expr(2)}};
      [[fallthrough]];
    case 5:
      return {.kind = ExprKind::Local, .index = dice_.below(localsPerThread)};
    case 6:
      if (dice_.chance(40)) return {.kind = ExprKind::Deref};
      if (dice_.chance(15)) return {.kind = ExprKind::Nondet};
      [[fallthrough]];
    default:
      return constant(dice_.below(4));
    }
  }

  Expr expr(int depth) {
    if (depth >= 2 || dice_.chance(55)) return leaf();
    if (dice_.chance(10)) return {.kind = ExprKind::Not, .kids = {expr(depth + 1)}};
    static const char* const ops[] = {"+", "-", "*", "^", "|", "&", "==", "!=", "<"};
    return {.kind = ExprKind::Binary, .op = ops[dice_.below(9)], .kids = {expr(depth + 1), expr(depth + 1)}};
  }

  // Never constant on the left: the branch shall depend on something.
  Expr varying() {
    Expr e = expr(1);
    return e.kind == ExprKind::Const ? Expr{.kind = ExprKind::Atomic, .index = dice_.below(program_.atomics)}
                                     : e;
  }

  Expr condition() {
    static const char* const ops[] = {"==", "!=", "<", ">"};
    return {
        .kind = ExprKind::Binary, .op = ops[dice_.below(4)], .kids = {varying(), constant(dice_.below(4))}};
  }

  Stmt assertion() {
    Stmt s{.kind = StmtKind::Assert, .a = asserts_++};
    Expr c{.kind = ExprKind::Binary,
           .op = dice_.chance(70) ? "!=" : "<",
           .kids = {varying(), constant(1 + dice_.below(3))}};
    s.exprs.push_back(std::move(c));
    return s;
  }

  // ---- statements

  Block block(int length, int depth) {
    Block b;
    for (int i = 0; i < length && budget_ > 0; ++i) {
      --budget_;
      b.push_back(statement(depth));
    }
    return b;
  }

  Stmt statement(int depth) {
    if (options_.blocks && dice_.chance(25)) {
      Stmt s{.kind = StmtKind::Marked};
      s.body = block(2, depth + 1);
      s.body.push_back(simple());
      return s;
    }
    if (options_.waits && depth < 2 && dice_.chance(35))
      return dice_.chance(45) ? wait(depth)
                              : Stmt{.kind = dice_.chance(60) ? StmtKind::Signal : StmtKind::Broadcast};
    if (options_.orders && depth < 2 && dice_.chance(45)) return handshake(depth);
    if (options_.heap && dice_.chance(50)) return heap();
    const int pick = dice_.below(100);
    if (pick < 42 || depth >= 2) return simple();
    if (pick < 54) return critical(depth);
    if (pick < 66) return branch(depth);
    if (pick < 72) return loop(depth);
    if (pick < 77) return tryLock(depth);
    if (pick < 93) return synchronization(depth);
    return odd(depth);
  }

  Stmt simple() {
    const int g = plainVariable();
    switch (dice_.below(9)) {
    case 0:
    case 1:
      if (g >= 0) return {.kind = StmtKind::SetGlobal, .a = g, .exprs = {expr(0)}};
      [[fallthrough]];
    case 2:
      return {.kind = StmtKind::SetAtomic, .a = dice_.below(program_.atomics), .exprs = {expr(0)}};
    case 3:
      if (g >= 0) return {.kind = StmtKind::Increment, .a = g};
      [[fallthrough]];
    case 4:
      return {.kind = StmtKind::Rmw,
              .a = dice_.below(program_.atomics),
              .b = dice_.below(localsPerThread),
              .op = dice_.below(7),
              .exprs = {expr(1)}};
    case 5:
      if (mayUseArray()) return {.kind = StmtKind::SetElement, .exprs = {expr(1), expr(0)}};
      [[fallthrough]];
    case 6:
      if (dice_.chance(50)) return assertion();
      if (dice_.chance(50)) return {.kind = StmtKind::Point, .a = dice_.below(4)};
      return {.kind = StmtKind::SetDeref, .exprs = {expr(0)}};
    default:
      return {.kind = StmtKind::SetLocal, .a = dice_.below(localsPerThread), .exprs = {expr(0)}};
    }
  }

  // Mostly what leads to comparisons; most that use and free anything soon do it wrongly.
  Stmt heap() {
    static const int often[] = {0, 1, 1, 2, 3, 3, 3, 4, 4, 4, 5, 5};
    return {.kind = StmtKind::Heap,
            .b = dice_.below(localsPerThread),
            .op = dice_.chance(80) ? often[dice_.below(12)] : dice_.below(heapOperations),
            .exprs = {constant(dice_.below(4))}};
  }

  // A block with some chance of being broken.
  Stmt accessesOfOne() {
    Stmt s{.kind = StmtKind::Marked};
    const int a = dice_.below(program_.atomics);
    for (int i = 0; i < 2; ++i)
      s.body.push_back(dice_.chance(50) ? Stmt{.kind = StmtKind::SetAtomic, .a = a, .exprs = {expr(1)}}
                                        : Stmt{.kind = StmtKind::SetLocal,
                                               .a = i,
                                               .exprs = {Expr{.kind = ExprKind::Atomic, .index = a}}});
    return s;
  }

  Stmt critical(int depth) {
    Stmt s{.kind = StmtKind::Critical, .a = dice_.below(program_.mutexes)};
    const int pick = dice_.below(10);
    if (pick == 7) s.lock = LockKind::Read;
    if (pick == 8) s.lock = LockKind::Write;
    if (pick == 9)
      s.lock = dice_.chance(50) ? LockKind::Spin : dice_.chance(50) ? LockKind::Flag : LockKind::Recursive;
    if (s.lock == LockKind::Flag && options_.unrolls) s.lock = LockKind::Spin;
    if (s.lock == LockKind::Mutex) {
      // A lock taken twice is misuse; a native run would only hang.
      if (holds(s.a) && options_.nativeOnly) return simple();
      held_.push_back(s.a);
      s.body = block(1 + dice_.below(2), depth + 1);
      held_.pop_back();
    } else if (s.lock == LockKind::Spin || s.lock == LockKind::Flag) {
      s.body.push_back(simple()); // nothing that blocks inside: a spinning native run never sleeps
    } else {
      if (options_.nativeOnly && inRwlock_) return simple();
      inRwlock_ = true;
      s.body = block(1 + dice_.below(2), depth + 1);
      inRwlock_ = false;
    }
    return s;
  }

  Stmt branch(int depth) {
    Stmt s{.kind = StmtKind::If, .exprs = {condition()}};
    s.body = block(1 + dice_.below(2), depth + 1);
    if (dice_.chance(40)) s.other = block(1, depth + 1);
    return s;
  }

  Stmt loop(int depth) {
    Stmt s{.kind = dice_.chance(50) ? StmtKind::Loop : StmtKind::While, .a = 2};
    if (s.kind == StmtKind::While) s.exprs.push_back(condition());
    s.body = block(1 + dice_.below(2), depth + 1);
    return s;
  }

  Stmt tryLock(int depth) {
    Stmt s{.kind = StmtKind::TryLock, .a = dice_.below(program_.mutexes)};
    if (holds(s.a)) return simple();
    held_.push_back(s.a);
    s.body = block(1, depth + 1);
    held_.pop_back();
    if (dice_.chance(40)) s.other = block(1, depth + 1);
    return s;
  }

  Stmt synchronization(int depth) {
    const int sem = dice_.below(static_cast<int>(program_.semaphores.size()));
    switch (dice_.below(9)) {
    case 0:
      return {.kind = StmtKind::SemWait, .a = sem};
    case 1:
    case 2:
      return {.kind = StmtKind::SemPost, .a = sem};
    case 3:
      return {.kind = StmtKind::SemTry, .a = sem, .body = block(1, depth + 1), .other = block(1, depth + 1)};
    case 4:
      return wait(depth);
    case 5:
      return {.kind = StmtKind::Signal};
    case 6:
      return {.kind = StmtKind::Broadcast};
    case 7:
      return {.kind = StmtKind::Once, .a = dice_.below(program_.atomics)};
    default:
      return branch(depth);
    }
  }

  Stmt wait(int depth) {
    Stmt s{.kind = StmtKind::Wait, .b = dice_.below(program_.mutexes), .op = dice_.chance(80) ? 0 : 1};
    if (!held_.empty() && options_.nativeOnly) return simple();
    held_.push_back(s.b);
    s.exprs.push_back(condition());
    s.body = block(dice_.below(2), depth + 1);
    held_.pop_back();
    return s;
  }

  // What a native run can't show: misuse, atomic sections; and threads that end early.
  Stmt odd(int depth) {
    if (dice_.chance(20) && held_.empty() && !inRwlock_) return {.kind = StmtKind::Leave};
    if (options_.nativeOnly) return simple();
    if (dice_.chance(60)) {
      Stmt s{.kind = StmtKind::Section};
      s.body.push_back(simple());
      if (dice_.chance(60)) s.body.push_back(simple());
      return s;
    }
    (void)depth;
    return {.kind = dice_.chance(50) ? StmtKind::RawLock : StmtKind::RawUnlock,
            .a = dice_.below(program_.mutexes)};
  }

  Dice dice_;
  GenerateOptions options_;
  Program program_;
  int budget_ = 0; // statements that may still be drawn
  int asserts_ = 0;
  std::vector<int> held_; // mutexes held where the walk is
  bool inRwlock_ = false;
};

} // namespace

Program generate(uint64_t seed, const GenerateOptions& options) { return Generator(seed, options).run(); }

} // namespace heddle::random
