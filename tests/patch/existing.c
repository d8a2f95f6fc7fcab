// A mutex that exists, reached by a pointer; a C expression that is no name.
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int money;
};

static struct account accounts[2];

static int take(struct account* from, int amount) {
  if (from->money < amount)
    return -1;
  from->money -= amount;
  return 0;
}

static void give(struct account* to, int amount) {
  pthread_mutex_lock(&to->lock);
  to->money += amount;
  pthread_mutex_unlock(&to->lock);
}

int main(void) {
  give(&accounts[0], 3);
  return take(&accounts[0], 1);
}
//: lock
//: existing from->lock
//: section take: if (from->money < amount) .. from->money -= amount;
