/* The counter that all share. */
#ifndef COUNTER_H
#define COUNTER_H

extern int counter;
int other(void);

/* Gives the new value. */
static inline int increment(int by) {
  counter += by;
  return counter;
}

#endif
