// The main function of each test of the Open POSIX Test Suite, as bench/conformance checks it: the test passes if
// test_main returns 0, and no thread ends the program with anything else. Built with -Dexit=conformance_exit.
#undef exit
#undef _exit
#undef abort
#include <stdlib.h>

void __VERIFIER_error(void);
int test_main(int argc, char** argv);

void conformance_exit(int code) {
  if (code != 0) __VERIFIER_error();
  exit(0);
}

int main(void) {
  static char* arguments[] = {"test", 0};
  if (test_main(1, arguments) != 0) __VERIFIER_error();
  return 0;
}
