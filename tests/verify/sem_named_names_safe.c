// verdict: true
// Which names are none: empty ones, those with slashes inside, and those that are much too long.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <string.h>

static int errorOf(const char *name) { return sem_open(name, O_CREAT, 0600, 1) == SEM_FAILED ? errno : 0; }

int main(void) {
  char name[300];
  memset(name, 'n', sizeof name);
  name[0] = '/';
  name[299] = 0;
  assert(errorOf(name) == EINVAL);
  assert(sem_unlink(name) == -1 && errno == ENOENT);
  name[253] = 0;
  assert(errorOf(name) == ENAMETOOLONG);
  assert(sem_unlink(name) == -1 && errno == ENAMETOOLONG);
  assert(errorOf("/") == EINVAL);
  assert(errorOf("/a/b") == EINVAL);
  assert(errorOf("/a") == 0);
  assert(sem_unlink("//a") == 0);
  return 0;
}
