// verdict: false(memory)
// A null pointer is read in every run; nobody has to ask.
#include <stddef.h>

int main(void) {
  int *volatile p = NULL;
  return *p;
}
