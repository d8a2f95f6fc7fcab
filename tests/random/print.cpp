// The printer. Only what the bodies mention is declared, so that a shrunk program is short.
#include "print.h"

#include "heap.h"

#include <fmt/format.h>

#include <utility>

namespace heddle::random {
namespace {

class Printer {
public:
  Printer(const Program& p, const PrintOptions& options) : p_(p), options_(options), loop_(canLoop()) {}

  std::string run() {
    std::string code;
    for (size_t b = 0; b < p_.bodies.size(); ++b)
      if (isUsed(static_cast<int>(b))) code += threadFunction(static_cast<int>(b));
    code += spawnHelp();
    code += mainFunction(code);
    return fmt::format("// seed: {}\n", p_.seed) + headers(code) + declarations(code) + code;
  }

private:
  bool isUsed(int body) const {
    for (const Stmt& s : p_.main)
      if (s.kind == StmtKind::Create && p_.threads[static_cast<size_t>(s.a)] == body) return true;
    return false;
  }

  // ---- expressions

  std::string expr(const Expr& e) const {
    switch (e.kind) {
    case ExprKind::Const:
      return std::to_string(e.index);
    case ExprKind::Local:
      return fmt::format("l{}", e.index);
    case ExprKind::Global:
      return fmt::format("g{}", e.index);
    case ExprKind::Atomic:
      return fmt::format("atomic_load(&a{})", e.index);
    case ExprKind::Element:
      return fmt::format("arr[({}) & {}]", expr(e.kids[0]), arraySize - 1);
    case ExprKind::Deref:
      return "*p";
    case ExprKind::Nondet:
      return "__VERIFIER_nondet_bool()";
    case ExprKind::Not:
      return fmt::format("!({})", expr(e.kids[0]));
    case ExprKind::Binary:
      return fmt::format("({} {} {})", operand(e.kids[0]), e.op, operand(e.kids[1]));
    }
    return "0";
  }
  std::string operand(const Expr& e) const { return e.kind == ExprKind::Deref ? "(*p)" : expr(e); }
  std::string masked(const Expr& e) const {
    return e.kind == ExprKind::Const ? std::to_string(e.index & 3) : fmt::format("({}) & 3", expr(e));
  }

  // ---- statements

  void line(const std::string& text) {
    out_ += std::string(static_cast<size_t>(indent_) * 2, ' ') + text + "\n";
  }
  void shake() {
    if (options_.native) line("shake();");
  }
  void block(const Block& b) {
    ++indent_;
    for (const Stmt& s : b) statement(s);
    --indent_;
  }
  void braced(const std::string& head, const Block& b) {
    line(head + " {");
    block(b);
    line("}");
  }
  void branches(const std::string& head, const Block& then, const Block& other) {
    line(head + " {");
    block(then);
    if (!other.empty()) {
      line("} else {");
      block(other);
    }
    line("}");
  }

  std::string pointee(int target) const {
    if (!p_.racy) return fmt::format("a{}", target % p_.atomics);
    const int choice = target % (p_.globals + arraySize);
    return choice < p_.globals ? fmt::format("g{}", choice) : fmt::format("arr[{}]", choice - p_.globals);
  }

  std::string rmw(const Stmt& s) const {
    const std::string e = masked(s.exprs[0]);
    switch (s.op) {
    case 0:
      return fmt::format("l{} = atomic_exchange(&a{}, {}) & 3;", s.b, s.a, e);
    case 1:
      return fmt::format("l{} = atomic_fetch_xor(&a{}, {}) & 3;", s.b, s.a, e);
    case 2:
      return fmt::format("l{} = atomic_fetch_or(&a{}, {}) & 3;", s.b, s.a, e);
    case 3:
      return fmt::format("l{0} = 1; atomic_compare_exchange_strong(&a{1}, &l{0}, {2});", s.b, s.a, e);
    case 4:
      return fmt::format("l{} = __atomic_exchange_n((int *)&a{}, {}, __ATOMIC_SEQ_CST) & 3;", s.b, s.a, e);
    case 5:
      return fmt::format("l{} = atomic_fetch_add(&a{}, 1) & 3;", s.b, s.a);
    default:
      return fmt::format("l{} = __sync_fetch_and_and((int *)&a{}, {}) & 3;", s.b, s.a, e);
    }
  }

