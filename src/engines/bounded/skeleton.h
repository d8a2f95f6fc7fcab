// The interference skeleton (Sinha and Wang 2011, section 3.1): what is left of a bounded program when its
// threads are encoded without their interference. Shared accesses with address, value and enabling condition;
// the events they belong to, in program order; what each thread may do wrong.
//
// An Event is a moment of the total order: one action, or one whole atomic section, so its accesses are
// ordered by their rank alone. Terms belong to `terms`; a read of shared memory is a variable that only the
// axioms tie to a write.
#pragma once

#include "ccfg/analysis/memory/pointsto.h"
#include "ccfg/program.h"
#include "interp/layout.h"
#include "support/budget.h"

#include <functional>
#include <memory>
#include <unordered_map>

namespace heddle::bounded {

using ccfg::none;
using logic::Term;
using InstanceId = uint32_t; // of a thread; main is 0
using NodeId = uint32_t;     // a copy of a location
using StepId = uint32_t;     // a copy of an edge
using EventIndex = uint32_t;
using AccessId = uint32_t;

struct Node {
  InstanceId instance;
  ccfg::LocId location;
  Term guard; // the thread gets here
  std::vector<StepId> out;
};

struct Choice { // what a Nondet of a step gives, or a Load
  uint32_t op;
  Term value;
};

enum class LockUse : uint8_t { None, Acquire, Release, Other };

struct Step {
  InstanceId instance;
  ccfg::EdgeId edge;
  NodeId from, to = none; // to: none if nothing follows
  Term taken;             // the edge is executed, at least up to an operation that fails
  EventIndex event = none;
  InstanceId forked = none;
  std::vector<Choice> choices;
  LockUse lockUse = LockUse::None;
  Term lock; // the address of the lock that it takes or releases
  // The tree of dominators: steps that were made whenever this one is.
  StepId dominator = none;
  StepId jump = none; // further up, for logarithmic walks
  uint32_t depth = 0;
};

struct Event {
  InstanceId instance;   // none: the final event
  StepId step;           // the first
  AccessId store = none; // the event is that store reaching memory
  // An atomic section: it is passed. One in whose midst an execution ends has no effect on others. Null:
  // always.
  Term complete{};
};

struct Access {
  EventIndex event; // when it happens to memory; a store that was buffered: when it gets there
  EventIndex issue; // when the thread makes it
  uint32_t rank;    // among the accesses of its event
  StepId step;
  bool write;
  Term address;
  unsigned bytes;
  Term value; // of 8 * bytes bits; a read: a variable, or the one value with which its action is enabled
  Term enabled;
  Term condition; // a read: what its action assumes after it; null: nothing
  ccfg::MemOrder order;
  ccfg::analysis::TargetSet targets; // where it may go, by abstract objects
  bool inSection = false;
  bool inOrder = false;      // a buffered store that gets to memory after all before it
  bool guarded = false;      // its action is enabled or not by what it reads
  bool synchronizes = false; // by an action that models a synchronization primitive
  Term block{}; // counts for `atomicity`: the step that began the block it is in, from 1; 0: in none
};

// Memory that may be freed has a flag at each slot that tells whether an object is there; they are objects of
// their own, beside those of the program, and nothing races on them.
inline constexpr ccfg::ObjectId livenessFlag = 1u << 31;
inline bool isLiveness(ccfg::ObjectId o) { return (o & livenessFlag) != 0; }

struct Instance {
  ccfg::ThreadId thread;
  uint32_t number;
  StepId fork = none; // main: none
  NodeId entry = none;
  Term started;
  Term ended; // gets to its exit
  Term result;
  EventIndex first = none, last = none; // its start and its end
};

struct Join {
  StepId step;
  EventIndex event;
  Term executed;
  Term handle;
  Term result; // a variable, or null
};

struct Check { // the property is violated at the step if the condition holds
  ccfg::Property property;
  Term violated;
  StepId step;
  std::string message;
};

struct Cut { // executions that go on here are not followed
  Term guard;
  uint32_t cycle = none; // of ccfg::analysis::Nesting: unwound no further
  ccfg::Assumption assumption;
};

struct Wait { // a thread stands here when nothing moves any more, and none of its ways is open
  InstanceId instance;
  Term waits;
  Term on{};    // the number of the thread that holds the lock it waits for, or that it joins; null: none is
                // known
  Term clear{}; // all its ways wait for that one
};

struct Nap {     // a spurious sleep that is not followed: see naps.h
  StepId woke;   // from the sleep before
  StepId sleeps; // again, with nothing changed
  Term again;
};

struct JoinProbe { // would a join go on when nothing moves any more?
  Term open;
  Term handle;
};

struct MemoryObject { // a static object, or one that an Alloc of one step made
  ccfg::ObjectId site;
  uint64_t base;
  Term size;
  bool writable = true;
  bool zeroed = false;
};

struct Skeleton {
  std::unique_ptr<logic::TermManager> terms = std::make_unique<logic::TermManager>();
  std::vector<Node> nodes;
  std::vector<Step> steps;
  std::vector<Event> events; // those of an instance in program order
  std::vector<Access> accesses;
  std::vector<Instance> instances;
  std::vector<Join> joins;
  std::vector<Check> checks;
  std::vector<Cut> cuts;
  std::vector<std::pair<Term, ccfg::AssumptionId>> restsOn; // taken edges that carry an assumption
  std::vector<StepId> drains, barriers;                     // of store buffers, in order
  std::vector<Wait> waits;                                  // only if deadlocks are asked for
  std::vector<JoinProbe> joinProbes;
  std::vector<Nap> naps;
  EventIndex finalEvent = none; // after all others: what waiting threads would read
  std::vector<MemoryObject> objects;
  std::unordered_map<uint64_t, Term>
      uninitialised;                      // bytes of memory that starts with any content, by address
  std::vector<std::vector<Term>> clauses; // what every execution satisfies
  bool approximate = false;  // some values are freer than they should be: witnesses may not be real
  bool idles = false;        // loops that change nothing are not followed: threads may run without end
  bool waitsInexact = false; // a thread may wait where it can't be told whether it does

  bool dominates(StepId above, StepId below) const; // was `above` made whenever `below` is? True if equal
  StepId commonDominator(StepId a, StepId b) const;
  void rewrite(const std::function<Term(Term)>& f); // all terms; f maps null to null
};

} // namespace heddle::bounded
