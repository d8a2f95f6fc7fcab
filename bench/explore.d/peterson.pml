/* peterson.c in Promela: one statement for each access to a shared variable. */
#ifndef N
#define N 3
#endif

byte level[N];
byte last[N];
byte owner;

proctype process(byte me) {
  byte l, other;
again:
  l = 1;
  do
  :: l < N ->
#ifdef BROKEN
    last[l] = me;
    level[me] = l;
#else
    level[me] = l;
    last[l] = me;
#endif
    other = 0;
    do
    :: other >= N -> break
    :: other == me -> other++
    :: other < N && other != me ->
wait:
      if
      :: level[other] < l
      :: level[other] >= l ->
        if
        :: last[l] == me -> goto wait
        :: last[l] != me
        fi
      fi;
      other++
    od;
    l++
  :: l >= N -> break
  od;
  owner = me;
  assert(owner == me);
  level[me] = 0;
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
