// verdict: false(assert)
#include <assert.h>

static int set;

__attribute__((destructor)) static void last(void) { assert(set == 1); }

int main(void) { return 0; }
