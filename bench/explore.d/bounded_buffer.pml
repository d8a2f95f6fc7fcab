/* bounded_buffer.c in Promela: one statement for each access to a shared variable, one d_step for each
   operation on a semaphore or the mutex. Locals that are dead are set to 0 together with an access, so that they
   don't tell states apart (heddle does not store them). */
#ifndef N
#define N 2
#endif
#ifndef SIZE
#define SIZE 2
#endif

#ifdef BROKEN
#define FREE (SIZE + 1)
#else
#define FREE SIZE
#endif
#define NUMBERS (SIZE + 1)

byte freeSlots = FREE, fullSlots;
bool locked;
byte buffer[SIZE];
byte in, out;
byte produced, consumed;

inline wait(semaphore) { d_step { semaphore > 0; semaphore-- } }
inline post(semaphore) { semaphore++ }
inline lock() { d_step { !locked; locked = true } }
inline unlock() { locked = false }

proctype producer() {
  byte slot, item;
again:
  wait(freeSlots);
  lock();
  slot = in;
  item = produced;
  d_step { buffer[slot] = item; slot = 0; item = 0 }
  item = produced;
  d_step { produced = (item + 1) % NUMBERS; item = 0 }
  slot = in;
  d_step { in = (slot + 1) % SIZE; slot = 0 }
  unlock();
  post(fullSlots);
  goto again
}

proctype consumer() {
  byte slot, item, number;
again:
  wait(fullSlots);
  lock();
  slot = out;
  d_step { item = buffer[slot]; slot = 0 }
  number = consumed;
  d_step { assert(item == number); item = 0; number = 0 }
  number = consumed;
  d_step { consumed = (number + 1) % NUMBERS; number = 0 }
  slot = out;
  d_step { out = (slot + 1) % SIZE; slot = 0 }
  unlock();
  post(freeSlots);
  goto again
}

init {
  byte i;
  do
  :: i < N -> run producer(); i++
  :: i >= N -> break
  od;
  i = 0;
  do
  :: i < N -> run consumer(); i++
  :: i >= N -> break
  od;
  _nr_pr == 1
}
