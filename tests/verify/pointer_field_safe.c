// verdict: true
// The pointers in a structure mean what was stored there, and not every function of the same type.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

typedef void (*work)(void *);
struct job {
  work run;
};

static int done;
static void one(void *p) { done += *(int *)p; }
static void release(void *p) { free(p); }
static void loop(void *p) { ((struct job *)p)->run(p); }
static work others[] = {loop, release};

static void *worker(void *p) {
  struct job *j = p;
  int n = 3;
  j->run(&n);
  return 0;
}

int main(void) {
  pthread_t t;
  struct job *j = malloc(sizeof *j);
  j->run = one;
  pthread_create(&t, 0, worker, j);
  pthread_join(t, 0);
  assert(done == 3);
  others[1](j);
  return 0;
}
