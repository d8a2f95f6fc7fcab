// verdict: true
// What only is printed need not be tried with every value.
#include <stdio.h>
#include <time.h>

static void show(void) {
  time_t now = time(NULL);
  const time_t *p = &now;
  printf("%ld\n", (long)*p);
}

int main(void) {
  for (int i = 0; i < 100; i++) show();
  return 0;
}
