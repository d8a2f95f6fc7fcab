// A long run with one block that can be interrupted, in the middle of it: N rounds of locked work before and after.
#include <heddle.h>
#include <pthread.h>

static int total, planted;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t half;

static void rounds(void) {
  for (int i = 0; i < N; ++i) {
    pthread_mutex_lock(&m);
    total = total + 1;
    pthread_mutex_unlock(&m);
  }
}
static int get(void) {
  pthread_mutex_lock(&m);
  int value = planted;
  pthread_mutex_unlock(&m);
  return value;
}
static void put(int value) {
  pthread_mutex_lock(&m);
  planted = value;
  pthread_mutex_unlock(&m);
}
static void *work(void *p) {
  rounds();
  pthread_barrier_wait(&half);
  __heddle_atomic_begin();
  put(get() + 1);
  __heddle_atomic_end();
  pthread_barrier_wait(&half);
  rounds();
  return p;
}
int main(void) {
  pthread_barrier_init(&half, NULL, 2);
  pthread_t t[2];
  for (int i = 0; i < 2; ++i) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(t[i], NULL);
  return planted;
}
