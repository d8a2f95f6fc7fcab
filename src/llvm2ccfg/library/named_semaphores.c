// Named semaphores. There are none before the program starts. A slot is free when its name is gone and nobody has it open.

enum { SLOTS = 16, NAME = 256, LONGEST = 251, CREATE = 0100, EXCLUSIVE = 0200 };
enum { ENOENT = 2, EEXIST = 17, EINVAL = 22, ENAMETOOLONG = 36 };

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int *__errno_location(void);
extern void __heddle_give_up(const char *);

static struct slot {
  int value, open, restricted; // restricted: its owner may not use it
  char name[NAME]; // empty: it has none
  char rest[16];   // a sem_t is larger than what is used of it
} slots[SLOTS];

static const char *withoutSlashes(const char *name) {
  while (*name == '/') name++;
  return name;
}

// As glibc has it: what is too long for the system is told so, what is much longer is no name, nor is one with slashes.
static int wrong(const char *name, int noName) {
  int n = 0;
  for (; name[n]; n++)
    if (n == NAME - 1 || name[n] == '/') return noName;
  return n == 0 ? noName : n > LONGEST ? ENAMETOOLONG : 0;
}

static struct slot *named(const char *name) {
  for (int s = 0; s < SLOTS; s++) {
    int n = 0;
    while (name[n] && slots[s].name[n] == name[n]) n++;
    if (n > 0 && slots[s].name[n] == name[n]) return &slots[s];
  }
  return 0;
}

static struct slot *newSlot(const char *name, unsigned value) {
  int s = 0;
  while (s < SLOTS && (slots[s].open > 0 || slots[s].name[0])) s++;
  if (s == SLOTS) __heddle_give_up("paths end where more than 16 named semaphores exist");
  int n = 0;
  do slots[s].name[n] = name[n];
  while (name[n++]);
  slots[s].value = value;
  return &slots[s];
}

// The error, or 0 and the slot.
static int findOrCreate(const char *name, int flags, unsigned mode, unsigned value, struct slot **found) {
  int error = wrong(name, EINVAL);
  if (error) return error;
  *found = named(name);
  if (*found && (flags & CREATE) && (flags & EXCLUSIVE)) return EEXIST;
  if (*found && (*found)->restricted) __heddle_give_up("paths end where permission to open a semaphore matters");
  if (*found) return 0;
  if (!(flags & CREATE)) return ENOENT;
  if (value > 0x7fffffff) return EINVAL;
  *found = newSlot(name, value);
  (*found)->restricted = (mode & 0600) != 0600;
  return 0;
}

int *sem_open(const char *name, int flags, ...) {
  unsigned value = 0, mode = 0;
  if (flags & CREATE) {
    __builtin_va_list list;
    __builtin_va_start(list, flags);
    mode = __builtin_va_arg(list, unsigned);
    value = __builtin_va_arg(list, unsigned);
    __builtin_va_end(list);
  }
  struct slot *slot = 0;
  __VERIFIER_atomic_begin();
  int error = findOrCreate(withoutSlashes(name), flags, mode, value, &slot);
  if (!error) slot->open++;
  __VERIFIER_atomic_end();
  if (error) {
    *__errno_location() = error;
    return 0;
  }
  return &slot->value;
}

int sem_close(int *semaphore) {
  int error = EINVAL;
  __VERIFIER_atomic_begin();
  for (int s = 0; s < SLOTS; s++)
    if (&slots[s].value == semaphore && slots[s].open > 0) {
      slots[s].open--;
      error = 0;
    }
  __VERIFIER_atomic_end();
  if (error) *__errno_location() = error;
  return error ? -1 : 0;
}

int sem_unlink(const char *name) {
  name = withoutSlashes(name);
  int error = wrong(name, ENOENT);
  __VERIFIER_atomic_begin();
  struct slot *slot = error ? 0 : named(name);
  if (slot) slot->name[0] = 0;
  else if (!error) error = ENOENT;
  __VERIFIER_atomic_end();
  if (error) *__errno_location() = error;
  return error ? -1 : 0;
}
