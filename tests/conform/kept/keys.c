// No more than 1,024 keys, and one less after another was deleted. The keys between are made by calls that report nothing.
#include "observe.h"

int main() {
  pthread_key_t key, last = 0;
  int made = 0;
  while ((pthread_key_create)(&key, NULL) == 0) {
    last = key;
    made++;
  }
  heddle_note(made);
  heddle_note(last);
  pthread_key_create(&key, NULL);
  pthread_key_delete(17);
  pthread_key_create(&key, NULL);
  heddle_note(key);
  pthread_key_create(&key, NULL);
  return 0;
}
