// Statements that come from macros: from their bodies, from their arguments, or around their uses.
#include <assert.h>
#include <pthread.h>

#define SWAP(a, b) do { int t = a; a = b; b = t; } while (0)
#define TWICE(s) s s
#define SET(v, e) v = e
#define BOTH x = 3; y = 4
#define INC(v) (v)++
#define NESTED(v) INC(v); SET(y, v)
#define LOCKED(...) pthread_mutex_lock(&m); __VA_ARGS__ pthread_mutex_unlock(&m)
#define ONE 1
#define IF_SET(v) if (v)
#define BEGIN {
#define END }

static int x, y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int largest(int a, int b) {
#define MAX(a, b) ((a) > (b) ? (a) : (b))
  return MAX(a,
             b);
}

int main(void) BEGIN
  SWAP(x, y);
  TWICE(x++;)
  SET(x, y + 1);
  BOTH;
  INC(x);
  NESTED(x);
  LOCKED(x = y; y = 2;);
  y = ONE + x;
  IF_SET(x) y = largest(x, y);
  assert(x + y != ONE);
  return ONE;
END