  void critical(const Stmt& s) {
    switch (s.lock) {
    case LockKind::Mutex:
      return bracket(fmt::format("pthread_mutex_lock(&m{});", s.a), s.body,
                     fmt::format("pthread_mutex_unlock(&m{});", s.a));
    case LockKind::Recursive:
      return bracket("pthread_mutex_lock(&rec);", s.body, "pthread_mutex_unlock(&rec);");
    case LockKind::Read:
      return bracket("pthread_rwlock_rdlock(&rw);", s.body, "pthread_rwlock_unlock(&rw);");
    case LockKind::Write:
      return bracket("pthread_rwlock_wrlock(&rw);", s.body, "pthread_rwlock_unlock(&rw);");
    case LockKind::Spin:
      return bracket("pthread_spin_lock(&spin);", s.body, "pthread_spin_unlock(&spin);");
    case LockKind::Flag:
      return bracket("while (atomic_flag_test_and_set(&flag)) {}", s.body, "atomic_flag_clear(&flag);");
    }
  }
  void bracket(const std::string& open, const Block& b, const std::string& close) {
    line(open);
    block(b);
    line(close);
  }

  void wait(const Stmt& s) {
    line(fmt::format("pthread_mutex_lock(&m{});", s.b));
    line(fmt::format("{} (!({}))", s.op == 0 ? "while" : "if", expr(s.exprs[0])));
    line(fmt::format("  pthread_cond_wait(&c{}, &m{});", s.a, s.b));
    block(s.body);
    line(fmt::format("pthread_mutex_unlock(&m{});", s.b));
  }

  void assertion(const Stmt& s) {
    const std::string cond = expr(s.exprs[0]);
    if (options_.native)
      line(fmt::format("check({}, {});", s.a, cond));
    else if (options_.asserts == PrintOptions::allAsserts || options_.asserts == s.a)
      line(fmt::format("assert({});", cond));
    else
      line(fmt::format("if (!({})) exit(0);", cond));
  }

  void loop(const Stmt& s) {
    const int n = loops_++;
    const std::string also = s.kind == StmtKind::While ? fmt::format(" && ({})", expr(s.exprs[0])) : "";
    braced(fmt::format("for (int i{0} = 0; i{0} < {1}{2}; i{0}++)", n, s.a, also), s.body);
  }

  void statement(const Stmt& s) {
    shake();
    switch (s.kind) {
    case StmtKind::SetLocal:
      return line(fmt::format("l{} = {};", s.a, masked(s.exprs[0])));
    case StmtKind::SetGlobal:
      return line(fmt::format("g{} = {};", s.a, masked(s.exprs[0])));
    case StmtKind::SetAtomic:
      return line(fmt::format("atomic_store(&a{}, {});", s.a, masked(s.exprs[0])));
    case StmtKind::SetElement:
      return line(fmt::format("arr[({}) & {}] = {};", expr(s.exprs[0]), arraySize - 1, masked(s.exprs[1])));
    case StmtKind::SetDeref:
      return line(fmt::format("*p = {};", masked(s.exprs[0])));
    case StmtKind::Point:
      return line(fmt::format("p = &{};", pointee(s.a)));
    case StmtKind::Increment:
      return line(fmt::format("g{0} = (g{0} + 1) & 3;", s.a));
    case StmtKind::Rmw:
      return line(rmw(s));
    case StmtKind::If:
      return branches(fmt::format("if ({})", expr(s.exprs[0])), s.body, s.other);
    case StmtKind::Loop:
    case StmtKind::While:
      return loop(s);
    case StmtKind::Await:
      return line(fmt::format("while (!({})) {{}}", expr(s.exprs[0])));
    case StmtKind::Critical:
      return critical(s);
    case StmtKind::Heap:
      return line(heapStatement(s.op, s.b, masked(s.exprs[0])));
    case StmtKind::Wait:
      return wait(s);
    case StmtKind::Assert:
      return assertion(s);
    case StmtKind::Section:
      return bracket("__VERIFIER_atomic_begin();", s.body, "__VERIFIER_atomic_end();");
    case StmtKind::Marked:
      return bracket("__heddle_atomic_begin();", s.body, "__heddle_atomic_end();");
    default:
      return synchronization(s);
    }
  }

