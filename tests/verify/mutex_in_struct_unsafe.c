// verdict: false(race)
// The lock of one account guards the balance of the other.
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};
static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 10}, {PTHREAD_MUTEX_INITIALIZER, 10}};

static void change(struct account *locked, struct account *changed) {
  pthread_mutex_lock(&locked->lock);
  changed->balance++;
  pthread_mutex_unlock(&locked->lock);
}

static void *worker(void *arg) {
  change(&accounts[0], &accounts[1]);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  change(&accounts[1], &accounts[1]);
  pthread_join(t, NULL);
  return 0;
}
