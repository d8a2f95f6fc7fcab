#include "shared.h"
#include <assert.h>

int total;

void *add(void *arg)
{
	total += *(int *)arg;
	return 0;
}

int main(void)
{
	int one = 1;
	pthread_t t;

	pthread_create(&t, 0, add, &one);
	reset();
	pthread_join(t, 0);
	assert(total < 2);
	return 0;
}
