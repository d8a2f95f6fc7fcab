// Atomic markers instead of mutexes, declared where they are not.
extern void __VERIFIER_atomic_end(void);
void abort(void);

int x, y;

// Adds.
void add(int k) {
  x += k;
  y += k;
  if (x != y) abort();
}

int main(void) {
  while (x < 3) add(1);
  return 0;
}
//: atomic
//: lock
//: section add: x += k; .. y += k;
//: section add: x != y
//: section main: x < 3
