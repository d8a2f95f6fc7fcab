// Thread-specific data of programs that make few keys and use no number twice; library/keys_many.c has the others. Destructors
// run when a thread ends, at most four rounds.

enum { KEYS = 16, EAGAIN = 11, EINVAL = 22 };

extern int __heddle_uses(const char *);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __heddle_exit_thread(void *);

static int keyUsed[KEYS];
static void (*keyDestructor[KEYS])(void *);
static _Thread_local void *keyValue[KEYS];

int pthread_key_create(unsigned *key, void (*destructor)(void *)) {
  __VERIFIER_atomic_begin();
  int k = 0;
  while (k < KEYS && keyUsed[k]) k++;
  if (k < KEYS) {
    keyUsed[k] = 1;
    keyDestructor[k] = destructor;
  }
  __VERIFIER_atomic_end();
  if (k == KEYS) return EAGAIN;
  *key = k;
  return 0;
}

int pthread_key_delete(unsigned key) {
  __VERIFIER_atomic_begin();
  int used = key < KEYS && keyUsed[key];
  if (used) {
    keyUsed[key] = 0;
    keyDestructor[key] = 0;
  }
  __VERIFIER_atomic_end();
  return used ? 0 : EINVAL;
}

// Only where keys are deleted does anybody else's step matter.
static int isKey(unsigned key) {
  if (!__heddle_uses("pthread_key_delete") && !__heddle_uses("tss_delete")) return 1;
  __VERIFIER_atomic_begin();
  int used = key < KEYS && keyUsed[key];
  __VERIFIER_atomic_end();
  return used;
}

void *pthread_getspecific(unsigned key) { return isKey(key) ? keyValue[key] : 0; }

int pthread_setspecific(unsigned key, const void *value) {
  if (!isKey(key)) return EINVAL;
  keyValue[key] = (void *)value;
  return 0;
}

int tss_create(unsigned *key, void (*destructor)(void *)) { return pthread_key_create(key, destructor) ? 2 : 0; }
void tss_delete(unsigned key) { pthread_key_delete(key); }
void *tss_get(unsigned key) { return pthread_getspecific(key); }
int tss_set(unsigned key, void *value) { return pthread_setspecific(key, value) ? 2 : 0; }

void __heddle_thread_end(void) {
  for (int round = 0; round < 4; round++) {
    int again = 0;
    for (int k = 0; k < KEYS; k++) {
      void *value = keyValue[k];
      if (!value) continue;
      __VERIFIER_atomic_begin();
      void (*destructor)(void *) = keyDestructor[k];
      __VERIFIER_atomic_end();
      if (!destructor) continue;
      keyValue[k] = 0;
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
