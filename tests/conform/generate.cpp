// The generator: objects of every family, and for each the statements that POSIX defines on it. What would
// be undefined is avoided at run time by what the thread counts of its own locks.
#include "program.h"

#include "../random/dice.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace heddle::conform {
namespace {

using Statements = std::vector<std::string>;

// "pthread_mutex_lock($m)" with $m replaced
std::string fill(std::string text, const std::vector<std::pair<std::string, std::string>>& values) {
  for (const auto& [name, value] : values)
    for (size_t at; (at = text.find(name)) != std::string::npos;) text.replace(at, name.size(), value);
  return text;
}

class Generator {
public:
  explicit Generator(uint64_t seed) : dice_(seed) { program_.seed = seed; }

  Program run() {
    threads_ = dice_.chance(75) ? 2 : 3;
    program_.threads.resize(static_cast<size_t>(threads_));
    program_.c11 = dice_.chance(15);
    program_.objects = "static _Atomic int shared;\n";
    program_.locals = "int r = 0;";
    const std::vector<std::function<void()>> families =
        program_.c11 ? std::vector<std::function<void()>>{[&] { c11Mutex(); }, [&] { c11Mutex(); },
                                                          [&] { c11Condition(); }, [&] { c11Others(); }}
                     : std::vector<std::function<void()>>{
                           [&] { mutex(); },  [&] { mutex(); },  [&] { condition(); }, [&] { semaphore(); },
                           [&] { rwlock(); }, [&] { spin(); },   [&] { barrier(); },   [&] { once(); },
                           [&] { keys(); },   [&] { cancel(); }, [&] { oddities(); }};
    for (int n = 1 + dice_.below(2) + dice_.below(2); n > 0; --n)
      families[static_cast<size_t>(dice_.below(static_cast<int>(families.size())))]();
    pool_.push_back("heddle_note(shared++);");
    for (Statements& body : program_.threads) {
      for (int n = 2 + dice_.below(threads_ == 2 ? 5 : 4); n > 0; --n) body.push_back(pick(pool_));
      if (!program_.c11 && dice_.chance(10)) body.push_back("pthread_exit((void *)6l);");
    }
    endings();
    return std::move(program_);
  }

private:
  const std::string& pick(const Statements& from) {
    return from[static_cast<size_t>(dice_.below(static_cast<int>(from.size())))];
  }
  void objects(const std::string& text) { program_.objects += text + "\n"; }
  std::string next(const char* prefix) { return prefix + std::to_string(names_++); }

  void offer(const Statements& rows, const std::vector<std::pair<std::string, std::string>>& values) {
    for (const std::string& row : rows) pool_.push_back(fill(row, values));
  }

  // ---- mutexes

  enum Kind { normal, recursive, errorCheck, robust };

  // A mutex somewhere, initialised somehow: an expression for its address.
  std::string placeMutex(Kind kind) {
    static const char* const initialisers[] = {"PTHREAD_MUTEX_INITIALIZER",
                                               "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP",
                                               "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP"};
    const std::string name = next("m");
    const int place = kind == robust ? 4 : dice_.below(5);
    const char* init = kind == robust ? "" : initialisers[kind];
    switch (place) {
    case 0:
      objects(fmt::format("static pthread_mutex_t {} = {};", name, init));
      return "&" + name;
    case 1:
      objects(fmt::format("static struct {{ int before; pthread_mutex_t m; }} {} = {{7, {}}};", name, init));
      return fmt::format("&{}.m", name);
    case 2:
      objects(fmt::format("static pthread_mutex_t {}[2] = {{PTHREAD_MUTEX_INITIALIZER, {}}};", name, init));
      return fmt::format("&{}[1]", name);
    case 3:
      objects(fmt::format("static pthread_mutex_t *{};", name));
      program_.setup.push_back(fmt::format("pthread_mutex_t {0}_ = {1}; {0} = &{0}_;", name, init));
      return name;
    default:
      initialise(name, kind);
      return "&" + name;
    }
  }

  void initialise(const std::string& name, Kind kind) {
    static const char* const types[] = {"PTHREAD_MUTEX_NORMAL", "PTHREAD_MUTEX_RECURSIVE",
                                        "PTHREAD_MUTEX_ERRORCHECK"};
    objects(fmt::format("static pthread_mutex_t {};", name));
    if (kind == normal && dice_.chance(50)) {
      program_.setup.push_back(fmt::format("pthread_mutex_init(&{}, NULL);", name));
      return;
    }
    const Kind type = kind == robust ? static_cast<Kind>(dice_.below(3)) : kind;
    typeOfRobust_ = type;
    program_.setup.push_back(fmt::format(
        "{{ pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, {}); {}"
        "pthread_mutex_init(&{}, &a); pthread_mutexattr_destroy(&a); }}",
        types[type], kind == robust ? "pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST); " : "", name));
  }

