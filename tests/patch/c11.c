// A program with C11 threads gets a mtx_t, which main initialises.
#include <assert.h>
#include <threads.h>

static int x;

static int work(void* p) {
  (void)p;
  x++;
  return x;
}

int main(void) {
  thrd_t t;
  thrd_create(&t, work, 0);
  x++;
  thrd_join(t, 0);
  assert(x == 2);
  return 0;
}
//: lock
//: section work: x++; .. return x;
//: section main: x++;
