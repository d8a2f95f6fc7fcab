// Workers that meet at a barrier after every round. In a round each writes its own cell, enters its name under a lock,
// and after the barrier reads the cells of other workers: they must be of this round.
//
// The barrier is by dissemination: at distance 1, 2, 4, ... each worker tells the worker that far ahead, and waits to
// be told by the one that far behind; after distances that sum up to WORKERS - 1 it has heard from all.
//
// Holds: a semaphore has one teller and one listener, so the listener's n-th wait ends after the teller's n-th post,
// and a worker leaves its n-th barrier after all have entered theirs. Cells of odd and even rounds are apart: a cell is
// written again two rounds later, after a barrier that its readers entered when they had read it. So there is no race.
// FAIL: the last distance is left out, so a worker can leave before those farthest behind have come.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef THREADS
#define THREADS 4  // main is one of them
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

#define WORKERS (THREADS - 1)
#define STEPS 5  // distances 1, 2, 4, 8, 16: enough for 32 workers

static sem_t told[STEPS][WORKERS];
static int cell[2][WORKERS];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int last;   // the worker that signed last
static int signs;  // how many signed

static int more(int distance) {
#ifdef FAIL
  return 2 * distance < WORKERS;
#else
  return distance < WORKERS;
#endif
}

static void barrier(int id) {
  int step = 0;
  for (int distance = 1; more(distance); distance *= 2) {
    sem_post(&told[step][(id + distance) % WORKERS]);
    sem_wait(&told[step][id]);
    step++;
  }
}

static void sign(int id) {
  pthread_mutex_lock(&mutex);
  last = id;
  signs++;
  assert(last == id);
  pthread_mutex_unlock(&mutex);
}

static void *worker(void *argument) {
  const int id = (int)(long)argument;
  for (int round = 1; round <= ROUNDS; round++) {
    cell[round % 2][id] = round;
    sign(id);
    barrier(id);
    assert(cell[round % 2][(id + 1) % WORKERS] == round);
    assert(cell[round % 2][(id + WORKERS / 2) % WORKERS] == round);
    assert(cell[round % 2][(id + WORKERS - 1) % WORKERS] == round);
  }
  return 0;
}

int main(void) {
  pthread_t workers[WORKERS];
  for (int step = 0; step < STEPS; step++)
    for (int id = 0; id < WORKERS; id++) sem_init(&told[step][id], 0, 0);
  for (int id = 0; id < WORKERS; id++) pthread_create(&workers[id], 0, worker, (void *)(long)id);
  for (int id = 0; id < WORKERS; id++) pthread_join(workers[id], 0);
  return 0;
}