  struct Mutex {
    std::string address, held;
    Kind kind;
  };

  Mutex mutex(bool plain = false) {
    const Kind kind = plain ? static_cast<Kind>(dice_.below(3)) : static_cast<Kind>(dice_.below(4));
    const std::string held = next("h");
    const Mutex m{placeMutex(kind), held, kind};
    program_.locals += fmt::format(" int {} = 0;", held);
    Statements rows = {
        "r = pthread_mutex_trylock($m); if (r == 0 || r == EOWNERDEAD) $h++;",
        "r = pthread_mutex_timedlock($m, &heddle_past); if (r == 0 || r == EOWNERDEAD) $h++;",
        "r = pthread_mutex_timedlock($m, heddle_later()); if (r == 0 || r == EOWNERDEAD) $h++;",
        "r = pthread_mutex_clocklock($m, CLOCK_MONOTONIC, &heddle_past); if (r == 0 || r == "
        "EOWNERDEAD) $h++;"};
    const std::string lock = "r = pthread_mutex_lock($m); if (r == 0 || r == EOWNERDEAD) $h++;";
    const bool refuses = kind == errorCheck || kind == recursive || kind == robust;
    const std::string unlock = refuses ? "if (pthread_mutex_unlock($m) == 0) $h--;"
                                       : "if ($h > 0 && pthread_mutex_unlock($m) == 0) $h--;";
    // A lock that its owner takes again is where most programs would end.
    const bool stuck = kind == normal || (kind == robust && typeOfRobust_ == normal);
    for (int i = 0; i < 3; ++i) {
      rows.push_back(stuck && i > 0 ? "if ($h == 0) { " + lock + " }" : lock);
      rows.push_back(unlock);
    }
    if (kind == robust)
      for (int i = 0; i < 2; ++i)
        rows.push_back("if ($h) pthread_mutex_consistent($m);"); // only its owner may
    offer(rows, {{"$m", m.address}, {"$h", m.held}});
    return m;
  }

  void condition() {
    const Mutex m = mutex(true);
    const std::string c = next("c");
    objects(fmt::format("static pthread_cond_t {} = PTHREAD_COND_INITIALIZER;", c));
    if (dice_.chance(30)) program_.setup.push_back(fmt::format("pthread_cond_init(&{}, NULL);", c));
    const std::string enter = "if ($h == 0 && pthread_mutex_lock($m) == 0) $h++; ";
    Statements rows = {"if ($h > 0) pthread_cond_wait($c, $m);",
                       enter + "if ($h > 0) pthread_cond_wait($c, $m);",
                       enter + "if ($h > 0) pthread_cond_timedwait($c, $m, heddle_later());",
                       enter + "if ($h > 0) pthread_cond_timedwait($c, $m, heddle_later());",
                       enter + "if ($h > 0) pthread_cond_timedwait($c, $m, &heddle_past);",
                       enter + "if ($h > 0) pthread_cond_clockwait($c, $m, CLOCK_MONOTONIC, &heddle_past);"};
    for (int i = 0; i < 3; ++i) {
      rows.push_back("pthread_cond_signal($c);");
      rows.push_back("pthread_cond_broadcast($c);");
    }
    offer(rows, {{"$c", "&" + c}, {"$m", m.address}, {"$h", m.held}});
  }

  // ---- other locks

