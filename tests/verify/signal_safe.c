// verdict: true
// native: compile
// Handlers run where the program raises their signal, and nowhere else.
#include <assert.h>
#include <signal.h>
#include <string.h>

static volatile sig_atomic_t caught, never;

static void handler(int n) { caught = n; }
static void other(int n) { never = n; }

int main(void) {
  struct sigaction act;
  memset(&act, 0, sizeof act);
  act.sa_handler = handler;
  sigemptyset(&act.sa_mask);
  assert(sigaction(SIGUSR1, &act, 0) == 0);
  signal(SIGINT, other);
  assert(raise(SIGUSR1) == 0);
  assert(caught == SIGUSR1 && never == 0);
  raise(SIGABRT);
  assert(0);
}
