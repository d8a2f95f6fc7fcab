#include "counter.h"

int other(void) { return increment(3); }
