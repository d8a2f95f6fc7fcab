// verdict: true
// Arrays of arrays, pointers to rows, negative indices from the middle.
#include <assert.h>

static int m[3][4];
static const short table[] = {[3] = 7, [1] = 5};

int main(void) {
  int (*row)[4] = m;
  int *p;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      m[i][j] = 10 * i + j;
  row++;
  assert((*row)[2] == 12 && row[1][3] == 23);
  p = &m[2][1];
  assert(p[-1] == 20 && *(p - 4) == 11 && p - &m[0][0] == 9);
  assert(sizeof(table) / sizeof(table[0]) == 4 && table[1] + table[3] == 12 && table[2] == 0);
  return 0;
}
