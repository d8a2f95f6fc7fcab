// Statements in a header's functions, and in a file that is included into a function, more than once.
#include "header.h"

int main(void) {
  bump(2);
#define TARGET first
#include "steps.inc"
#undef TARGET
#define TARGET second
#include "steps.inc"
  return first + second;
}
