// Heap objects, structs, arrays and pointers into them.
#include <stdlib.h>

struct pair {
  char tag;
  int value[2];
};
static struct pair *shared;

int main(void) {
  struct pair *p = malloc(sizeof *p);
  p->tag = 'a';
  p->value[1] = 7;
  shared = p;
  free(p);
  return 0;
}
