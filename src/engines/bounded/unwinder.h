// The parts of unwind.h's walk: one thread instance (walk.cpp), one step (execute.cpp), what instances share.
#pragma once

#include "ccfg/buffering.h"
#include "engines/bounded/threadmemory.h"
#include "engines/bounded/unwind.h"
#include "logic/copy.h"

namespace heddle::bounded {

// The last spurious sleep of a thread (naps.h).
struct Slept {
  StepId woke = none; // none: there was none, or something has changed since
  ccfg::LocId place = none;
  std::vector<Term> registers; // there
  Term idle;                   // nothing has changed since, but the mutex
};

// What a thread knows at a location: under which condition it is there, and its live registers.
struct State {
  Term guard;
  // As Liveness::liveAt of the location; where blocks are watched, then the depth of blocks and the
  // outermost.
  std::vector<Term> registers;
  StepId dominator = none;   // the last step that was surely made
  EventIndex section = none; // inside an atomic section: its event
  std::vector<Term>
      effects; // by depth: since the head of that cycle something was changed that others may see
  Slept slept{};
};

// Shared by all instances of one unwinding.
struct Unwinding {
  const Facts& facts;
  ccfg::PropertySet properties;
  const Bounds& bounds;
  const Budget& budget;
  Skeleton skeleton{};
  Memory memory{facts, skeleton};
  std::unordered_map<Term, Term> floats{}; // stand for operations that solvers have no meaning for
  std::map<EventIndex, std::vector<Term>>
      sectionEnds{}; // conditions under which a section is passed, or given up
  std::map<EventIndex, std::vector<Term>> sectionBreaks{}; // under which it is given up: see Event::complete
  std::map<EventIndex, Term> sectionTaken{};               // conditions under which a section is entered
  bool anyForked = false;
  InstanceId currentInstance = 0;

  // Property `atomicity` is asked for, and there are marked blocks.
  bool watchesBlocks() const { return facts.anyBlocks && properties.has(ccfg::Property::Atomicity); }
  // The violation may be in the midst of an atomic section, and not at a failing operation.
  bool mayStopInSection() const {
    return properties.has(ccfg::Property::Race) || properties.has(ccfg::Property::Atomicity);
  }
  logic::TermManager& terms() { return *skeleton.terms; }
  Term fresh(const char* name, unsigned width) { return terms().var(terms().newSymbol(name, width)); }
  void clause(std::vector<Term> literals) { skeleton.clauses.push_back(std::move(literals)); }
  StepId newStep(InstanceId instance, ccfg::EdgeId e, NodeId from, StepId dominator);
  // The thread goes no further, perhaps in the midst of an atomic section.
  void giveUp(EventIndex section, Term guard);
  EventIndex newEvent(StepId step);
  EventIndex finalEvent();
  // a or b, where at most one of the two holds.
  Term disjoin(Term a, Term b);
  // A condition that tells a from b, where exactly one of them holds.
  Term tell(Term a, Term b);
};

// Walks one instance, and those that it starts.
InstanceId unwindInstance(Unwinding& u, ccfg::ThreadId thread, StepId fork, Term started,
                          std::vector<Term> arguments);

// One edge from one state.
class StepRun {
public:
  StepRun(Unwinding& u, InstanceId instance, NodeId node, const State& before, ccfg::EdgeId e);

  // The assumptions that the registers decide; false: never enabled.
  Term precondition();
  // Must its enabledness be left open, because it depends on memory, inputs or other threads?
  bool isOpen() const { return open_; }
  // Makes the step under the condition. The state after it, or nothing if nothing follows.
  std::optional<State> run(Term taken, EventIndex section);
  // The condition under which the step could be made when nothing moves any more.
  Term probe(Term waits);
  // After `probe`: may this way be what a thread waits by? And for whom; null: that is not known.
  bool isWay() const;
  Term waitsFor() const { return waitsFor_; }
  StepId step() const { return step_; }
  ccfg::EdgeId edge() const { return edgeId_; }
  bool mattersWithoutSuccessor() const; // fails, forks, or writes even if the thread is stuck afterwards

private:
  Term reg(ccfg::RegId r) const;
  Term evaluate(Term t);
  Term leaf(Term l) const;
  Term evaluateNode(Term n, const Term* kids);
  void assume(Term condition);
  void operation(const ccfg::Operation& op, uint32_t index);
  void load(const ccfg::Load& o);
  void store(const ccfg::Store& o);
  void fence(const ccfg::Fence& o);
  void nondet(const ccfg::Nondet& o, uint32_t index);
  void alloc(const ccfg::Alloc& o);
  void free(const ccfg::Free& o);
  void fork(const ccfg::Fork& o);
  void join(const ccfg::Join& o);
  void assertion(const ccfg::Assert& o);
  void mark(ccfg::MarkKind kind);
  void halt(const ccfg::Halt& o);
  void fail(ccfg::Property property, Term violated, const std::string& message);
  void cut(Term guard, ccfg::Assumption a);
  void cut(Term guard, ccfg::AssumptionKind kind, std::string text);
  Term probeFrom(uint32_t index);
  Term probeChoice(const ccfg::Nondet& o, uint32_t index);
  bool checkAccess(const Memory::Place& p, bool write);
  Term readValue(const Memory::Place& p, ccfg::MemOrder order);
  void writeValue(const Memory::Place& p, Term value, ccfg::MemOrder order);
  void record(const Memory::Place& p, bool write, Term value, ccfg::MemOrder order);
  EventIndex event();
  void noteLock();
  void noteEffect(const Memory::Place& p, Term value);
  Slept slept() const;
  void set(ccfg::RegId r, Term value);
  bool alone() const;
  bool countsInBlocks(const Memory::Place& p) const;
  void noteComparison(Term n, Term a, Term b);
  void checkComparisons(Term taken);

  Unwinding& u_;
  logic::TermManager& t_;
  const ccfg::Edge& edge_;
  InstanceId instance_;
  NodeId node_;
  const State& before_;
  ccfg::EdgeId edgeId_;
  const std::vector<ccfg::RegId>& live_;
  std::unordered_map<ccfg::RegId, Term> written_;
  logic::TermCopier values_; // of the program's terms, by the registers now
  uint32_t next_ = 0;        // operation
  StepId step_ = none;
  Term passed_; // the step has been made up to here
  EventIndex section_ = none;
  bool probing_ = false;
  Term waitsFor_{};
  ccfg::StoreWay way_ = ccfg::StoreWay::Memory; // of the store being made
  bool open_ = false, halted_ = false;
  Term depth_, block_;          // if blocks are watched: how many it is in, and which is the outermost
  Term effect_;                 // what others may see has changed
  std::vector<AccessId> reads_; // of this step
  std::vector<std::pair<Term, Term>> comparisons_; // of pointers that may be stale
};

} // namespace heddle::bounded
