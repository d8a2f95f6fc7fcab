// Directives of the preprocessor: nothing new stands within an #if.
#ifdef NEVER
#include <stdlib.h>
#endif
#define ZERO 0

#ifndef NEVER
int x;
#endif

#if 1
#include <stddef.h>
static int own = ZERO;
#endif

/* Sets both. */
static void f(void) {
  x = own;
#ifdef NEVER
  x = 3;
#endif
  own = x;
}

int main(void) {
  f();
  return 0;
}
//: lock
//: section f: x = own; .. own = x;
