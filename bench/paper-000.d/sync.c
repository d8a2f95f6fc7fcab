// Synchronization of many threads: workers take one of LOCKS locks after the other, in an order that SEED shifts. A
// lock guards a record of its owner and a count; a worker signs it and counts, and then looks at a record in a second
// section. Each worker hands a value to the next one: it gives before its sections and takes after them, so nobody
// waits in a circle.
//
// Holds: every access to record l is under lock l, so nothing changes a record within a section. A slot is written
// once, before its semaphore is posted, and read after the wait for it.
// FAIL: in its last round worker FAULTY takes the lock beside the one that guards the record.
// CONDITION: hands over by mutex and condition variable instead of semaphores; the loop around the wait then ends after
// one turn, if there are no spurious wakeups.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef THREADS
#define THREADS 4  // main is one of them
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif
#ifndef LOCKS
#define LOCKS 2
#endif
#ifndef SEED
#define SEED 0
#endif
#ifndef FAULTY
#define FAULTY 0
#endif

#define WORKERS (THREADS - 1)
#ifdef FAIL
#define FAULTY_ROUND (ROUNDS - 1)
#else
#define FAULTY_ROUND (-1)
#endif

struct Record {
  int owner;
  int count;
};

static pthread_mutex_t lock[LOCKS];
static struct Record record[LOCKS];
static int slot[WORKERS];

#ifdef CONDITION
static pthread_mutex_t door[WORKERS];
static pthread_cond_t opened[WORKERS];
static int full[WORKERS];

static void initialise(int id) {
  pthread_mutex_init(&door[id], 0);
  pthread_cond_init(&opened[id], 0);
}

static void give(int id, int value) {
  pthread_mutex_lock(&door[id]);
  slot[id] = value;
  full[id] = 1;
  pthread_cond_signal(&opened[id]);
  pthread_mutex_unlock(&door[id]);
}

static int take(int id) {
  pthread_mutex_lock(&door[id]);
  while (!full[id]) pthread_cond_wait(&opened[id], &door[id]);
  const int value = slot[id];
  pthread_mutex_unlock(&door[id]);
  return value;
}
#else
static sem_t full[WORKERS];

static void initialise(int id) { sem_init(&full[id], 0, 0); }

static void give(int id, int value) {
  slot[id] = value;
  sem_post(&full[id]);
}

static int take(int id) {
  sem_wait(&full[id]);
  return slot[id];
}
#endif

static int guardOf(int id, int round, int l) {
  return id == FAULTY && round == FAULTY_ROUND ? (l + 1) % LOCKS : l;
}

static void update(int id, int round, int l) {
  const int guard = guardOf(id, round, l);
  pthread_mutex_lock(&lock[guard]);
  record[l].owner = id;
  record[l].count++;
  assert(record[l].owner == id);
  pthread_mutex_unlock(&lock[guard]);
}

static void look(int l) {
  pthread_mutex_lock(&lock[l]);
  const int before = record[l].count;
  assert(record[l].count == before);
  pthread_mutex_unlock(&lock[l]);
}

static void *worker(void *argument) {
  const int id = (int)(long)argument;
  give(id, id + 1);
  for (int round = 0; round < ROUNDS; round++) {
    update(id, round, (id + round + SEED) % LOCKS);
    look((id * (SEED + 2) + round) % LOCKS);
  }
  const int giver = (id + WORKERS - 1) % WORKERS;
  assert(take(giver) == giver + 1);
  return 0;
}

int main(void) {
  pthread_t workers[WORKERS];
  for (int l = 0; l < LOCKS; l++) pthread_mutex_init(&lock[l], 0);
  for (int id = 0; id < WORKERS; id++) initialise(id);
  for (int id = 0; id < WORKERS; id++) pthread_create(&workers[id], 0, worker, (void *)(long)id);
  for (int id = 0; id < WORKERS; id++) pthread_join(workers[id], 0);
  return 0;
}
