// verdict: unknown
// The place of a freed block may be handed out again to another thread: then the old pointer equals the new one.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic slot;
static atomic_int generation;
static sem_t started, replaced;

static void *replacer(void *arg) {
  sem_wait(&started);
  free(slot);
  slot = malloc(sizeof(int));
  generation++;
  sem_post(&replaced);
  return arg;
}

int main(void) {
  sem_init(&started, 0, 0);
  sem_init(&replaced, 0, 0);
  slot = malloc(sizeof(int));
  pthread_t t;
  pthread_create(&t, NULL, replacer, NULL);
  int *before = slot;
  int was = generation;
  sem_post(&started);
  sem_wait(&replaced);
  if (slot == before) assert(generation == was);
  pthread_join(t, NULL);
  return 0;
}
