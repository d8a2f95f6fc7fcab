// verdict: true
// Each call has the results of two threads that do the same.
#include <assert.h>
#include <pthread.h>

struct task {
  int n, result;
};

static void *fib(void *arg) {
  struct task *task = arg;
  if (task->n < 2) {
    task->result = task->n;
    return 0;
  }
  struct task a = {task->n - 1, 0}, b = {task->n - 2, 0};
  pthread_t first, second;
  pthread_create(&first, 0, fib, &a);
  pthread_create(&second, 0, fib, &b);
  pthread_join(first, 0);
  pthread_join(second, 0);
  task->result = a.result + b.result;
  return 0;
}

int main(void) {
  struct task task = {3, 0};
  fib(&task);
  assert(task.result == 2);
  return 0;
}