  void rwlock() {
    const std::string l = next("l"), w = next("w"), q = next("q");
    const int how = dice_.below(4);
    objects(fmt::format("static pthread_rwlock_t {}{};", l, how == 0 ? " = PTHREAD_RWLOCK_INITIALIZER" : ""));
    if (how > 0)
      program_.setup.push_back(
          how < 3 ? fmt::format("pthread_rwlock_init(&{}, NULL);", l)
                  : fmt::format(
                        "{{ pthread_rwlockattr_t a; pthread_rwlockattr_init(&a); "
                        "pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP); "
                        "pthread_rwlock_init(&{}, &a); }}",
                        l));
    program_.locals += fmt::format(" int {} = 0, {} = 0;", w, q);
    offer({"if (!$w && pthread_rwlock_rdlock($l) == 0) $q++;",
           "if (!$w && pthread_rwlock_rdlock($l) == 0) $q++;",
           "if (!$w && !$q && pthread_rwlock_wrlock($l) == 0) $w++;",
           "if (!$w && !$q && pthread_rwlock_wrlock($l) == 0) $w++;",
           "if (pthread_rwlock_tryrdlock($l) == 0) $q++;", "if (pthread_rwlock_trywrlock($l) == 0) $w++;",
           "if (!$w && pthread_rwlock_timedrdlock($l, &heddle_past) == 0) $q++;",
           "if (!$w && pthread_rwlock_timedrdlock($l, heddle_later()) == 0) $q++;",
           "if (!$w && pthread_rwlock_timedwrlock($l, &heddle_past) == 0) $w++;",
           "if (!$w && pthread_rwlock_timedwrlock($l, heddle_later()) == 0) $w++;",
           "if ($w && pthread_rwlock_unlock($l) == 0) $w--;",
           "if ($q && pthread_rwlock_unlock($l) == 0) $q--;",
           "if ($w + $q && pthread_rwlock_unlock($l) == 0) { if ($w) $w--; else $q--; }"},
          {{"$l", "&" + l}, {"$w", w}, {"$q", q}});
  }

  void spin() {
    const std::string s = next("s"), h = next("h");
    objects(fmt::format("static pthread_spinlock_t {};", s));
    program_.setup.push_back(fmt::format("pthread_spin_init(&{}, PTHREAD_PROCESS_PRIVATE);", s));
    program_.locals += fmt::format(" int {} = 0;", h);
    offer({"if (pthread_spin_trylock($s) == 0) $h++;", "if (pthread_spin_trylock($s) == 0) $h++;",
           "if (!$h && pthread_spin_lock($s) == 0) $h++;", "if ($h && pthread_spin_unlock($s) == 0) $h--;",
           "if ($h && pthread_spin_unlock($s) == 0) $h--;"},
          {{"$s", "&" + s}, {"$h", h}});
  }

  void semaphore() {
    const std::string s = next("s");
    static const char* const values[] = {"0", "0", "1", "1", "2", "SEM_VALUE_MAX", "SEM_VALUE_MAX - 1"};
    objects(fmt::format("static sem_t {};", s));
    program_.setup.push_back(fmt::format("sem_init(&{}, 0, {});", s, values[dice_.below(7)]));
    if (dice_.chance(15)) {
      objects(fmt::format("static sem_t {}_;", s));
      program_.setup.push_back(fmt::format("sem_init(&{}_, 0, SEM_VALUE_MAX + 1u);", s));
    }
    offer({"sem_wait($s);", "sem_wait($s);", "sem_trywait($s);", "sem_trywait($s);",
           "sem_timedwait($s, &heddle_past);", "sem_timedwait($s, heddle_later());",
           "sem_clockwait($s, CLOCK_MONOTONIC, &heddle_past);", "sem_post($s);", "sem_post($s);",
           "sem_post($s);", "{ int v = 0; sem_getvalue($s, &v); heddle_note(v); }"},
          {{"$s", "&" + s}});
  }

  void barrier() {
    const std::string b = next("b");
    objects(fmt::format("static pthread_barrier_t {};", b));
    program_.setup.push_back(
        fmt::format("pthread_barrier_init(&{}, NULL, {});", b, 1 + dice_.below(threads_)));
    if (dice_.chance(15)) {
      objects(fmt::format("static pthread_barrier_t {}_;", b));
      program_.setup.push_back(fmt::format("pthread_barrier_init(&{}_, NULL, 0);", b));
    }
    offer({"heddle_note(pthread_barrier_wait($b));", "pthread_barrier_wait($b);"}, {{"$b", "&" + b}});
  }

  // ---- callbacks

  void once() {
    const std::string o = next("o");
    objects(fmt::format("static pthread_once_t {0} = PTHREAD_ONCE_INIT;\nstatic void init_{0}(void) {{ "
                        "heddle_note(shared += 10); }}",
                        o));
    offer({"pthread_once($o, $i);", "pthread_once($o, $i);"}, {{"$o", "&" + o}, {"$i", "init_" + o}});
  }

