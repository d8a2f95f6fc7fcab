// An Apache-style pattern (atom002): lines are appended to a buffer; that there is room, where the line goes, and how long the
// buffer is afterwards are looked at in different sections. With FIX a flag gives turns.
#include <heddle.h>
#include <pthread.h>

enum { size = 64, length = 4 };
static char buffer[size];
static int used, turn;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, g = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void enter(void) {
  pthread_mutex_lock(&g);
  while (turn) pthread_cond_wait(&c, &g);
  turn = 1;
  pthread_mutex_unlock(&g);
}
static void leave(void) {
  pthread_mutex_lock(&g);
  turn = 0;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&g);
}
static int where(void) {
  pthread_mutex_lock(&m);
  int n = used;
  pthread_mutex_unlock(&m);
  return n;
}

static void append(char what) {
  if (where() + length > size) return;
  int at = where();
  for (int i = 0; i < length; ++i) buffer[at + i] = what;
  pthread_mutex_lock(&m);
  used = used + length;
  pthread_mutex_unlock(&m);
}

static void *writer(void *p) {
  if (FIX) enter();
  __heddle_atomic_begin();
  for (int line = 0; line < 2; ++line) append('a');
  __heddle_atomic_end();
  if (FIX) leave();
  return p;
}
static void *other(void *p) {
  if (FIX) enter();
  for (int line = 0; line < 2; ++line) append('b');
  if (FIX) leave();
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, other, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  used = 0;
  return buffer[0] == 0;
}
