// verdict: false(deadlock)
// native: compile
// A reader gives up and ends with the lock in its hands.
#include <pthread.h>

static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static int entries;

static void *reader(void *argument) {
  pthread_rwlock_rdlock(&table);
  if (entries == 0) return 0;
  pthread_rwlock_unlock(&table);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  pthread_rwlock_wrlock(&table);
  entries = 1;
  pthread_rwlock_unlock(&table);
  pthread_join(thread, 0);
  return 0;
}
