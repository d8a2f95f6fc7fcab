// verdict: true
// A date and a text that are only printed are not computed.
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *x) {
  char text[32], line[64];
  pthread_mutex_lock(&m);
  time_t t = time(0);
  struct tm *d = localtime(&t);
  text[strftime(text, sizeof text, "%H:%M:%S", d)] = 0;
  snprintf(line, sizeof line, "%ld %s", (long)1, "started");
  printf("%s %s\n", text, line);
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, run, 0);
  pthread_create(&u, 0, run, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