  void synchronization(const Stmt& s) {
    switch (s.kind) {
    case StmtKind::TryLock: {
      line(fmt::format("if (pthread_mutex_trylock(&m{}) == 0) {{", s.a));
      block(s.body);
      line(fmt::format("  pthread_mutex_unlock(&m{});", s.a));
      if (!s.other.empty()) {
        line("} else {");
        block(s.other);
      }
      return line("}");
    }
    case StmtKind::Signal:
      return line(fmt::format("pthread_cond_signal(&c{});", s.a));
    case StmtKind::Broadcast:
      return line(fmt::format("pthread_cond_broadcast(&c{});", s.a));
    case StmtKind::SemWait:
      return line(fmt::format("sem_wait(&s{});", s.a));
    case StmtKind::SemPost:
      return line(fmt::format("sem_post(&s{});", s.a));
    case StmtKind::SemTry:
      return branches(fmt::format("if (sem_trywait(&s{}) == 0)", s.a), s.body, s.other);
    case StmtKind::Barrier:
      return line("pthread_barrier_wait(&bar);");
    case StmtKind::Once:
      return line(fmt::format("pthread_once(&once{0}, init{0});", s.a));
    case StmtKind::RawLock:
      return line(fmt::format("pthread_mutex_lock(&m{});", s.a));
    case StmtKind::RawUnlock:
      return line(fmt::format("pthread_mutex_unlock(&m{});", s.a));
    case StmtKind::Leave:
      return line(inMain_ ? ";" : "goto end;");
    case StmtKind::Create:
      if (loop_) return createLoop(s.a);
      return create(s.a);
    case StmtKind::Join:
      if (loop_ && p_.joinLoop > 0) return joinLoop();
      return line(fmt::format("pthread_join({}, NULL);", handle(s.a)));
    default:
      return;
    }
  }

  // ---- threads

  std::string handle(int t) const { return loop_ ? fmt::format("t[{}]", t) : fmt::format("t{}", t); }

  void create(int t) {
    const int body = p_.threads[static_cast<size_t>(t)];
    switch (p_.spawn) {
    case Spawn::Helper:
      return line(fmt::format("spawn(&t{0}, body{1}, {0});", t, body));
    case Spawn::Table:
      return line(fmt::format("pthread_create(&t{0}, NULL, bodies[{1}], (void *){0}L);", t, body));
    default:
      return line(fmt::format("pthread_create(&t{0}, NULL, body{1}, (void *){0}L);", t, body));
    }
  }

  // The first creation stands for all.
  void createLoop(int t) {
    if (t != 0) return line(";");
    line(fmt::format("for (long n = 0; n < {}; n++)", p_.threads.size()));
    line("  pthread_create(&t[n], NULL, body0, (void *)n);");
  }

  // The first join stands for all.
  void joinLoop() {
    if (std::exchange(joined_, true)) return line(";");
    line(fmt::format("for (long n = 0; n < {}; n++)", p_.joinLoop));
    line("  pthread_join(t[n], NULL);");
  }

  // All threads run one function, and nothing happens between their creations.
  bool canLoop() const {
    size_t next = 0;
    for (; next < p_.threads.size(); ++next)
      if (next >= p_.main.size() || p_.main[next].kind != StmtKind::Create ||
          p_.main[next].a != static_cast<int>(next) || p_.threads[next] != 0)
        return false;
    return p_.spawn == Spawn::Loop;
  }

  std::string spawnHelp() const {
    if (p_.spawn == Spawn::Helper)
      return "\nstatic void spawn(pthread_t *t, void *(*body)(void *), long n) {\n"
             "  pthread_create(t, NULL, body, (void *)n);\n}\n";
    if (p_.spawn != Spawn::Table) return "";
    std::string list;
    for (size_t b = 0; b < p_.bodies.size(); ++b)
      list += isUsed(static_cast<int>(b)) ? fmt::format("body{}, ", b) : "NULL, ";
    return fmt::format("\nstatic void *(*const bodies[])(void *) = {{{}}};\n", list);
  }

  // ---- functions

  std::string locals(const std::string& code, bool isMain) const {
    std::string d;
    for (int l = 0; l < localsPerThread; ++l)
      if (code.find(fmt::format("l{}", l)) != std::string::npos)
        d +=
            fmt::format("  int l{} = {};\n", l, l == 0 && !isMain ? "(int)(long)arg + 1" : std::to_string(l));
    if (code.find("*p") != std::string::npos || code.find("p = &") != std::string::npos)
      d += fmt::format("  {} *p = &{};\n", p_.racy ? "int" : "atomic_int", p_.racy ? "g0" : "a0");
    return d + heapHeld(code);
  }

