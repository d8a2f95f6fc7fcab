#ifndef SHARED_H
#define SHARED_H

#include <pthread.h>

extern int total;
void reset(void);

#endif
