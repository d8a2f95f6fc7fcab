// verdict: false(race)
// vfprintf reads the texts in its list.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static char text[8] = "abc";

static void say(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vfprintf(stderr, format, list);
  va_end(list);
}

static void *writer(void *a) {
  text[1] = 'x';
  return a;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  say("%5.2f %ld %% %s\n", 1.5, 2L, text);
  pthread_join(t, 0);
  return 0;
}