  // What a thread has read ends up in its locals, and those, where outcomes matter, in out[].
  bool observes() const { return options_.native || options_.forbidden; }

  std::string threadFunction(int b) {
    out_.clear();
    inMain_ = false;
    block(p_.bodies[static_cast<size_t>(b)]);
    if (out_.find("goto end;") != std::string::npos) out_ += "end:\n";
    if (observes())
      out_ += fmt::format("  out[(long)arg] = {};\n", localsSum(out_));
    else if (out_.find("l0") == std::string::npos)
      out_ = "  (void)arg;\n" + out_;
    const std::string late = options_.native ? "  start();\n" : "";
    return fmt::format("\nstatic void *body{}(void *arg) {{\n{}{}{}  return NULL;\n}}\n", b,
                       locals(out_, false), late, out_);
  }
  static std::string localsSum(const std::string& code) {
    std::string sum = "0";
    for (int l = 0; l < localsPerThread; ++l)
      if (code.find(fmt::format("l{}", l)) != std::string::npos) sum = fmt::format("({}) * 8 + l{}", sum, l);
    return sum;
  }

  std::string mainFunction(const std::string& threadCode) {
    out_.clear();
    inMain_ = true;
    joined_ = false;
    if (p_.rounds > 1) {
      indent_ = 1;
      braced(fmt::format("for (int round = 0; round < {}; round++)", p_.rounds), p_.main);
      indent_ = 0;
    } else {
      block(p_.main);
    }
    indent_ = 1;
    finish();
    indent_ = 0;
    std::string inits;
    if (loop_) inits += fmt::format("  pthread_t t[{}];\n", p_.threads.size());
    for (size_t t = 0; t < p_.threads.size(); ++t)
      if (out_.find(fmt::format("&t{},", t)) != std::string::npos)
        inits += fmt::format("  pthread_t t{};\n", t);
    inits += storageSetup(threadCode + out_ + locals(out_, true)) + locals(out_, true) +
             initCalls(threadCode + out_);
    const std::string name = options_.native ? fmt::format("program_{}", *options_.native) : "main";
    return fmt::format("\nint {}(void) {{\n{}{}  return 0;\n}}\n", name, inits, out_);
  }

  std::string initCalls(const std::string& code) const {
    const auto mentions = [&](const std::string& name) { return code.find(name) != std::string::npos; };
    std::string d;
    for (size_t s = 0; s < p_.semaphores.size(); ++s)
      if (mentions(fmt::format("&s{}", s)))
        d += fmt::format("  sem_init(&s{}, 0, {});\n", s, p_.semaphores[s]);
    if (mentions("&bar")) d += fmt::format("  pthread_barrier_init(&bar, NULL, {});\n", p_.barrierCount);
    if (mentions("&spin")) d += "  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);\n";
    return d;
  }

  void finish() {
    if (!observes()) return;
    const std::vector<std::string> names = observed(p_);
    if (options_.native) {
      std::string list;
      for (const std::string& n : names) list += n + ", ";
      line(fmt::format("observe({}, (int[]){{{}0}});", names.size(), list));
      return;
    }
    std::string same;
    for (size_t i = 0; i < names.size(); ++i)
      same += fmt::format("{}{} == {}", i == 0 ? "" : " && ", names[i], (*options_.forbidden)[i]);
    line(fmt::format("assert(!({}));", same));
  }

  // ---- the top of the file

  int initial(int variable) const {
    return static_cast<size_t>(variable) < p_.initial.size() ? p_.initial[static_cast<size_t>(variable)] : 0;
  }

  std::string headers(const std::string& code) const {
    std::string h = "#define _GNU_SOURCE\n";
    if (code.find("assert(") != std::string::npos) h += "#include <assert.h>\n";
    if (code.find("__heddle_") != std::string::npos) h += "#include <heddle.h>\n";
    h += "#include <pthread.h>\n#include <semaphore.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n\n";
    if (options_.native)
      h += "void start(void);\nvoid shake(void);\nvoid check(int id, int cond);\nvoid observe(int n, int "
           "*values);\n";
    if (code.find("nondet") != std::string::npos) h += "extern _Bool __VERIFIER_nondet_bool(void);\n";
    if (code.find("__VERIFIER_atomic") != std::string::npos)
      h += "extern void __VERIFIER_atomic_begin(void);\nextern void __VERIFIER_atomic_end(void);\n";
    return h;
  }

