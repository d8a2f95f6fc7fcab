// verdict: true
// The functions of <ctype.h> say what its macros say.
#include <assert.h>
#include <ctype.h>

int main(void) {
  for (int c = -1; c < 256; c++) {
    assert(!(isprint)(c) == !isprint(c) && !(isgraph)(c) == !isgraph(c) && !(isblank)(c) == !isblank(c));
    assert(!(iscntrl)(c) == !iscntrl(c) && !(ispunct)(c) == !ispunct(c) && !(isxdigit)(c) == !isxdigit(c));
    assert(!(isalnum)(c) == !isalnum(c) && !(isspace)(c) == !isspace(c) && !(isupper)(c) == !isupper(c));
  }
  return 0;
}
