# 1 "original.c"
# 1 "/usr/include/pthread.h" 1 3 4
typedef union {
  char size[40];
  long align;
} pthread_mutex_t;
extern int pthread_mutex_lock(pthread_mutex_t *mutex);
extern int pthread_mutex_unlock(pthread_mutex_t *mutex);
# 7 "original.c" 2
int x;
#line 90
int main(void) {
  x++; x--;
  return 0;
}
//: lock
//: section main: x--;
