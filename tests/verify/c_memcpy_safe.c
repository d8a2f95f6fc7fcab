// verdict: true
#include <assert.h>
#include <string.h>

struct rec {
  int id;
  char name[6];
};
static struct rec a = {7, "weft"}, b;
static char line[6] = {1, 2, 3, 4, 5, 6};

int main(void) {
  memcpy(&b, &a, sizeof a);
  assert(b.id == 7 && b.name[3] == 't' && memcmp(&a, &b, sizeof a) == 0);
  memmove(line + 1, line, 4);
  assert(line[0] == 1 && line[1] == 1 && line[4] == 4 && line[5] == 6);
  memset(&b, 0xff, sizeof b);
  assert(b.id == -1 && b.name[5] == -1);
  return 0;
}
