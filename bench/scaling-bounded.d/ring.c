// A ring of T threads and T semaphores: a thread waits for its own semaphore, works, and posts the next one's. The
// token goes around ROUNDS times, so the threads work in turn.
// FAIL: the ring starts with a second token, at the thread half way around.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef T
#define T 3
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif
#ifdef FAIL
#define SECOND (T / 2)
#else
#define SECOND (-1)
#endif

static sem_t turn[T];
static int worked;  // how many turns there were

static void *member(void *argument) {
  const int id = (int)(long)argument;
  for (int round = 0; round < ROUNDS; round++) {
    sem_wait(&turn[id]);
    assert(worked == round * T + id);
    worked++;
    sem_post(&turn[(id + 1) % T]);
  }
  return 0;
}

int main(void) {
  pthread_t members[T];
  for (int id = 0; id < T; id++) sem_init(&turn[id], 0, id == 0 || id == SECOND);
  for (int id = 0; id < T; id++) pthread_create(&members[id], 0, member, (void *)(long)id);
  for (int id = 0; id < T; id++) pthread_join(members[id], 0);
  return 0;
}