  void keys() {
    const std::string k = next("k");
    const int kind = dice_.below(3); // no destructor, one, one that sets the key again
    const std::string destroy = kind == 0 ? "NULL" : "end_" + k;
    objects(fmt::format("static pthread_key_t {};", k));
    if (kind > 0)
      objects(fmt::format(
          "static void end_{0}(void *p) {{ heddle_note((long)p); {1} }}", k,
          kind == 2 ? fmt::format("if ((long)p > 1) pthread_setspecific({}, (void *)((long)p - 1));", k)
                    : std::string()));
    program_.setup.push_back(fmt::format("pthread_key_create(&{}, {});", k, destroy));
    offer({fmt::format("pthread_setspecific($k, (void *){}l);", 1 + dice_.below(7)),
           "pthread_setspecific($k, (void *)2l);", "pthread_setspecific($k, NULL);",
           "heddle_note((long)pthread_getspecific($k));"},
          {{"$k", k}});
    if (dice_.chance(40))
      after_.push_back(
          fill("pthread_setspecific($k, (void *)3l); pthread_key_delete($k); pthread_key_create(&$k, "
               "NULL); heddle_note((long)pthread_getspecific($k));",
               {{"$k", k}}));
  }

  void cancel() {
    cancels_ = true;
    offer({"pthread_testcancel();", "pthread_testcancel();",
           "{ int old = 7; pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old); heddle_note(old); }",
           "{ int old = 7; pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old); heddle_note(old); }",
           "{ int old = 7; pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old); heddle_note(old); }",
           "pthread_setcancelstate(77, NULL);", "pthread_setcanceltype(77, NULL);"},
          {});
    if (dice_.chance(50)) semaphore();
  }

  // Calls on objects of their own, with arguments that are wrong or at a limit.
  void oddities() {
    objects("static pthread_mutex_t odd;");
    const Statements rows = {
        "{ pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, 77); "
        "pthread_mutexattr_setrobust(&a, 77); pthread_mutexattr_destroy(&a); }",
        "pthread_mutex_init(&odd, NULL); pthread_mutex_lock(&odd); pthread_mutex_unlock(&odd); "
        "pthread_mutex_destroy(&odd);",
        "{ pthread_rwlock_t l; pthread_rwlock_init(&l, NULL); pthread_rwlock_wrlock(&l); "
        "pthread_rwlock_tryrdlock(&l); pthread_rwlock_unlock(&l); pthread_rwlock_destroy(&l); }",
        "{ sem_t s; sem_init(&s, 0, 3); sem_wait(&s); sem_destroy(&s); }",
        "{ pthread_cond_t c; pthread_cond_init(&c, NULL); pthread_cond_signal(&c); pthread_cond_destroy(&c); "
        "}",
        "{ pthread_barrier_t b; pthread_barrier_init(&b, NULL, 1); pthread_barrier_wait(&b); "
        "pthread_barrier_destroy(&b); }",
        "{ pthread_spinlock_t s; pthread_spin_init(&s, 0); pthread_spin_lock(&s); pthread_spin_unlock(&s); "
        "pthread_spin_destroy(&s); }"};
    after_.push_back(pick(rows));
    after_.push_back(pick(rows));
  }

  // ---- C11

  void c11Mutex() {
    const std::string m = next("m"), h = next("h");
    static const char* const kinds[] = {"mtx_plain", "mtx_timed", "mtx_timed | mtx_recursive",
                                        "mtx_plain | mtx_recursive"};
    const int kind = dice_.below(4);
    objects(fmt::format("static mtx_t {};", m));
    program_.setup.push_back(fmt::format("mtx_init(&{}, {});", m, kinds[kind]));
    program_.locals += fmt::format(" int {} = 0;", h);
    c11Mutex_ = m, c11Held_ = h;
    const std::string guard = kind < 2 ? "$h == 0 && " : "";
    Statements rows = {"if (" + guard + "mtx_lock($m) == thrd_success) $h++;",
                       "if (mtx_trylock($m) == thrd_success) $h++;",
                       "if ($h > 0 && mtx_unlock($m) == thrd_success) $h--;",
                       "if ($h > 0 && mtx_unlock($m) == thrd_success) $h--;"};
    if (kind == 1 || kind == 2) {
      rows.push_back("if (mtx_timedlock($m, heddle_later()) == thrd_success) $h++;");
      rows.push_back("if (mtx_timedlock($m, &heddle_past) == thrd_success) $h++;");
    }
    offer(rows, {{"$m", "&" + m}, {"$h", h}});
  }

  void c11Condition() {
    c11Mutex();
    const std::string c = next("c");
    objects(fmt::format("static cnd_t {};", c));
    program_.setup.push_back(fmt::format("cnd_init(&{});", c));
    const std::string enter = "if ($h == 0 && mtx_lock($m) == thrd_success) $h++; ";
    offer({enter + "if ($h == 1) cnd_wait($c, $m);",
           enter + "if ($h == 1) cnd_timedwait($c, $m, heddle_later());",
           enter + "if ($h == 1) cnd_timedwait($c, $m, &heddle_past);", "cnd_signal($c);", "cnd_signal($c);",
           "cnd_broadcast($c);"},
          {{"$c", "&" + c}, {"$m", "&" + c11Mutex_}, {"$h", c11Held_}});
  }

