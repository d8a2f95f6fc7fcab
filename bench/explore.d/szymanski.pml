/* szymanski.c in Promela: one statement for each access to a shared variable. */
#ifndef N
#define N 3
#endif

byte flag[N];
byte owner;

proctype process(byte me) {
  byte other;
again:
  flag[me] = 1;
  other = 0;
  do
  :: other < N -> flag[other] < 3; other++
  :: other >= N -> break
  od;
  flag[me] = 3;
  other = 0;
  do
  :: other < N ->
    if
    :: flag[other] == 1 ->
      flag[me] = 2;
      other = 0;
      do
      :: flag[other] == 4 -> break
      :: flag[other] != 4 -> other = (other + 1) % N
      od;
      break
    :: flag[other] != 1 -> other++
    fi
  :: other >= N -> break
  od;
  flag[me] = 4;
#ifndef BROKEN
  other = 0;
  do
  :: other < me -> flag[other] < 2; other++
  :: other >= me -> break
  od;
#endif
  owner = me;
  assert(owner == me);
  other = me + 1;
  do
  :: other < N -> flag[other] != 2 && flag[other] != 3; other++
  :: other >= N -> break
  od;
  flag[me] = 0;
  goto again
}

init {
  byte i;
  do
  :: i < N -> run process(i); i++
  :: i >= N -> break
  od;
  _nr_pr == 1
}
