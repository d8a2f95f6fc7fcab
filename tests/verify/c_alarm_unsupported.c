// verdict: unsupported
#include <unistd.h>

int main(void) {
  alarm(1);
  return 0;
}
