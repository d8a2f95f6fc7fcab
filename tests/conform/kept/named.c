// Named semaphores: made, opened once more, refused, and gone.
#include "observe.h"
#include <fcntl.h>

#define TEN "0123456789"
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN

int main() {
  static const char tooLong[] = "/" HUNDRED HUNDRED TEN TEN TEN TEN TEN "0123",
                    muchTooLong[] = "/" HUNDRED HUNDRED HUNDRED;
  int v = -1;
  sem_open("/heddle", 0);
  sem_t *s = sem_open("/heddle", O_CREAT | O_EXCL, 0600, 2);
  sem_open("/heddle", O_CREAT | O_EXCL, 0600, 5);
  sem_t *other = sem_open("/heddle", O_CREAT, 0600, 5);
  heddle_note(s == other);
  sem_wait(s);
  sem_getvalue(other, &v);
  heddle_note(v);
  sem_close(other);
  sem_unlink("/heddle");
  sem_unlink("/heddle");
  sem_post(s);
  sem_close(s);
  sem_t never;
  sem_close(&never);
  sem_open("", O_CREAT, 0600, 0);
  sem_open("/", O_CREAT, 0600, 0);
  sem_open("/he/ddle", O_CREAT, 0600, 0);
  sem_open(tooLong, O_CREAT, 0600, 0);
  sem_unlink(tooLong);
  sem_open(muchTooLong, O_CREAT, 0600, 0);
  sem_unlink(muchTooLong);
  sem_open("/heddle", O_CREAT, 0600, SEM_VALUE_MAX + 1u);
  return 0;
}
