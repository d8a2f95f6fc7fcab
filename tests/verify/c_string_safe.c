// verdict: true
// flags: --property assert,memory
#include <assert.h>
#include <string.h>

static char buffer[16];

int main(void) {
  strcpy(buffer, "loom");
  assert(strlen(buffer) == 4);
  strcat(buffer, "s");
  assert(strcmp(buffer, "looms") == 0 && strcmp(buffer, "loon") < 0);
  assert(strncmp(buffer, "loop", 3) == 0);
  assert(strchr(buffer, 'm') == buffer + 3 && strchr(buffer, 'z') == NULL);
  assert(strrchr(buffer, 'o') == buffer + 2);
  strncpy(buffer, "ab", 4);
  assert(buffer[1] == 'b' && buffer[2] == 0 && buffer[3] == 0 && buffer[4] == 's');
  return 0;
}
