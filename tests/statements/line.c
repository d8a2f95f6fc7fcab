// `#line` gives different statements one presumed position, or sends positions back and into other files.
static int x, y, z;

static void same(void) {
#line 100 "elsewhere.c"
  x = 1;
#line 100 "elsewhere.c"
  y = 2;
#line 100 "elsewhere.c"
  z = x + y;
}

#line 1
static int back(void) { x++; return y; }
#line 1
static int back2(void) { z++; return x; }

int main(void) {
  same();
# 17 "line.c" 3
  if (back())
#line 2 "no such/folder/file.c"
    x = 5; else
#line 2 "no such/folder/file.c"
    y = 6;
  for (
#line 7
      int i = 0;
#line 7
      i < x;
#line 7
      i++) z += i;
  return back2();
}
