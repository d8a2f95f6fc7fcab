// verdict: true
// The last philosopher takes the forks in the other order.
#include <pthread.h>

#define N 3
static pthread_mutex_t fork_[N];

static void *philosopher(void *arg) {
  int i = (int)(long)arg;
  int first = i == N - 1 ? 0 : i;
  int second = i == N - 1 ? N - 1 : i + 1;
  pthread_mutex_lock(&fork_[first]);
  pthread_mutex_lock(&fork_[second]);
  pthread_mutex_unlock(&fork_[second]);
  pthread_mutex_unlock(&fork_[first]);
  return NULL;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    pthread_mutex_init(&fork_[i], NULL);
  for (long i = 0; i < N; i++)
    pthread_create(&t[i], NULL, philosopher, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], NULL);
  return 0;
}
