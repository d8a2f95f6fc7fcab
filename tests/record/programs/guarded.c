// A counter that is guarded in a way that LOCK and UNLOCK say, or not at all (UNGUARDED): then it is a race,
// whatever else they do.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>
static int x;
#if defined ASSEMBLER
static volatile int l;
static void LOCK(void) {
  for (int v = 1; v;) {
    v = 1;
    __asm__ volatile("xchgl %0,%1" : "+r"(v), "+m"(l)::"memory");
  }
}
static void UNLOCK(void) { __asm__ volatile("movl $0,%0" : "=m"(l)::"memory"); }
#elif defined LIBRARY
void LOCK(void);
void UNLOCK(void);
#elif defined BUILTIN
static int l;
static void LOCK(void) {
  while (__sync_lock_test_and_set(&l, 1)) sched_yield();
}
static void UNLOCK(void) { __sync_lock_release(&l); }
#elif defined STREAM
static void LOCK(void) { flockfile(stdout); }
static void UNLOCK(void) { funlockfile(stdout); }
#elif defined POINTERS
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct {
  int (*lock)(pthread_mutex_t *), (*unlock)(pthread_mutex_t *);
} calls = {pthread_mutex_lock, pthread_mutex_unlock};
static void LOCK(void) { calls.lock(&m); }
static void UNLOCK(void) { calls.unlock(&m); }
#elif defined NAMED
static sem_t *s;
static void LOCK(void) { sem_wait(s); }
static void UNLOCK(void) { sem_post(s); }
#elif defined RECURSIVE
static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static void LOCK(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
}
static void UNLOCK(void) { pthread_mutex_unlock(&m); }
#elif defined PIPE
static int p[2];
static void LOCK(void) {
  char c;
  if (read(p[0], &c, 1) != 1) _exit(1);
}
static void UNLOCK(void) {
  if (write(p[1], "a", 1) != 1) _exit(1);
}
#endif
static void *w(void *a) {
  LOCK();
#ifdef UNGUARDED
  UNLOCK();
  x++;
  LOCK();
#else
  x++;
#endif
  UNLOCK();
  return a;
}
int main(void) {
  pthread_t a, b;
#if defined NAMED
  s = sem_open(NAMED, O_CREAT | O_EXCL, 0600, COUNT);
  sem_unlink(NAMED);
#elif defined PIPE
  if (pipe(p) != 0) return 1;
  UNLOCK();
#endif
  pthread_create(&a, 0, w, 0);
  pthread_create(&b, 0, w, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return x - 2;
}
