// Models in text form that several tests use.
#pragma once

#include <string>
#include <vector>

namespace heddle::ccfg {

// Two increments without a lock.
inline const char* const lostUpdate = R"model(
program LP64
object x global 4
thread main {
  reg %h:32 %r:32
  entry A exit Z
  A: -> B: %h := fork worker
  B: -> C: %r := load.4 &x
  C: -> D: store.4 &x (add %r 1:32)
  D: -> E: join %h
  E: -> F: %r := load.4 &x
  F: -> G: assert (eq %r 2:32) "x == 2"
  G: -> Z: halt exit
}
thread worker {
  reg %r:32
  entry A exit Z
  A: -> B: %r := load.4 &x
  B: -> Z: store.4 &x (add %r 1:32)
}
)model";

// One of everything.
inline const char* const everything = R"model(
program ILP32
assumption 0 recursion-bound misses "calls of \"f\" deeper than 3\nare cut off" @ dir/a.c:3:4
assumption 1 havocked-function adds "g is unknown"
frame 1 main
frame 2 object parent 1 @ "my file.c":7:3
statement 1 compound main dir/a.c 40 90
statement 2 expression thread dir/a.c 42 60 parent 1
statement 3 condition object "my file.c" 70 80 parent 1 macro
object x global 4 @ dir/a.c:1:5
  init 0 4 5:32
object table global 16 readonly
  init 0 4 &x
  init 4 4 (add &x 2:32)
  init 8 1 0xff:8
object x#2 global 2 uninit name "x"
object node heap 0 @ ?:9:0
object local local 12
object f function 1
object "odd name" global 4
thread main @ dir/a.c:10:1 {
  function main
  reg %r:32 %p:32 %b:8 %"a b":32 %h:32
  entry L0 exit L1
  L0: stack 1 @ dir/a.c:11:3
    e2 -> L2: assume (ult %r 3:32); %r, %p := %p, (ite (eq %r 1:32) %r &table) stmt 3,2,0 stack 2 @ dir/a.c:11:5
    e0 -> L2: assume (not (ult %r 3:32))
  L2: label "ERROR"
    e1 -> L3: %h := fork "worker#2" %b (concat %b (extract 3 8 %r)) text "pthread_create(&t, \"x\")"
  L3:
    e3 -> L4: atomic %r := load.4.acquire.volatile &x; assume (eq %r 0:32); store.4.seq_cst &x %self sync acquire &x primitive library
  L4:
    e4 -> L5: %b := nondet 1 10 "input"; %"a b" := nondet stmt 2
  L5:
    e5 -> L6: %p := alloc &node 16:32; store.2 (add %p 4:32) (extract 0 16 %r)
  L6:
    e6 -> L7: free %p; %p := alloc.zeroed &local 12:32; free.local %p
  L7:
    e7 -> L8: atomic-begin; fence.acq_rel
  L8: atomic
    e8 -> L9: atomic-end; transaction-begin
  L9:
    e9 -> L10: transaction-end; assert.overflow (not (saddo %r %p)) "r + p overflows"
    e10 -> L11: halt cutoff 0
    e11 -> L11: halt abort
    e14 -> L10: skip
  L10:
    e12 -> L1: %r := join %h sync wait-begin &x (add &x 4:32)
  L11:
}
thread "worker#2" {
  function worker repeatable
  reg %ret:32 %arg:8 %other:16
  params %arg %other
  result %ret
  entry L12 exit L13
  L12:
    e13 -> L13: %ret := (zext 32 %arg) sync release &"odd name" reentrant
  L13:
}
)model";

inline std::vector<std::string> sampleModels() { return {lostUpdate, everything}; }

} // namespace heddle::ccfg
