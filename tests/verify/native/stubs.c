// What the verifier's functions do in a native run of a test: inputs are random, a false assume ends the run
// well, an error ends it badly.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned draw(void) { return (unsigned)rand(); }

_Bool __VERIFIER_nondet_bool(void) { return draw() & 1; }
char __VERIFIER_nondet_char(void) { return (char)draw(); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)draw(); }
int __VERIFIER_nondet_int(void) { return (int)draw(); }
unsigned __VERIFIER_nondet_uint(void) { return draw(); }

void __VERIFIER_assume(int cond) {
  if (!cond) _Exit(0);
}

__attribute__((weak)) void reach_error(void) {
  fputs("reach_error\n", stderr);
  abort();
}
void __VERIFIER_error(void) { reach_error(); }

void __VERIFIER_atomic_begin(void) {}
void __VERIFIER_atomic_end(void) {}
void __heddle_atomic_begin(void) {}
void __heddle_atomic_end(void) {}
