// A small file system with a lock per inode and a lock per block. A file's blocks lie where its number says. The
// directory is in groups; a word of bits per group says which of its entries are taken. Each client creates files of
// its own, each under the first free entry from one of its own on, and then writes and reads the files of all.
//
// A write fills a whole block with one value, and a read must find all words of a block equal. In the end main looks
// at the whole: every file's entry is marked as taken, and belongs to no second file.
//
// Holds: the words of a block are accessed under the block's lock only, an inode under the inode's lock; bits are set,
// and never cleared, under the lock of the group, so an entry found free there is taken once. A group has an entry for
// everyone. Locks are taken in the order inode, group or block, so there is no deadlock.
// FAIL: an entry is taken under a lock of its own. Bits of other entries are in the same word: a bit can be lost.
#include <assert.h>
#include <pthread.h>

#ifndef CLIENTS
#define CLIENTS 2  // threads besides main
#endif
#ifndef FILES
#define FILES 2  // that each client creates
#endif
#ifndef OPERATIONS
#define OPERATIONS 2  // of each client: two writes and a read
#endif
#ifndef WORDS
#define WORDS 4
#endif

#define INODES (CLIENTS * FILES)
#define BLOCKS_OF_FILE 2
#define BLOCKS (INODES * BLOCKS_OF_FILE)
#define GROUPS FILES
#define ENTRIES CLIENTS  // of a group

struct Inode {
  int used;
  int size;
  int entry;
};

static pthread_mutex_t inodeLock[INODES], groupLock[GROUPS], entryLock[GROUPS][ENTRIES], blockLock[BLOCKS];
static struct Inode inode[INODES];
static unsigned taken[GROUPS];
static int data[BLOCKS][WORDS];

static int takeIfFree(int group, int bit) {
  if (taken[group] & (1u << bit)) return 0;
  taken[group] |= 1u << bit;
  return 1;
}

// Takes the first free entry of the group from bit `start` on, and gives its number.
static int allocate(int group, int start) {
  int found = -1;
#ifndef FAIL
  pthread_mutex_lock(&groupLock[group]);
#endif
  for (int i = 0; i < ENTRIES; i++) {
    const int bit = (start + i) % ENTRIES;
#ifdef FAIL
    pthread_mutex_lock(&entryLock[group][bit]);
#endif
    if (found < 0 && takeIfFree(group, bit)) found = bit;
#ifdef FAIL
    pthread_mutex_unlock(&entryLock[group][bit]);
#endif
  }
#ifndef FAIL
  pthread_mutex_unlock(&groupLock[group]);
#endif
  return found;
}

static void createFile(int file) {
  pthread_mutex_lock(&inodeLock[file]);
  inode[file].entry = allocate(file % GROUPS, file / GROUPS);
  inode[file].size = 0;
  inode[file].used = 1;
  pthread_mutex_unlock(&inodeLock[file]);
}

static void writeFile(int file, int i, int value) {
  const int block = file * BLOCKS_OF_FILE + i;
  pthread_mutex_lock(&inodeLock[file]);
  if (inode[file].used) {
    pthread_mutex_lock(&blockLock[block]);
    for (int word = 0; word < WORDS; word++) data[block][word] = value;
    pthread_mutex_unlock(&blockLock[block]);
    if (inode[file].size <= i) inode[file].size = i + 1;
  }
  pthread_mutex_unlock(&inodeLock[file]);
}

static void readFile(int file, int i) {
  const int block = file * BLOCKS_OF_FILE + i;
  pthread_mutex_lock(&inodeLock[file]);
  if (inode[file].used && i < inode[file].size) {
    pthread_mutex_lock(&blockLock[block]);
    const int first = data[block][0];
    for (int word = 1; word < WORDS; word++) assert(data[block][word] == first);
    pthread_mutex_unlock(&blockLock[block]);
  }
  pthread_mutex_unlock(&inodeLock[file]);
}

static void *client(void *argument) {
  const int id = (int)(long)argument;
  for (int file = 0; file < FILES; file++) createFile(id * FILES + file);
  for (int operation = 0; operation < OPERATIONS; operation++) {
    writeFile((id + operation) % INODES, 0, 2 * operation + 1);
    writeFile((id * FILES + operation) % INODES, 1, 2 * operation + 2);
    readFile((id + 2 * operation + 1) % INODES, operation % BLOCKS_OF_FILE);
  }
  return 0;
}

static void checkAll(void) {
  unsigned seen[GROUPS] = {0};
  for (int file = 0; file < INODES; file++) {
    const int group = file % GROUPS;
    const unsigned bit = 1u << inode[file].entry;
    assert(taken[group] & bit);
    assert(!(seen[group] & bit));
    seen[group] |= bit;
  }
}

int main(void) {
  pthread_t clients[CLIENTS];
  for (int i = 0; i < INODES; i++) pthread_mutex_init(&inodeLock[i], 0);
  for (int i = 0; i < GROUPS; i++) pthread_mutex_init(&groupLock[i], 0);
  for (int i = 0; i < GROUPS * ENTRIES; i++) pthread_mutex_init(&entryLock[i / ENTRIES][i % ENTRIES], 0);
  for (int i = 0; i < BLOCKS; i++) pthread_mutex_init(&blockLock[i], 0);
  for (int id = 0; id < CLIENTS; id++) pthread_create(&clients[id], 0, client, (void *)(long)id);
  for (int id = 0; id < CLIENTS; id++) pthread_join(clients[id], 0);
  checkAll();
  return 0;
}
