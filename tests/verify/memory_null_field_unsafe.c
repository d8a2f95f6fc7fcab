// verdict: false(memory)
// flags: --property memory
#include <stddef.h>

struct s {
  int a[10];
  int b;
};
static struct s *volatile p;

int main(void) {
  p->b = 1;
  return 0;
}
