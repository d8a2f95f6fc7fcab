// verdict: false(memory)
// flags: --property memory
// The request is freed by main while the worker may still read it.
#include <pthread.h>
#include <stdlib.h>

struct request {
  int id;
};

static int served;

static void *serve(void *arg) {
  struct request *r = arg;
  served = r->id;
  return NULL;
}

int main(void) {
  pthread_t w;
  struct request *r = malloc(sizeof *r);
  r->id = 7;
  pthread_create(&w, NULL, serve, r);
  free(r);
  pthread_join(w, NULL);
  return 0;
}
