static int counter;
static inline int increment(int by) {
  counter += by;
  return counter;
}