  void c11Others() {
    const std::string o = next("o"), k = next("k");
    objects(fmt::format("static once_flag {0} = ONCE_FLAG_INIT;\nstatic void init_{0}(void) {{ "
                        "heddle_note(shared += 10); }}\nstatic tss_t {1};\nstatic void end_{1}(void *p) {{ "
                        "heddle_note((long)p); }}",
                        o, k));
    program_.setup.push_back(
        fmt::format("tss_create(&{0}, {1});", k, dice_.chance(60) ? "end_" + k : "NULL"));
    offer({"call_once($o, $i);", "tss_set($k, (void *)5l);", "heddle_note((long)tss_get($k));"},
          {{"$o", "&" + o}, {"$i", "init_" + o}, {"$k", k}});
  }

  // ---- how main goes on

  void endings() {
    Statements& m = program_.main;
    for (int i = 0; i < threads_; ++i) {
      const std::string t = std::to_string(i);
      if (dice_.chance(25)) m.push_back(pick(pool_));
      if (cancels_ && dice_.chance(70)) m.push_back("pthread_cancel(thread[" + t + "]);");
      m.push_back(program_.c11 ? joinC11(t) : joinPosix(t));
    }
    for (std::string& s : after_) m.push_back(std::move(s));
    m.push_back("heddle_note(shared);");
  }

  std::string joinC11(const std::string& t) {
    return dice_.chance(90)
               ? "{ int got = 0; if (thrd_join(thread[" + t + "], &got) == thrd_success) heddle_note(got); }"
               : "thrd_detach(thread[" + t + "]);";
  }

  std::string joinPosix(const std::string& t) {
    const std::string rest = " if (r == 0) heddle_note((long)got);";
    const std::string finish = " if (r != 0) r = pthread_join(thread[" + t + "], &got);" + rest + " }";
    switch (dice_.below(12)) {
    case 0:
      return "{ void *got = 0; r = pthread_tryjoin_np(thread[" + t + "], &got);" + finish;
    case 1:
      return "{ void *got = 0; r = pthread_timedjoin_np(thread[" + t + "], &got, heddle_later());" + finish;
    case 2:
      return "{ void *got = 0; r = pthread_clockjoin_np(thread[" + t +
             "], &got, CLOCK_MONOTONIC, &heddle_past);" + finish;
    case 3:
      return "pthread_detach(thread[" + t + "]);";
    default:
      return "{ void *got = 0; r = pthread_join(thread[" + t + "], &got);" + rest + " }";
    }
  }

  random::Dice dice_;
  Program program_;
  int threads_ = 2, names_ = 0;
  Statements pool_, after_; // what threads may do; what main does in the end
  bool cancels_ = false;
  Kind typeOfRobust_ = normal;
  std::string c11Mutex_, c11Held_;
};

} // namespace

Program generate(uint64_t seed) { return Generator(seed).run(); }

std::string print(const Program& p) {
  std::string text = "#include \"observe.h\"\n\n" + p.objects + "\n";
  for (size_t i = 0; i < p.threads.size(); ++i) {
    text += fmt::format("static {} t{}(void *unused) {{\n  {}\n", p.c11 ? "int" : "void *", i, p.locals);
    for (const std::string& s : p.threads[i]) text += "  " + s + "\n";
    text += p.c11 ? fmt::format("  return {};\n}}\n\n", i + 1)
                  : fmt::format("  return (void *){}l;\n}}\n\n", i + 1);
  }
  text += fmt::format("int main() {{\n  {}\n", p.locals);
  for (const std::string& s : p.setup) text += "  " + s + "\n";
  text += fmt::format("  {} thread[{}];\n", p.c11 ? "thrd_t" : "pthread_t",
                      std::max<size_t>(p.threads.size(), 1));
  for (size_t i = 0; i < p.threads.size(); ++i)
    text += p.c11 ? fmt::format("  thrd_create(&thread[{0}], t{0}, NULL);\n", i)
                  : fmt::format("  pthread_create(&thread[{0}], NULL, t{0}, NULL);\n", i);
  for (const std::string& s : p.main) text += "  " + s + "\n";
  return text + "  return 0;\n}\n";
}

} // namespace heddle::conform
