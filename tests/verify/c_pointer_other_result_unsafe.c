// verdict: false(assert)
#include <assert.h>

typedef void *(*function)(void *);

static void job(void *arg) { assert(arg); }

static function table[2];

int main(void) {
  volatile int i = 0;
  table[0] = (function)job;
  table[i](0);
  return 0;
}
