// A block of a disk and the inode that it belongs to, each under its own lock.
#include <assert.h>
#include <pthread.h>

static int block, busy, inode;
static pthread_mutex_t m_inode = PTHREAD_MUTEX_INITIALIZER, m_busy = PTHREAD_MUTEX_INITIALIZER;

static void *allocator(void *arg) {
  pthread_mutex_lock(&m_inode);
  if (inode == 0) {
    pthread_mutex_lock(&m_busy);
    busy = 1;
    pthread_mutex_unlock(&m_busy);
    inode = 1;
  }
  block = 1;
  assert(block == 1);
  pthread_mutex_unlock(&m_inode);
  return arg;
}

static void *deallocator(void *arg) {
  pthread_mutex_lock(&m_busy);
  if (busy == 0) {
    block = 0;
    assert(block == 0);
  }
  pthread_mutex_unlock(&m_busy);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_mutex_lock(&m_inode);
  pthread_mutex_lock(&m_busy);
  inode = busy;
  pthread_mutex_unlock(&m_busy);
  pthread_mutex_unlock(&m_inode);
  pthread_create(&t1, NULL, allocator, NULL);
  pthread_create(&t2, NULL, deallocator, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
