// The table of primitives: what each function gives on some system call or other, and whether it was seen.
#include "coverage.h"

#include <fmt/core.h>

#include <cerrno>

namespace heddle::conform {
namespace {

constexpr int viaErrno(int number) { return -1000 - number; } // -1, and errno; see observe.h
constexpr int cancelled = 2000, serial = -1;                  // of a joined thread; of a barrier

using Table = std::map<std::string, std::set<int>>;

const Table& table() {
  static const std::set<int> zero = {0};
  static const Table t = {
      {"pthread_mutex_lock", {0, EDEADLK, EOWNERDEAD, ENOTRECOVERABLE}},
      {"pthread_mutex_trylock", {0, EBUSY, EINVAL, EOWNERDEAD, ENOTRECOVERABLE}},
      {"pthread_mutex_timedlock", {0, EDEADLK, ETIMEDOUT, EOWNERDEAD}},
      {"pthread_mutex_clocklock", {0, EDEADLK, ETIMEDOUT, EOWNERDEAD}},
      {"pthread_mutex_unlock", {0, EPERM, ENOTRECOVERABLE}},
      {"pthread_mutex_init", zero},
      {"pthread_mutex_destroy", {0, EBUSY}},
      {"pthread_mutex_consistent", {0, EINVAL}},
      {"pthread_mutexattr_init", zero},
      {"pthread_mutexattr_destroy", zero},
      {"pthread_mutexattr_settype", {0, EINVAL}},
      {"pthread_mutexattr_setrobust", {0, EINVAL}},
      {"pthread_spin_init", zero},
      {"pthread_spin_destroy", zero},
      {"pthread_spin_lock", zero},
      {"pthread_spin_trylock", {0, EBUSY}},
      {"pthread_spin_unlock", zero},
      {"pthread_rwlock_init", zero},
      {"pthread_rwlock_destroy", zero},
      {"pthread_rwlock_rdlock", {0, EDEADLK}},
      {"pthread_rwlock_wrlock", {0, EDEADLK}},
      {"pthread_rwlock_tryrdlock", {0, EBUSY}},
      {"pthread_rwlock_trywrlock", {0, EBUSY}},
      {"pthread_rwlock_timedrdlock", {0, EDEADLK, ETIMEDOUT}},
      {"pthread_rwlock_timedwrlock", {0, EDEADLK, ETIMEDOUT}},
      {"pthread_rwlock_unlock", zero},
      {"sem_init", {0, viaErrno(EINVAL)}},
      {"sem_destroy", zero},
      {"sem_wait", zero},
      {"sem_trywait", {0, viaErrno(EAGAIN)}},
      {"sem_timedwait", {0, viaErrno(ETIMEDOUT)}},
      {"sem_clockwait", {0, viaErrno(ETIMEDOUT)}},
      {"sem_post", {0, viaErrno(EOVERFLOW)}},
      {"pthread_cond_init", zero},
      {"pthread_cond_destroy", zero},
      {"pthread_cond_wait", zero},
      {"pthread_cond_timedwait", {0, ETIMEDOUT}},
      {"pthread_cond_clockwait", {ETIMEDOUT}},
      {"pthread_cond_signal", zero},
      {"pthread_cond_broadcast", zero},
      {"pthread_barrier_init", {0, EINVAL}},
      {"pthread_barrier_destroy", zero},
      {"pthread_barrier_wait", {0, serial}},
      {"pthread_once", zero},
      {"pthread_key_create", zero},
      {"pthread_key_delete", {0, EINVAL}},
      {"pthread_setspecific", {0, EINVAL}},
      {"pthread_create", zero},
      {"pthread_join", {0, EDEADLK, EINVAL, cancelled}},
      {"pthread_tryjoin_np", {0, EBUSY}},
      {"pthread_timedjoin_np", {0, ETIMEDOUT, EINVAL}},
      {"pthread_clockjoin_np", {0, ETIMEDOUT, EINVAL}},
      {"pthread_detach", {0, EINVAL}},
      {"pthread_cancel", zero},
      {"pthread_setcancelstate", {0, EINVAL}},
      {"pthread_setcanceltype", {0, EINVAL}},
      {"pthread_testcancel", zero},
  };
  return t;
}

} // namespace

void Coverage::add(const Run& run, const Names& names) {
  for (const Event& e : run.events)
    if (e.kind == Event::Kind::End && names.contains(e.site)) ++seen_[names.at(e.site)][e.value];
}

bool Coverage::print() const {
  int missing = 0;
  for (const auto& [name, results] : seen_) {
    fmt::print("{:28}", name);
    for (const auto& [result, count] : results) fmt::print(" {}:{}", result, count);
    fmt::print("\n");
  }
  for (const auto& [name, results] : table())
    for (const int result : results)
      if (!seen_.contains(name) || !seen_.at(name).contains(result)) {
        fmt::print("{} never gave {}\n", name, result);
        ++missing;
      }
  return missing == 0;
}

} // namespace heddle::conform
