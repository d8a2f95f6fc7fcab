// A small file system with a lock per inode and a lock per block. A file has BLOCKS_OF_FILE blocks, taken at its
// creation from the group of blocks that its number falls in; the search for a free block starts at the number, so that
// files lie apart. A word of bits per group says which blocks are taken. Each client creates files of its own, and then
// writes and reads the files of all.
//
// A write fills a whole block with one value, and a read must find all words of a block equal. In the end main looks
// at the whole: every block of a file is marked as taken, and belongs to no second file.
//
// Holds: the words of a block are accessed under the block's lock only, an inode under the inode's lock; bits are set,
// and never cleared, under the lock of the group, so a block found free there is taken once. A group has a block for
// everyone. Locks are taken in the order inode, group, block, with at most one of each, so there is no deadlock.
// FAIL: a block is taken under the block's own lock. Bits of other blocks are in the same word: a bit can be lost.
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
#define GROUPS FILES
#define BLOCKS_OF_GROUP (CLIENTS * BLOCKS_OF_FILE)
#define BLOCKS (GROUPS * BLOCKS_OF_GROUP)

struct Inode {
  int used;
  int size;
  int block[BLOCKS_OF_FILE];
};

static pthread_mutex_t inodeLock[INODES], groupLock[GROUPS], blockLock[BLOCKS];
static struct Inode inode[INODES];
static unsigned taken[GROUPS];
static int data[BLOCKS][WORDS];

static int takeIfFree(int group, int bit) {
  if (taken[group] & (1u << bit)) return 0;
  taken[group] |= 1u << bit;
  return 1;
}

// Takes the first free block of the group from bit `start` on, and gives its number.
static int allocate(int group, int start) {
  int found = -1;
#ifndef FAIL
  pthread_mutex_lock(&groupLock[group]);
#endif
  for (int i = 0; i < BLOCKS_OF_GROUP; i++) {
    const int bit = (start + i) % BLOCKS_OF_GROUP;
    const int block = group * BLOCKS_OF_GROUP + bit;
#ifdef FAIL
    pthread_mutex_lock(&blockLock[block]);
#endif
    if (found < 0 && takeIfFree(group, bit)) found = block;
#ifdef FAIL
    pthread_mutex_unlock(&blockLock[block]);
#endif
  }
#ifndef FAIL
  pthread_mutex_unlock(&groupLock[group]);
#endif
  return found;
}

static void createFile(int file) {
  pthread_mutex_lock(&inodeLock[file]);
  for (int i = 0; i < BLOCKS_OF_FILE; i++) inode[file].block[i] = allocate(file % GROUPS, file);
  inode[file].size = 0;
  inode[file].used = 1;
  pthread_mutex_unlock(&inodeLock[file]);
}

static void writeFile(int file, int i, int value) {
  pthread_mutex_lock(&inodeLock[file]);
  if (inode[file].used) {
    const int block = inode[file].block[i];
    pthread_mutex_lock(&blockLock[block]);
    for (int word = 0; word < WORDS; word++) data[block][word] = value;
    pthread_mutex_unlock(&blockLock[block]);
    if (inode[file].size <= i) inode[file].size = i + 1;
  }
  pthread_mutex_unlock(&inodeLock[file]);
}

static void readFile(int file, int i) {
  pthread_mutex_lock(&inodeLock[file]);
  if (inode[file].used && i < inode[file].size) {
    const int block = inode[file].block[i];
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
    for (int i = 0; i < BLOCKS_OF_FILE; i++) {
      const unsigned bit = 1u << (inode[file].block[i] - group * BLOCKS_OF_GROUP);
      assert(taken[group] & bit);
      assert(!(seen[group] & bit));
      seen[group] |= bit;
    }
  }
}

int main(void) {
  pthread_t clients[CLIENTS];
  for (int i = 0; i < INODES; i++) pthread_mutex_init(&inodeLock[i], 0);
  for (int i = 0; i < GROUPS; i++) pthread_mutex_init(&groupLock[i], 0);
  for (int i = 0; i < BLOCKS; i++) pthread_mutex_init(&blockLock[i], 0);
  for (int id = 0; id < CLIENTS; id++) pthread_create(&clients[id], 0, client, (void *)(long)id);
  for (int id = 0; id < CLIENTS; id++) pthread_join(clients[id], 0);
  checkAll();
  return 0;
}
