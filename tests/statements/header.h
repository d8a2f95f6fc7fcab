static int first, second;
static inline void bump(int by) {
  first += by;
  second -= by;
}
