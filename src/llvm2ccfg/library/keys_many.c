// Thread-specific data of programs that make many keys, or delete some and make others. A key's age is odd while it is in
// use, and tells its values from those of an earlier one with the same number. Blocks of keys and of values are made as they
// are needed. Destructors run when a thread ends, at most four rounds.

enum { BLOCK = 16, MOST = 1024, EAGAIN = 11, ENOMEM = 12, EINVAL = 22 };

typedef __SIZE_TYPE__ size_t;

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void *calloc(size_t, size_t);
extern void __heddle_exit_thread(void *);

struct keys {
  unsigned inUse; // full blocks are passed in one step: the last of all keys takes 64 steps to find, not 1,024
  unsigned age[BLOCK];
  void (*destructor[BLOCK])(void *);
  struct keys *more;
};
struct values {
  void *value[BLOCK];
  unsigned age[BLOCK];
  struct values *more;
};
static struct keys keys;
static _Thread_local struct values values;

static struct keys *keysAt(unsigned key) { // in an atomic section
  struct keys *block = key < MOST ? &keys : 0;
  for (; block && key >= BLOCK; key -= BLOCK) block = block->more;
  return block;
}

static unsigned ageOf(unsigned key) {
  __VERIFIER_atomic_begin();
  struct keys *block = keysAt(key);
  unsigned age = block ? block->age[key % BLOCK] : 0;
  __VERIFIER_atomic_end();
  return age;
}

int pthread_key_create(unsigned *key, void (*destructor)(void *)) {
  unsigned first = 0, k = 0;
  int result = EAGAIN;
  __VERIFIER_atomic_begin();
  struct keys *block = &keys;
  while (block && first < MOST && block->inUse == BLOCK) {
    first += BLOCK;
    if (!block->more && first < MOST) block->more = calloc(1, sizeof *block);
    block = block->more;
  }
  if (first < MOST) result = block ? 0 : ENOMEM;
  if (!result) {
    while (block->age[k] % 2) k++;
    block->age[k]++;
    block->inUse++;
    block->destructor[k] = destructor;
  }
  __VERIFIER_atomic_end();
  if (!result) *key = first + k;
  return result;
}

int pthread_key_delete(unsigned key) {
  int result = EINVAL;
  __VERIFIER_atomic_begin();
  struct keys *block = keysAt(key);
  if (block && block->age[key % BLOCK] % 2) {
    block->age[key % BLOCK]++;
    block->inUse--;
    result = 0;
  }
  __VERIFIER_atomic_end();
  return result;
}

void *pthread_getspecific(unsigned key) {
  struct values *block = &values;
  const unsigned age = ageOf(key);
  if (age % 2 == 0) return 0;
  for (; block && key >= BLOCK; key -= BLOCK) block = block->more;
  return block && block->age[key] == age ? block->value[key] : 0;
}

int pthread_setspecific(unsigned key, const void *value) {
  struct values *block = &values;
  const unsigned age = ageOf(key);
  if (age % 2 == 0) return EINVAL;
  for (; key >= BLOCK; key -= BLOCK) {
    if (!block->more && !value) return 0;
    if (!block->more) block->more = calloc(1, sizeof *block);
    block = block->more;
    if (!block) return ENOMEM;
  }
  block->age[key] = age;
  block->value[key] = (void *)value;
  return 0;
}

int tss_create(unsigned *key, void (*destructor)(void *)) { return pthread_key_create(key, destructor) ? 2 : 0; }
void tss_delete(unsigned key) { pthread_key_delete(key); }
void *tss_get(unsigned key) { return pthread_getspecific(key); }
int tss_set(unsigned key, void *value) { return pthread_setspecific(key, value) ? 2 : 0; }

static void (*destructorOf(unsigned key, unsigned age))(void *) {
  void (*destructor)(void *) = 0;
  __VERIFIER_atomic_begin();
  struct keys *block = keysAt(key);
  if (block->age[key % BLOCK] == age) destructor = block->destructor[key % BLOCK];
  __VERIFIER_atomic_end();
  return destructor;
}

void __heddle_thread_end(void) {
  for (int round = 0; round < 4; round++) {
    int again = 0;
    unsigned first = 0;
    for (struct values *block = &values; block; block = block->more, first += BLOCK)
      for (unsigned k = 0; k < BLOCK; k++) {
        void *value = block->value[k];
        if (!value) continue;
        void (*destructor)(void *) = destructorOf(first + k, block->age[k]);
        block->value[k] = 0;
        if (!destructor) continue;
        destructor(value);
        again = 1;
      }
    if (!again) break;
  }
}

void pthread_exit(void *result) {
  __heddle_thread_end();
  __heddle_exit_thread(result);
}

void thrd_exit(int result) {
  __heddle_thread_end();
  __heddle_exit_thread((void *)(__INTPTR_TYPE__)result);
}
