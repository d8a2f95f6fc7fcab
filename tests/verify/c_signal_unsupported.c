// verdict: unsupported
#include <signal.h>

static volatile sig_atomic_t got;

static void handler(int n) {
  (void)n;
  got = 1;
}

int main(void) {
  signal(SIGINT, handler);
  return got;
}
