// verdict: true
// An object with a method table, as drivers have it.
#include <assert.h>
#include <pthread.h>

struct device;
struct methods {
  void (*open)(struct device *);
  int (*read)(struct device *);
};
struct device {
  const struct methods *ops;
  int users;
};
static void dev_open(struct device *d) { d->users++; }
static int dev_read(struct device *d) { return d->users * 10; }
static const struct methods methods = {dev_open, dev_read};
static struct device device = {&methods, 0};

static void *worker(void *arg) {
  struct device *d = arg;
  d->ops->open(d);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, &device);
  pthread_join(t, NULL);
  device.ops->open(&device);
  assert(device.ops->read(&device) == 20);
  return 0;
}
