// verdict: false(race)
// flags: --volatile relaxed
// native: compile
// More than a word is written in parts, volatile or not.
#include <pthread.h>

struct pair {
  long a, b;
};
static volatile struct pair p;
static const struct pair q = {1, 2};

static void *set(void *x) {
  p = q;
  return x;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  struct pair seen = p;
  pthread_join(t, 0);
  return seen.a == 3;
}
