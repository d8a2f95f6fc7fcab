// verdict: true
// flags: --property assert,memory
#include <assert.h>
#include <stdlib.h>

struct packet {
  unsigned short length;
  unsigned char data[];
};

int main(void) {
  struct packet *p = malloc(sizeof *p + 3);
  p->length = 3;
  for (int i = 0; i < p->length; i++)
    p->data[i] = (unsigned char)(2 * i);
  assert(p->data[2] == 4);
  free(p);
  return 0;
}
