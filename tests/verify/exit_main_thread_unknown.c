// verdict: unknown
// The last thread to end runs the handler, which is not followed.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void last(void) { assert(0); }

int main(void) {
  atexit(last);
  pthread_exit(0);
}
