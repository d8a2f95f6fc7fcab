// Derived programs: a copy of a program with a change, and the way back, so that what is found out about the
// copy can be told of the original. Each transformation is a file of this folder; copier.h is what they are
// built with.
//
// A thread instance has the same number in both. A transformation of a derived program gives a derived
// program again; evidence is lifted step by step, last transformation first.
#pragma once

#include "ccfg/program.h"
#include "ccfg/schedule.h"

#include <memory>
#include <set>
#include <vector>

namespace heddle::ccfg::analysis {
class Facts;
}

namespace heddle::ccfg::transform {

// An edge of the original, inside one of the copy: operations begin .. end-1 there are all of its operations.
struct Piece {
  EdgeId edge;
  uint32_t begin, end;
};

struct Derived {
  std::unique_ptr<Program> program;
  // For each number in the copy the one in the original. `none`: the transformation added it.
  std::vector<ThreadId> threads;
  std::vector<LocId> locations;
  std::vector<RegId> registers;
  std::vector<ObjectId> objects;
  // What an edge of the copy executes, in order. All pieces but one are internal (isInternal), only the first
  // may wait (mayWait), and none chooses values before the one that is not internal.
  std::vector<std::vector<Piece>> edges;
  // The copy lacks executions of the original. Then only violations are lifted, not proofs or facts, and no
  // deadlock either: others may have kept the threads moving.
  bool restricted = false;
};

// Only tests registers and computes in them: no other thread and no property can tell when.
bool isInternal(const Edge& e);
// It tests something, and is not enabled if that is not so. (Store buffers aside: those empty by themselves.)
bool mayWait(const Edge& e);

// ---- evidence about the copy, as evidence about the original

// Step by step the same execution, with the same violation.
Schedule lift(const Derived& d, const Schedule& s);

// Whenever a thread stands at the location, the term over its registers is true.
struct Fact {
  LocId location;
  Term term;
};
// Where a location has several copies, one of their facts holds; where a copy has none, nothing is known.
std::vector<Fact> lift(const Derived& d, const Program& original, const std::vector<Fact>& facts);

// ---- the transformations; each ends with `verify`

// No change: every number stays as it is.
Derived copyOf(const Program& p);

// Registers that are assigned at one place only, a constant, are replaced by it where they are read:
// arguments of calls, for one. Every number stays as it is.
Derived withConstants(const analysis::Facts& facts);

// Joins edges that follow one another in a straight line, as long as nobody can tell: one that does something
// to others or waits for them, and what a thread computes before and after it. The locations between them are
// gone, except those to keep.
Derived mergeEdges(const Program& p, const std::set<LocId>& keep = {});

// `copies` templates in place of one thread. A fork starts any one of them.
Derived replicateThread(const Program& p, ThreadId thread, unsigned copies);

// Atomic sections: while a thread stands at one of the locations only it may move. Entries and exits of
// threads can't be among them. The copy is restricted.
Derived makeAtomic(const Program& p, const std::set<LocId>& locations);

// The critical sections of one lock: what is executed in them, and the locations where a thread is in the
// middle of one.
struct Critical {
  std::set<EdgeId> edges;
  std::set<LocId> inside;
};
// Each has a new lock of its own, which a thread takes where it enters and gives back where it leaves. Two
// sections of one lock are one critical section only if no thread leaves the one into the other. The copy is
// restricted. InputError if only some branches of a condition would take a lock.
Derived addLocks(const Program& p, const std::vector<Critical>& sections);

} // namespace heddle::ccfg::transform
