// Every kind of statement, also within others.
static int x, y;
static int *where = &x;

static int f(int a) { return a ? x : y; }

int main(void) {
  int i = 1, j = x, unused;
  static int kept = 3;
  for (i = 0; i < 3; i++) x += i;
  for (int k = x, l = y; k < l;) k++;
  for (;;) break;
  while (x > 9) x--;
  while (y--)
    ;
  do y++; while (y < 2);
  do { y = f(x) + f(y); } while (x = 0, x);
  if (x) y = 1; else if (y) { x = 2; } else return 1;
  switch (x + y) {
  case 1: x = 4;
  case 2 ... 3:
  case 4: y = 5; break;
  default: x = y ? f(x) : 8;
  }
  x = ({ int t = y; if (t) y++; t; }) + 1;
  *where = x && (y || f(1));
  __asm__ volatile("" : "+r"(i));
again:
  if (x-- > 0) goto again;
  ;
  { { y = j, x = kept; } }
  f((y++, x));
  [[clang::unlikely]] x++;
  return x;
}
