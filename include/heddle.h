/* Marks for Heddle in a C program. Heddle finds this file by itself: `#include <heddle.h>` needs no flag. For other
 * compilers the marks have no effect.
 *
 * Put the two calls around a block that is meant to be atomic, or mark a whole function:
 *
 *     __heddle_atomic_begin();               HEDDLE_ATOMIC void deposit(int amount) {
 *     balance = balance + amount;              balance = balance + amount;
 *     __heddle_atomic_end();                 }
 *
 * Nothing is enforced: `heddle check --property atomicity` says whether another thread can interrupt the block. */
#ifndef HEDDLE_H
#define HEDDLE_H

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__HEDDLE__) || defined(__HEDDLE_CC__)
void __heddle_atomic_begin(void);
void __heddle_atomic_end(void);
#else
static inline void __heddle_atomic_begin(void) {}
static inline void __heddle_atomic_end(void) {}
#endif

#ifdef __clang__
#define HEDDLE_ATOMIC __attribute__((annotate("heddle_atomic")))
#else
#define HEDDLE_ATOMIC
#endif

#ifdef __cplusplus
}
#endif

#endif
