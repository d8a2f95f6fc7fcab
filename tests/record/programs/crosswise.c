// Two rwlocks, taken crosswise. pthread_rwlock_HELD: how each thread holds one; WANTED: how it takes the other.
#include <pthread.h>
#include <unistd.h>
pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER, b = PTHREAD_RWLOCK_INITIALIZER;
static void *t1(void *p) {
  pthread_rwlock_HELD(&a);
  pthread_rwlock_WANTED(&b);
  pthread_rwlock_unlock(&b);
  pthread_rwlock_unlock(&a);
  return p;
}
static void *t2(void *p) {
  usleep(20000);
  pthread_rwlock_HELD(&b);
  pthread_rwlock_WANTED(&a);
  pthread_rwlock_unlock(&a);
  pthread_rwlock_unlock(&b);
  return p;
}
int main(void) {
  pthread_t p, q;
  pthread_create(&p, 0, t1, 0);
  pthread_create(&q, 0, t2, 0);
  pthread_join(p, 0);
  return pthread_join(q, 0);
}
