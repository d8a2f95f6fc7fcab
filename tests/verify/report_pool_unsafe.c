// verdict: false(race)
// native: compile
// A flag in a block of the heap is read without the lock.
#include <pthread.h>
#include <stdlib.h>

struct pool {
  pthread_mutex_t lock;
  int shutdown;
  int jobs;
  int *slots;
};

static struct pool *pool_create(int slots) {
  struct pool *pool = malloc(sizeof *pool);
  pthread_mutex_init(&pool->lock, 0);
  pool->shutdown = 0;
  pool->jobs = 0;
  pool->slots = calloc(slots, sizeof *pool->slots);
  return pool;
}

static void *worker(void *argument) {
  struct pool *pool = argument;
  if (pool->shutdown) return 0;
  pthread_mutex_lock(&pool->lock);
  pool->slots[1]++;
  pthread_mutex_unlock(&pool->lock);
  return 0;
}

int main(void) {
  struct pool *spare = pool_create(1), *pool = pool_create(2);
  pthread_t thread;
  pthread_create(&thread, 0, worker, pool);
  pthread_mutex_lock(&pool->lock);
  pool->shutdown = 1;
  pthread_mutex_unlock(&pool->lock);
  pthread_join(thread, 0);
  free(pool->slots);
  free(pool);
  free(spare->slots);
  free(spare);
  return 0;
}
