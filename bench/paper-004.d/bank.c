// The parameterised bank of Wang et al. 2010: each of N threads moves money from its account to the next one, in nested
// locks, one section for each step: the block that should be atomic is not. FIX=0: as it is. FIX=1: every other account
// has a semaphore while a block works on it, so that half of the violations can't happen. FIX=2: a flag with a
// condition variable guards each account as long as the block lasts.
#include <heddle.h>
#include <pthread.h>
#include <semaphore.h>

static int balance[N];
static int busy[N];
static pthread_mutex_t bank = PTHREAD_MUTEX_INITIALIZER, account[N], gate[N];
static pthread_cond_t open[N];
static sem_t one[N];

static void enter(int a) {
  pthread_mutex_lock(&gate[a]);
  while (busy[a]) pthread_cond_wait(&open[a], &gate[a]);
  busy[a] = 1;
  pthread_mutex_unlock(&gate[a]);
}

static void leave(int a) {
  pthread_mutex_lock(&gate[a]);
  busy[a] = 0;
  pthread_cond_signal(&open[a]);
  pthread_mutex_unlock(&gate[a]);
}

static int get(int a) {
  pthread_mutex_lock(&bank);
  pthread_mutex_lock(&account[a]);
  int value = balance[a];
  pthread_mutex_unlock(&account[a]);
  pthread_mutex_unlock(&bank);
  return value;
}

static void set(int a, int value) {
  pthread_mutex_lock(&bank);
  pthread_mutex_lock(&account[a]);
  balance[a] = value;
  pthread_mutex_unlock(&account[a]);
  pthread_mutex_unlock(&bank);
}

static int change(int a, int by) {
  if (FIX == 1 && a % 2 == 0) sem_wait(&one[a]);
  int before = get(a);
  set(a, before + by);
  int ok = get(a) == before + by;
  if (FIX == 1 && a % 2 == 0) sem_post(&one[a]);
  return ok;
}

static void *transfer(void *p) {
  int from = (int)(long)p, to = (from + 1) % N;
  int low = from < to ? from : to, high = from < to ? to : from;
  if (FIX == 2) enter(low), enter(high);
  __heddle_atomic_begin();
  int ok = change(from, -1);
  ok = change(to, 1) && ok;
  __heddle_atomic_end();
  if (FIX == 2) leave(high), leave(low);
  return ok ? p : NULL;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; ++i) {
    pthread_mutex_init(&account[i], NULL);
    pthread_mutex_init(&gate[i], NULL);
    pthread_cond_init(&open[i], NULL);
    sem_init(&one[i], 0, 1);
    balance[i] = 100;
  }
  for (long i = 0; i < N; ++i) pthread_create(&t[i], NULL, transfer, (void *)i);
  for (int i = 0; i < N; ++i) pthread_join(t[i], NULL);
  for (int i = 0; i < N; ++i) balance[i] = 0;
  return 0;
}
