#include <counter.h>

int main(void) {
  return increment(2);
}
