// A ring of SIZE slots between N producers and N consumers, with two counting semaphores and a mutex. The
// items are numbered; the consumers check that each comes out once and in order.
// BROKEN: one free slot too many.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef N
#define N 2
#endif
#ifndef SIZE
#define SIZE 2
#endif

#ifdef BROKEN
#define FREE (SIZE + 1)
#else
#define FREE SIZE
#endif
#define NUMBERS (SIZE + 1)

static sem_t freeSlots, fullSlots;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int buffer[SIZE];
static int in, out;
static int produced, consumed;

static void *producer(void *argument) {
  for (;;) {
    sem_wait(&freeSlots);
    pthread_mutex_lock(&mutex);
    buffer[in] = produced;
    produced = (produced + 1) % NUMBERS;
    in = (in + 1) % SIZE;
    pthread_mutex_unlock(&mutex);
    sem_post(&fullSlots);
  }
  return argument;
}

static void *consumer(void *argument) {
  for (;;) {
    sem_wait(&fullSlots);
    pthread_mutex_lock(&mutex);
    const int item = buffer[out];
    assert(item == consumed);
    consumed = (consumed + 1) % NUMBERS;
    out = (out + 1) % SIZE;
    pthread_mutex_unlock(&mutex);
    sem_post(&freeSlots);
  }
  return argument;
}

int main(void) {
  pthread_t producers[N], consumers[N];
  sem_init(&freeSlots, 0, FREE);
  sem_init(&fullSlots, 0, 0);
  for (int i = 0; i < N; i++) pthread_create(&producers[i], 0, producer, 0);
  for (int i = 0; i < N; i++) pthread_create(&consumers[i], 0, consumer, 0);
  for (int i = 0; i < N; i++) pthread_join(producers[i], 0);
  for (int i = 0; i < N; i++) pthread_join(consumers[i], 0);
  return 0;
}
