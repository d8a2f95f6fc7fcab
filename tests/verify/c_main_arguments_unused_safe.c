// verdict: true
// Nobody looks at the arguments, so the proof does not rest on them.
#include <assert.h>

int main(int argc, char **argv) {
  (void)argc;
  (void)argv;
  int x = 1;
  assert(x == 1);
  return 0;
}
