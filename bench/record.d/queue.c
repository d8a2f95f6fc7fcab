// Kernel: a bounded queue with condition variables, a producer and consumers; items are sorted by insertion.
#include <pthread.h>
#include <stdio.h>
enum { consumers = 2, items = 100000, capacity = 64, size = 24 };
struct item { int values[size]; };
static struct item ring[capacity];
static int head, tail, done;
static long checksum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static void sort(int *v) {
  for (int i = 1; i < size; ++i)
    for (int k = i; k > 0 && v[k - 1] > v[k]; --k) {
      int t = v[k];
      v[k] = v[k - 1];
      v[k - 1] = t;
    }
}
static void *consume(void *p) {
  for (;;) {
    pthread_mutex_lock(&m);
    while (head == tail && !done) pthread_cond_wait(&filled, &m);
    if (head == tail) {
      pthread_mutex_unlock(&m);
      return p;
    }
    struct item mine = ring[tail++ % capacity];
    pthread_cond_signal(&emptied);
    pthread_mutex_unlock(&m);
    sort(mine.values);
    __atomic_fetch_add(&checksum, mine.values[size / 2], __ATOMIC_RELAXED);
  }
}
int main(void) {
  pthread_t t[consumers];
  for (int i = 0; i < consumers; ++i) pthread_create(&t[i], NULL, consume, NULL);
  unsigned seed = 1;
  for (int i = 0; i < items; ++i) {
    pthread_mutex_lock(&m);
    while (head - tail == capacity) pthread_cond_wait(&emptied, &m);
    for (int k = 0; k < size; ++k) ring[head % capacity].values[k] = (int)((seed = seed * 1103515245 + 12345) >> 16);
    ++head;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&m);
  }
  pthread_mutex_lock(&m);
  done = 1;
  pthread_cond_broadcast(&filled);
  pthread_mutex_unlock(&m);
  for (int i = 0; i < consumers; ++i) pthread_join(t[i], NULL);
  printf("%ld\n", checksum);
  return 0;
}
