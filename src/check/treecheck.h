// Is a tree a proof? An independent check of what an engine that unwinds all threads claims (Wachter et al.
// 2013, Definition 3.1 and section IV): with a solver, one step at a time, without the engine's own steps,
// symbols, dependence or search.
//
// - Well-labelled. The root's label holds before main's first step. The label of a node, and the step from
// it,
//   imply the label of the child.
// - Covers. All instances of a covered node stand where those of its cover do and have allocated the same;
// the
//   label implies that of the cover, which is not covered itself.
// - Complete. From a node that is not covered each instance that may move takes each of its edges: there is a
//   child, or the label excludes the step, or the execution ends with it, or it is left out by the reduction:
//   an instance with a lower number might have made it before the last step, which it does not depend on
//   under the label of the node before that (commute.h). What is not left out at a covered node must not be
//   left out at its cover.
// - Invariants, if the tree tells them, follow from the labels of the nodes that they are about.
// - Safe. At such a node, and in the steps from it, the label excludes what was asked about: failing
//   assertions and the like, invalid accesses, races, deadlocks.
//
// A step may have several edges. Those after the first one must concern nobody else, and an instance can't
// wait or end the program between them; then nothing is missed if others do not move there.
//
// Why this suffices: of the orders of an execution's steps that lead to the same states, consider the one in
// which the sequence of numbers is the least. No step of it may be left out, and every reachable state is
// reached by such an order, so races and deadlocks are seen, too.
//
// Trusted, not checked: the shared facts of where pointers lead if their values are not constant (points-to),
// and of which edges concern one instance alone (escape), and that addresses of freed blocks are not used
// again, which the result's assumption about that covers.
#pragma once

#include "engine/problem.h"
#include "engine/result.h"

namespace heddle::check {

struct TreeCheck {
  engine::Recheck recheck;
  size_t labels = 0, covers = 0, leftOut = 0; // that were checked; steps that the reduction leaves out
  size_t invariants = 0;                      // of places
  size_t queries = 0;                         // to the solver
};

TreeCheck checkTree(const engine::Problem& problem, const engine::ProofTree& tree, const Budget& budget);

} // namespace heddle::check
