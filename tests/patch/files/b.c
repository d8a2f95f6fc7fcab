#include "shared.h"

void reset(void)
{
	if (total > 0) {
		total = 0;
	}
}
