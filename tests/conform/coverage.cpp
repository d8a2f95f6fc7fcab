// The table of primitives: what each function gives on some system call or other, and whether it was seen.
#include "coverage.h"

#include <fmt/core.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <regex>

namespace heddle::conform {
namespace {

constexpr int viaErrno(int number) { return -1000 - number; } // -1, and errno; see observe.h
constexpr int cancelled = 2000, serial = -1;                  // of a joined thread; of a barrier

using Table = std::map<std::string, std::set<int>>;

const std::set<int> zero = {0}, refuses = {0, EINVAL};

Table mutexes() {
  return {
      {"pthread_mutex_lock", {0, EDEADLK, EOWNERDEAD, ENOTRECOVERABLE}},
      {"pthread_mutex_trylock", {0, EBUSY, EINVAL, EDEADLK, EOWNERDEAD, ENOTRECOVERABLE}},
      {"pthread_mutex_timedlock", {0, EDEADLK, EINVAL, ETIMEDOUT, EOWNERDEAD, ENOTRECOVERABLE}},
      {"pthread_mutex_clocklock", {0, EDEADLK, EINVAL, ETIMEDOUT, EOWNERDEAD, ENOTRECOVERABLE}},
      {"pthread_mutex_unlock", {0, EPERM, ENOTRECOVERABLE}},
      {"pthread_mutex_init", zero},
      {"pthread_mutex_destroy", {0, EBUSY}},
      {"pthread_mutex_consistent", refuses},
      {"pthread_mutex_getprioceiling", refuses},
      {"pthread_mutex_setprioceiling", refuses},
      {"pthread_spin_init", zero},
      {"pthread_spin_destroy", zero},
      {"pthread_spin_lock", zero},
      {"pthread_spin_trylock", {0, EBUSY}},
      {"pthread_spin_unlock", zero},
  };
}

Table otherLocks() {
  return {
      {"pthread_rwlock_init", zero},
      {"pthread_rwlock_destroy", zero},
      {"pthread_rwlock_rdlock", {0, EDEADLK}},
      {"pthread_rwlock_wrlock", {0, EDEADLK}},
      {"pthread_rwlock_tryrdlock", {0, EBUSY}},
      {"pthread_rwlock_trywrlock", {0, EBUSY}},
      {"pthread_rwlock_timedrdlock", {0, EDEADLK, EINVAL, ETIMEDOUT}},
      {"pthread_rwlock_timedwrlock", {0, EDEADLK, EINVAL, ETIMEDOUT}},
      {"pthread_rwlock_clockrdlock", {0, EDEADLK, EINVAL, ETIMEDOUT}},
      {"pthread_rwlock_clockwrlock", {0, EDEADLK, EINVAL, ETIMEDOUT}},
      {"pthread_rwlock_unlock", zero},
      {"sem_init", {0, viaErrno(EINVAL)}},
      {"sem_destroy", zero},
      {"sem_wait", zero},
      {"sem_trywait", {0, viaErrno(EAGAIN)}},
      {"sem_timedwait", {0, viaErrno(EINVAL), viaErrno(ETIMEDOUT)}},
      {"sem_clockwait", {0, viaErrno(EINVAL), viaErrno(ETIMEDOUT)}},
      {"sem_post", {0, viaErrno(EOVERFLOW)}},
      {"sem_getvalue", zero},
      {"sem_open", {0, viaErrno(EEXIST), viaErrno(EINVAL), viaErrno(ENAMETOOLONG), viaErrno(ENOENT)}},
      {"sem_close", {0, viaErrno(EINVAL)}},
      {"sem_unlink", {0, viaErrno(ENAMETOOLONG), viaErrno(ENOENT)}},
      {"pthread_cond_init", zero},
      {"pthread_cond_destroy", zero},
      {"pthread_cond_wait", {0, EPERM, EOWNERDEAD, ENOTRECOVERABLE}},
      {"pthread_cond_timedwait", {0, EPERM, EINVAL, ETIMEDOUT, EOWNERDEAD, ENOTRECOVERABLE}},
      {"pthread_cond_clockwait", {0, EPERM, EINVAL, ETIMEDOUT, EOWNERDEAD, ENOTRECOVERABLE}},
      {"pthread_cond_signal", zero},
      {"pthread_cond_broadcast", zero},
      {"pthread_barrier_init", refuses},
      {"pthread_barrier_destroy", zero},
      {"pthread_barrier_wait", {0, serial}},
      {"pthread_once", zero},
  };
}

Table threads() {
  return {
      {"pthread_create", refuses},
      {"pthread_join", {0, EDEADLK, EINVAL, ESRCH, cancelled}},
      {"pthread_tryjoin_np", {0, EBUSY, EINVAL}},
      {"pthread_timedjoin_np", {0, ETIMEDOUT, EINVAL}},
      {"pthread_clockjoin_np", {0, ETIMEDOUT, EINVAL}},
      {"pthread_detach", {0, EINVAL, ESRCH}},
      {"pthread_exit", {}}, // does not return
      {"pthread_cancel", zero},
      {"pthread_setcancelstate", refuses},
      {"pthread_setcanceltype", refuses},
      {"pthread_testcancel", zero},
      {"pthread_self", zero}, // whatever the value
      {"pthread_equal", {0, 1}},
      {"pthread_key_create", {0, EAGAIN}},
      {"pthread_key_delete", refuses},
      {"pthread_setspecific", refuses},
      {"pthread_getspecific", {0, 1}}, // is there a value
      {"pthread_getschedparam", {0, ESRCH}},
      {"pthread_setschedparam", {0, EINVAL, ESRCH}},
      {"pthread_setschedprio", {0, EINVAL, ESRCH}},
      {"pthread_getattr_np", zero},
      {"pthread_getcpuclockid", zero},
      {"pthread_setname_np", zero},
      {"pthread_setconcurrency", zero},
      {"pthread_setaffinity_np", zero},
      {"pthread_atfork", zero},
      {"sched_yield", zero},
      {"pthread_yield", zero},
      {"sched_get_priority_min", {0, 1, viaErrno(EINVAL)}},
      {"sched_get_priority_max", {0, 99, viaErrno(EINVAL)}},
      {"sleep", zero},
      {"usleep", zero},
      {"nanosleep", zero},
      {"clock_nanosleep", zero},
  };
}

// What can be refused, and what can't.
Table attributes() {
  Table t;
  for (const char* kind : {"attr", "mutexattr", "condattr", "barrierattr", "rwlockattr"})
    for (const char* does : {"init", "destroy"}) t[fmt::format("pthread_{}_{}", kind, does)] = zero;
  for (const char* name :
       {"pthread_attr_$detachstate", "pthread_attr_$scope", "pthread_attr_$inheritsched",
        "pthread_attr_$schedpolicy", "pthread_attr_$schedparam", "pthread_attr_$stacksize",
        "pthread_attr_$guardsize", "pthread_attr_$stack", "pthread_mutexattr_$type",
        "pthread_mutexattr_$protocol", "pthread_mutexattr_$pshared", "pthread_mutexattr_$robust",
        "pthread_mutexattr_$prioceiling", "pthread_condattr_$pshared", "pthread_condattr_$clock",
        "pthread_barrierattr_$pshared", "pthread_rwlockattr_$pshared", "pthread_rwlockattr_$kind_np"}) {
    const std::string text = name;
    const size_t at = text.find('$');
    t[text.substr(0, at) + "get" + text.substr(at + 1)] = zero;
    t[text.substr(0, at) + "set" + text.substr(at + 1)] = refuses;
  }
  t["pthread_attr_setguardsize"] = zero;
  t["pthread_attr_setscope"] = {0, EINVAL, ENOTSUP};
  return t;
}

Table c11() {
  static const int busy = 1, error = 2, timedOut = 4;
  return {
      {"mtx_init", zero},
      {"mtx_destroy", zero},
      {"mtx_lock", zero},
      {"mtx_trylock", {0, busy}},
      {"mtx_timedlock", {0, error, timedOut}},
      {"mtx_unlock", {0, error}},
      {"cnd_init", zero},
      {"cnd_destroy", zero},
      {"cnd_wait", zero},
      {"cnd_timedwait", {0, error, timedOut}},
      {"cnd_signal", zero},
      {"cnd_broadcast", zero},
      {"thrd_create", zero},
      {"thrd_join", {0, error}},
      {"thrd_detach", {0, error}},
      {"thrd_exit", {}},
      {"thrd_yield", zero},
      {"thrd_sleep", zero},
      {"thrd_current", zero},
      {"thrd_equal", {0, 1}},
      {"call_once", zero},
      {"tss_create", zero},
      {"tss_set", {0, error}},
      {"tss_get", {0, 1}},
      {"tss_delete", zero},
  };
}

const Table& table() {
  static const Table all = [] {
    Table t;
    for (const Table& part : {mutexes(), otherLocks(), threads(), attributes(), c11()})
      t.insert(part.begin(), part.end());
    return t;
  }();
  return all;
}

// The functions that the front end knows: rows of models/, definitions in library/.
std::set<std::string> modelled() {
  static const std::regex row(R"x((?:t\[|[{ ])"(\w+)"[\],}])x");
  static const std::regex definition(R"x(^(?!extern)[a-z][\w ]*[ *](\w+)\()x");
  static const std::regex isOne(
      "(pthread|sem|mtx|cnd|thrd|tss|sched)_.*|call_once|sleep|usleep|nanosleep|clock_nanosleep");
  const std::filesystem::path front = HEDDLE_CONFORM_FRONTEND_DIR;
  std::set<std::string> names;
  const auto read = [&](const std::filesystem::path& file, const std::regex& pattern) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);)
      for (std::sregex_iterator m(line.begin(), line.end(), pattern), end; m != end; ++m)
        if (std::regex_match((*m)[1].str(), isOne)) names.insert((*m)[1]);
  };
  for (const char* family : {"mutex", "rwlock", "condition", "semaphore", "threads"})
    read(front / "models" / (std::string(family) + ".cpp"), row);
  // What the system says of itself is arbitrary, and signals are for tests/library.
  for (const auto& file : std::filesystem::directory_iterator(front / "library"))
    if (file.path().filename() != "system.c" && file.path().filename() != "signals.c")
      read(file.path(), definition);
  return names;
}

} // namespace

void Coverage::add(const Run& run, const Names& names) {
  for (const Event& e : run.events)
    if (names.contains(e.site)) {
      std::map<int, int>& results = seen_[names.at(e.site)];
      if (e.kind != Event::Kind::Begin) ++results[e.value];
    }
}

bool Coverage::print() const {
  int missing = 0;
  for (const auto& [name, results] : seen_) {
    fmt::print("{:28}", name);
    for (const auto& [result, count] : results) fmt::print(" {}:{}", result, count);
    fmt::print("\n");
  }
  for (const std::string& name : modelled())
    if (!table().contains(name)) {
      fmt::print("{} is modelled, but nobody says what it may give\n", name);
      ++missing;
    }
  for (const auto& [name, results] : table()) {
    if (!seen_.contains(name)) {
      fmt::print("{} was never called\n", name);
      ++missing;
      continue;
    }
    for (const int result : results)
      if (!seen_.at(name).contains(result)) {
        fmt::print("{} never gave {}\n", name, result);
        ++missing;
      }
  }
  return missing == 0;
}

} // namespace heddle::conform
