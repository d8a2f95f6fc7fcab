// A buffer that is handed over under a lock, and a counter that is not.
#include <pthread.h>
#include <stdio.h>
#ifndef STORAGE
#define STORAGE static
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static unsigned char buf[N];
STORAGE int ready;
static unsigned hash;
static int races;
static void *w(void *p) {
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  unsigned h = 1;
  for (int i = 0; i < N; i++) {
    h = h * 31 + buf[i];
    if (h & 1) h ^= h >> 7;
  }
  hash = h;
  races++;
  return p;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, w, 0);
  pthread_mutex_lock(&m);
  for (int i = 0; i < N; i++) buf[i] = (unsigned char)(i * 7);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  races++;
  pthread_join(a, 0);
  printf("%u\n", hash);
  return 0;
}
