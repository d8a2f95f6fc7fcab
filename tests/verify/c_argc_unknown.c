// verdict: unknown
// flags: --engine explore
// The number of arguments is the user's; the program is run with none, and the result says so.
#include <assert.h>

int main(int argc, char **argv) {
  (void)argv;
  assert(argc != 2);
  return 0;
}
