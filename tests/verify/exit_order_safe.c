// verdict: true
// At the end the functions of atexit run, the last first, then the destructors, those with a high number first.
#include <assert.h>
#include <stdlib.h>

static int last;

__attribute__((destructor)) static void plain(void) { assert(last++ == 3); }
__attribute__((destructor(300))) static void second(void) { assert(last++ == 4); }
__attribute__((destructor(200))) static void third(void) { assert(last++ == 5); }

static void registeredFirst(void) { assert(last++ == 2); }
static void late(void) { assert(last++ == 1); }
static void registeredLast(void) {
  assert(last++ == 0);
  atexit(late);
}

int main(void) {
  atexit(registeredFirst);
  atexit(registeredLast);
  return 0;
}
