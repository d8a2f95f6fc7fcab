// The functions of C11, each with each of its results.
#include "observe.h"

static mtx_t m, again;
static cnd_t c;
static once_flag once = ONCE_FLAG_INIT;
static int told;
static const struct timespec wrong = {1, 1000000000};

static void first(void) { heddle_note(1); }

static int tells(void *unused) {
  mtx_lock(&m);
  told++;
  told == 1 ? cnd_signal(&c) : cnd_broadcast(&c);
  mtx_unlock(&m);
  thrd_exit(7);
}

static int ends(void *unused) { return 5; }

static void locks(void) {
  mtx_init(&m, mtx_timed);
  mtx_lock(&m);
  mtx_trylock(&m);
  mtx_timedlock(&m, &heddle_past);
  mtx_timedlock(&m, &wrong);
  mtx_unlock(&m);
  mtx_timedlock(&m, &heddle_past);
  mtx_unlock(&m);
  mtx_trylock(&m);
  mtx_unlock(&m);
  mtx_init(&again, mtx_plain | mtx_recursive);
  mtx_lock(&again);
  mtx_trylock(&again);
  mtx_unlock(&again);
  mtx_unlock(&again);
  mtx_unlock(&again);
  mtx_destroy(&again);
}

static void waits(void) {
  thrd_t t;
  int got = 0;
  const struct timespec later = {4000000000l, 0};
  cnd_init(&c);
  for (int timed = 0; timed < 2; timed++) {
    mtx_lock(&m);
    thrd_create(&t, tells, NULL);
    while (told == timed) timed ? cnd_timedwait(&c, &m, &later) : cnd_wait(&c, &m);
    mtx_unlock(&m);
    thrd_join(t, &got);
    heddle_note(got);
  }
  mtx_lock(&m);
  cnd_timedwait(&c, &m, &heddle_past);
  cnd_timedwait(&c, &m, &wrong);
  mtx_unlock(&m);
  cnd_destroy(&c);
  mtx_destroy(&m);
}

static void threads(void) {
  thrd_t t, other;
  const struct timespec soon = {0, 1000};
  thrd_create(&t, ends, NULL);
  thrd_create(&other, ends, NULL);
  heddle_note(thrd_equal(t, other));
  heddle_note(thrd_equal(thrd_current(), thrd_current()));
  thrd_join(other, NULL);
  thrd_detach(t);
  thrd_join(thrd_current(), NULL);
  thrd_yield();
  thrd_sleep(&soon, NULL);
  thrd_create(&t, ends, NULL);
  thrd_join(t, NULL);
  thrd_detach(t); // glibc knows it still
}

static void values(void) {
  tss_t k;
  call_once(&once, first);
  call_once(&once, first);
  tss_create(&k, NULL);
  heddle_note(tss_get(k) != NULL);
  tss_set(k, &k);
  heddle_note(tss_get(k) == &k);
  tss_delete(k);
  tss_set(k, &k);
}

int main() {
  locks();
  waits();
  threads();
  values();
  return 0;
}
