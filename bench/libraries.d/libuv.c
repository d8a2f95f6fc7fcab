// library: libuv
// files: libuv/src/threadpool.c libuv/src/unix/thread.c
// flags: -I libuv/include -I libuv/src -D_GNU_SOURCE -DK=UV__WORK_CPU -DNT='1'
#include <assert.h>
#include "uv.h"
#include "uv-common.h"
#include <stdlib.h>
static uv_loop_t loop; static int ran[2];
static struct uv__work w0, w1;
static void work0(struct uv__work *w) { ran[0]++; }
static void work1(struct uv__work *w) { ran[1]++; }
static void done(struct uv__work *w, int st) { assert(st == 0); }
void uv__threadpool_cleanup(void);
int main(void) {
  static uv__loop_internal_fields_t fields;
  loop.internal_fields = &fields;
  uv_mutex_init(&fields.loop_metrics.lock);
  uv_mutex_init(&loop.wq_mutex);
  uv__queue_init(&loop.wq);
  uv__work_submit(&loop, &w0, UV__WORK_CPU, work0, done);
  uv__work_submit(&loop, &w1, K, work1, done);
  uv__threadpool_cleanup();
  uv__work_done(&loop.wq_async);
  assert(ran[0] == 1 && ran[1] == 1);
  return 0;
}

/* What the pool needs of the rest of libuv. */
int uv_os_getenv(const char *name, char *buffer, size_t *size) {
  buffer[0] = '1';
  buffer[1] = 0;
  return 0;
}
int uv_async_send(uv_async_t *h) { return 0; }
void *uv__malloc(size_t n) { return malloc(n); }
void uv__free(void *p) { free(p); }
