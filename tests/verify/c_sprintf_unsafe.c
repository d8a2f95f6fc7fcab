// verdict: false(assert)
// flags: --property assert
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

char text[8];

void *writer(void *a) {
  sprintf(text, "%s", (char *)a);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, "ab");
  writer("cd");
  pthread_join(t, 0);
  assert((text[0] == 'a') == (text[1] == 'b'));
  return 0;
}
