// library: attractivechaos/klib kthread
// files: klib/kthread.c
// flags: -I klib
#include "kthread.h"

#include <assert.h>

static int done[3];

static void one(void *data, long i, int thread) { done[i]++; }

int main(void) {
  kt_for(2, one, 0, 3);
  for (int i = 0; i < 3; i++) assert(done[i] == 1);
  return 0;
}
