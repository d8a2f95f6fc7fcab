// verdict: false(lock-misuse)
// A second lock of a plain mutex by its owner.
#include <threads.h>

static mtx_t m;

int main(void) {
  mtx_init(&m, mtx_plain);
  mtx_lock(&m);
  mtx_lock(&m);
  return 0;
}
