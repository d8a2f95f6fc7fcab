// verdict: true
// The macros of <ctype.h> look into tables.
#include <assert.h>
#include <ctype.h>

static int parse(const char *s) {
  int value = 0;
  while (isdigit((unsigned char)*s)) value = value * 10 + (*s++ - '0');
  return value;
}

int main(void) {
  assert(parse("42x") == 42);
  assert(isspace('\t') && !isalpha('1') && isxdigit('f') && !isupper(-1) && ispunct('~') && iscntrl(127));
  return 0;
}
