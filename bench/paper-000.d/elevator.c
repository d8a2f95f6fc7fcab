// An elevator simulation. Every floor has two buttons, a sign that says which lift has claimed it, and a lock around
// them. Main is the people: it presses buttons while the lifts move. A lift goes up and down; on each floor it claims
// the floor if a button is pressed and no lift has claimed it; a lift with a claim serves the floor and gives it up.
//
// While a lift holds a claim the sign must show this lift.
// Holds: a lift writes the sign in the section in which it has seen that nobody has claimed the floor, or to give up
// its own claim. So a claim stays until its lift gives it up. All accesses are under the floor's lock.
// FAIL: a lift looks whether the floor is free in one section and claims it in another; a second lift may come between.
#include <assert.h>
#include <pthread.h>

#ifndef LIFTS
#define LIFTS 3  // threads besides main
#endif
#ifndef FLOORS
#define FLOORS 2
#endif
#ifndef MOVES
#define MOVES 2  // of each lift
#endif
#ifndef PEOPLE
#define PEOPLE 2
#endif

#ifndef WATCHED
#define WATCHED (-1)  // the floor whose sign is looked at; all if negative
#endif

#define NOBODY 0

struct Floor {
  pthread_mutex_t lock;
  int up, down;  // people that wait
  int claimed;   // number of a lift, or NOBODY
};

static struct Floor floors[FLOORS];

static int claim(struct Floor *floor, int lift) {
  pthread_mutex_lock(&floor->lock);
  const int claims = floor->up + floor->down > 0 && floor->claimed == NOBODY;
#ifdef FAIL
  pthread_mutex_unlock(&floor->lock);
  pthread_mutex_lock(&floor->lock);
#endif
  if (claims) floor->claimed = lift;
  pthread_mutex_unlock(&floor->lock);
  return claims;
}

static void serve(struct Floor *floor, int lift) {
  pthread_mutex_lock(&floor->lock);
  if (WATCHED < 0 || floor == &floors[WATCHED]) assert(floor->claimed == lift);
  if (floor->up > 0) floor->up--;
  if (floor->down > 0) floor->down--;
  floor->claimed = NOBODY;
  pthread_mutex_unlock(&floor->lock);
}

static void *lift(void *argument) {
  const int id = (int)(long)argument;
  int at = (id - 1) * FLOORS / LIFTS, direction = 1;
  for (int move = 0; move < MOVES; move++) {
    if (claim(&floors[at], id)) serve(&floors[at], id);
    if (at + direction < 0 || at + direction >= FLOORS) direction = -direction;
    at += direction;
  }
  return 0;
}

static void press(struct Floor *floor, int up) {
  pthread_mutex_lock(&floor->lock);
  if (up)
    floor->up++;
  else
    floor->down++;
  pthread_mutex_unlock(&floor->lock);
}

int main(void) {
  pthread_t lifts[LIFTS];
  for (int i = 0; i < FLOORS; i++) pthread_mutex_init(&floors[i].lock, 0);
  for (int id = 1; id <= LIFTS; id++) pthread_create(&lifts[id - 1], 0, lift, (void *)(long)id);
  for (int i = 0; i < PEOPLE; i++) press(&floors[5 * i % FLOORS], i % 2);
  for (int id = 1; id <= LIFTS; id++) pthread_join(lifts[id - 1], 0);
  return 0;
}
