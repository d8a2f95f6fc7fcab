// The model's text form: printed by `heddle model`, parsed back, so that models can be written by hand and
// engines tested without a front end. What is printed parses to the same model, numbers of edges and
// locations included.
//
//   program LP64                                  // or ILP32
//   object x global 4 @ a.c:1:5                   // kind, bytes; `uninit`, `readonly`; heap sites may have 0
//   bytes
//     init 0 4 5:32                               // offset, bytes, value; the rest is zero
//   frame 1 main                                  // inlined calls: number, function; `parent 1`, `@` call
//   statement 1 compound main a.c 20 90           // number, kind, function, file, extent in bytes; `parent
//   1`,
//                                                 // `macro`
//   assumption 0 recursion-bound misses "calls of f deeper than 5 are cut off"  // `misses`, `adds`
//   thread main {                                 // the first thread is main
//     function main                               // optional, like `repeatable`
//     reg %r:32 %h:32                             // %self:32 is always there
//     params %a %b  result %r                     // optional
//     entry L0 exit L1
//     L0: atomic label out stack 1 @ a.c:4:2      // all optional
//       e0 -> L2: %r := load.4 &x stmt 1 stack 1 @ a.c:4:2    // numbers of edges: all or none
//       -> L3: atomic assume (eq %r 0:32); store.4 &x %self sync acquire &m primitive library text "lock(&m)"
//   }
//
// Operations, separated by `;`, and executed as one action:
//   skip    assume T    %a := T    %a, %b := T, T    assert T "message"    assert.overflow T "message"
//   %r := load.4 T    store.4 T T    load.4.acquire.volatile (order, volatile)    fence.seq_cst
//   %r := nondet    %r := nondet 0 10 "input"    %p := alloc &site T    %p := alloc.zeroed &site T
//   free T    free.local T    fork worker T T    %h := fork worker    join T    %r := join T
//   atomic-begin  atomic-end  transaction-begin  transaction-end
//   halt exit    halt abort    halt infeasible    halt cutoff 0 (an assumption)
//
// Terms: `5:32` (value:width, also -1:32, 0xff:8), `%register`, `&object`, `(add T T)` with the names of
// logic::Op;
// `(extract low width T)`, `(zext width T)` and other conversions give the width; `(let (?0 T) ... T)`.
// `stmt 3` is the statement of all operations; `stmt 3,0,4` those of each, and of each register of `%a, %b :=
// T, T`. Names that are not plain words are quoted: `%"a b"`. Locations are local to a thread; if the names
// of all are L0, L1, ... these are their numbers, else they are numbered as they come. `//` starts a comment.
#pragma once

#include "ccfg/program.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::ccfg {

std::string printText(const Program& p, bool withPositions = true);

// Actions, operations and terms in the same form, for reports and logs. Make one for many: it collects names
// first.
class OperationPrinter {
public:
  explicit OperationPrinter(const Program& p);

  std::string term(Term t) const;
  std::string operation(const Operation& op) const;
  std::string action(const Edge& e) const; // all operations of the edge
  std::string reg(RegId r) const;          // "%r"
  std::string address(ObjectId o) const;   // "&x"
  const std::string& objectKey(ObjectId o) const {
    return objectKeys_[o];
  } // like the name, but no two are alike

private:
  std::string set(const Set& o) const;
  std::string load(const Load& o) const;
  std::string store(const Store& o) const;
  std::string nondet(const Nondet& o) const;
  std::string alloc(const Alloc& o) const;
  std::string fork(const Fork& o) const;
  std::string assertion(const Assert& o) const;
  std::string target(RegId r) const; // "%r := " or nothing

  const Program& p_;
  std::vector<std::string> objectKeys_;
};

std::string printOperation(const Program& p, const Operation& op);

// Throws InputError "file:line:column: ..." if the text is no model, or one that breaks a rule of verify.
std::unique_ptr<Program> parseText(std::string_view text, std::string_view fileName);

} // namespace heddle::ccfg