  Storage storage(int g) const {
    return static_cast<size_t>(g) < p_.storage.size() ? p_.storage[static_cast<size_t>(g)] : Storage::Global;
  }

  std::string globalDeclaration(int g) const {
    switch (storage(g)) {
    case Storage::Heap:
      return fmt::format("static int *h{0};\n#define g{0} (h{0}[1])", g);
    case Storage::MainLocal:
      return fmt::format("static int *loc{0};\n#define g{0} (*loc{0})", g);
    case Storage::Field:
      return fmt::format(
          "static struct {{ char pad; struct {{ short a; int v; }} in[2]; }} f{0} = {{.in[1].v = {1}}};\n"
          "#define g{0} (f{0}.in[1].v)",
          g, initial(g));
    default:
      return fmt::format("static int g{} = {};", g, initial(g));
    }
  }

  std::string storageSetup(const std::string& code) const {
    std::string d;
    for (int g = 0; g < p_.globals; ++g) {
      if (code.find(fmt::format("g{}", g)) == std::string::npos) continue;
      if (storage(g) == Storage::Heap)
        d += fmt::format("  h{0} = calloc(2, sizeof(int));\n  h{0}[1] = {1};\n", g, initial(g));
      if (storage(g) == Storage::MainLocal)
        d += fmt::format("  int v{0} = {1};\n  loc{0} = &v{0};\n", g, initial(g));
    }
    return d;
  }

  std::string declarations(const std::string& code) const {
    std::string d;
    const auto declare = [&](const std::string& name, const std::string& text) {
      if (code.find(name) != std::string::npos) d += text + "\n";
    };
    for (int g = 0; g < p_.globals; ++g) declare(fmt::format("g{}", g), globalDeclaration(g));
    for (int a = 0; a < p_.atomics; ++a)
      if (code.find(fmt::format("a{}", a)) != std::string::npos ||
          code.find(fmt::format("init{}", a)) != std::string::npos)
        d += fmt::format("static atomic_int a{} = {};\n", a, initial(p_.globals + a));
    declare("out[", fmt::format("static int out[{}];", p_.threads.size()));
    declare("arr", fmt::format("static int arr[{}];", arraySize));
    for (int m = 0; m < p_.mutexes; ++m)
      declare(fmt::format("&m{}", m),
              fmt::format("static pthread_mutex_t m{} = PTHREAD_MUTEX_INITIALIZER;", m));
    d += heapSlot(code);
    declare("&rec", "static pthread_mutex_t rec = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;");
    for (int c = 0; c < p_.conditions; ++c)
      declare(fmt::format("&c{}", c),
              fmt::format("static pthread_cond_t c{} = PTHREAD_COND_INITIALIZER;", c));
    declare("&rw", "static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;");
    declare("&flag", "static atomic_flag flag = ATOMIC_FLAG_INIT;");
    for (size_t s = 0; s < p_.semaphores.size(); ++s)
      declare(fmt::format("&s{}", s), fmt::format("static sem_t s{};", s));
    declare("&bar", "static pthread_barrier_t bar;");
    declare("&spin", "static pthread_spinlock_t spin;");
    for (int a = 0; a < p_.atomics; ++a) {
      if (code.find(fmt::format("&once{}", a)) == std::string::npos) continue;
      d += fmt::format("static pthread_once_t once{0} = PTHREAD_ONCE_INIT;\n"
                       "static void init{0}(void) {{ atomic_store(&a{0}, (atomic_load(&a{0}) + 1) & 3); }}\n",
                       a);
    }
    return d;
  }

  const Program& p_;
  PrintOptions options_;
  bool loop_;
  std::string out_;
  int indent_ = 0, loops_ = 0;
  bool inMain_ = false, joined_ = false;
};

} // namespace

std::vector<std::string> observed(const Program& p) {
  std::vector<std::string> names;
  for (int g = 0; g < p.globals; ++g) names.push_back(fmt::format("g{}", g));
  for (int a = 0; a < p.atomics; ++a) names.push_back(fmt::format("a{}", a));
  for (int i = 0; i < arraySize; ++i) names.push_back(fmt::format("arr[{}]", i));
  for (const Stmt& s : p.main)
    if (s.kind == StmtKind::Create) names.push_back(fmt::format("out[{}]", s.a));
  return names;
}

std::string printC(const Program& p, const PrintOptions& options) { return Printer(p, options).run(); }

} // namespace heddle::random
