// The optimizer makes one bit of each static variable. ORDERED: what is ready has its value.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#if defined ARRAY
int both[2];
#define ready both[0]
#define value both[1]
#elif defined STRUCT
struct {
  int ready, value;
} s;
#define ready s.ready
#define value s.value
#else
static int ready, value;
#endif
#ifdef ORDERED
#define FIRST value = 42
#define SECOND ready = 1
#else
#define FIRST ready = 1
#define SECOND value = 42
#endif
static void *w(void *p) {
  pthread_mutex_lock(&m);
  FIRST;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  SECOND;
  pthread_mutex_unlock(&m);
  return p;
}
static void *r(void *p) {
  usleep(20000);
  pthread_mutex_lock(&m);
  int ok = ready, v = value;
  pthread_mutex_unlock(&m);
  assert(!ok || v == 42);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, w, 0);
  pthread_create(&b, 0, r, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
