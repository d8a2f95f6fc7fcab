// verdict: true
// verdict-tso: true
// verdict-pso: true
// verdict-rmo: true
// verdict-power: true
// flags: --property assert
// Reads and stores of different sizes: each byte comes from the last store to it, be it in memory or on its way
// there, and stores that overlap stay in order.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static union {
  unsigned int word;
  unsigned short half[2];
  unsigned char byte[4];
} u;

static void *thread1(void *arg) {
  u.word = 0x04030201;
  u.byte[1] = 0x12;
  u.half[1] = 0x2423;
  u.byte[3] = 0x34;
  assert(u.half[0] == 0x1201);
  assert(u.word == 0x34231201);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, thread1, NULL);
  unsigned char low = u.byte[0], high = u.byte[3];
  assert(low == 0 || low == 1);
  assert(high == 0 || high == 0x04 || high == 0x24 || high == 0x34);
  pthread_join(a, NULL);
  assert(u.word == 0x34231201);
  return 0;
}
