// verdict: false(memory)
// flags: --property memory --may-fail malloc
// A call through a pointer may fail as well.
#include <stdlib.h>

static void *(*get)(size_t) = malloc;

int main(void) {
  int *p = get(4);
  *p = 1;
  return 0;
}
