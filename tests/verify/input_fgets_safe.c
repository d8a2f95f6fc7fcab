// verdict: true
// native: compile
#include <assert.h>
#include <stdio.h>

int main(void) {
  char line[3];
  if (fgets(line, sizeof line, stdin)) {
    assert(line[0] == 0 || line[1] == 0 || line[2] == 0);
    assert(line[0] != '\n' || line[1] == 0);
  }
  return 0;
}
