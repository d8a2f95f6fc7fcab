// Drawing a concurrent trace program: objects for the variables and synchronization objects of the trace, one
// line of edges a thread.
#pragma once

#include "llvm2ccfg/rewalk/rewalk.h"
#include "support/ticker.h"
#include "trace/lockevents.h"

#include <array>
#include <set>
#include <unordered_map>

namespace heddle::llvm2ccfg {

using logic::Term;

class TraceModel {
public:
  TraceModel(const trace::Trace& trace, const std::vector<trace::EventRef>& order,
             const std::vector<trace::Block>& blocks, const trace::SharedVariables& shared, Window window,
             const Budget& budget);

  // ---- one thread after the other; creators come before those they create
  void beginThread(uint32_t thread); // index into Trace::threads
  void endThread(bool followed);     // not followed to its end: it stays where it is

  Term constant(uint64_t value, unsigned width) { return terms().constant(value, width); }
  logic::TermManager& terms() { return *program_.terms; }

  void assume(Term condition);                      // true: nothing is drawn
  Term unknown(uint64_t was, unsigned width);       // any value; `was`: in the run
  void assertion(Term condition, TraceAssertion a); // that it asserts; true: nothing is drawn
  // Is this access in the model? Else it is of one thread alone, or before the window.
  bool isShared(uint32_t event) const {
    return isInside(event) && shared_.of(trace_, this->event(event)) != trace::noVariable;
  }
  bool isBefore(uint32_t event) const { return positions_[thread_][event] < window_.begin; }
  bool isAfter(uint32_t event) const { return positions_[thread_][event] >= window_.end; }
  bool isInside(uint32_t event) const { return !isBefore(event) && !isAfter(event); }
  Term load(uint32_t event);
  void store(uint32_t event, Term value);
  // An atomic read-modify-write: `result` makes the new value from the old one; returns the old one.
  Term update(uint32_t event, const std::function<Term(Term)>& result);
  void mark(uint32_t event); // if a block begins or ends there

  // sync.cpp: calls of the thread library.
  void sync(uint32_t event);
  void semaphoreStarts(uint32_t event, uint64_t value);
  void semaphoreOpens(uint32_t event);
  void barrierStarts(uint32_t event, uint64_t size) { barrierSizes_[this->event(event).address] = size; }
  void create(uint32_t event);
  void join(uint32_t event);

  // The bytes that a global variable begins with; for variables that are written before they are read.
  void initialBytes(uint64_t address, const std::vector<int>& bytes);

  TraceProgram finish();

private:
  const trace::Event& event(uint32_t i) const { return trace_.threads[thread_].events[i]; }
  void learnInitialValues(const std::vector<trace::EventRef>& order);
  void learnSynchronization(const std::vector<trace::EventRef>& order);
  void learnState(const trace::EventRef& ref, const trace::Event& e); // of synchronization, before the window
  void startEarlierThreads();
  ccfg::ObjectId objectOf(trace::VariableId v);
  SourcePos posOf(uint32_t site);
  ccfg::EdgeId draw(ccfg::Edge e);
  ccfg::Edge edgeFor(uint32_t event);
  ccfg::RegId fresh(const std::string& name, unsigned width);
  Term addressOf(const trace::Event& e);
  void access(uint32_t event, ccfg::Edge e);

  // sync.cpp
  void drawSync(uint32_t event);
  Term syncObject(uint64_t address, const std::string& name, uint64_t bytes);
  Term cell(const trace::Event& e, unsigned index); // word of the event's synchronization object
  void acquire(uint32_t event, bool writing);
  void release(uint32_t event, bool writing);
  void misuse(uint32_t event);
  void semaphore(uint32_t event, bool post);
  void waitCondition(uint32_t event);
  void barrier(uint32_t event, bool arrives);
  void once(uint32_t event);
  void syncEdge(uint32_t event, ccfg::Edge e);
  Term loadInto(ccfg::Edge& e, Term address, const char* name);
  static void storeInto(ccfg::Edge& e, Term address, Term value);

  const trace::Trace& trace_;
  Ticker ticker_;
  const trace::SharedVariables& shared_;
  TraceProgram out_;
  ccfg::Program& program_;
  std::map<std::pair<uint32_t, uint32_t>, std::vector<ccfg::MarkKind>> marks_;
  std::map<uint64_t, ccfg::ObjectId> syncObjects_;
  std::map<uint64_t, std::vector<std::pair<uint64_t, uint64_t>>>
      arrivals_; // by barrier: (thread << 32 | event, nth)
  std::map<uint64_t, uint64_t> barrierSizes_;
  std::map<uint64_t, std::pair<uint32_t, uint32_t>> opened_; // by named semaphore: thread and event
  std::map<uint64_t, uint32_t> firstOnce_;                   // by once object: the thread that ran it
  std::set<std::pair<uint32_t, uint32_t>> outsideWrites_;    // reads that saw what nobody in the trace wrote
  std::unordered_map<uint64_t, int> initial_;  // by byte of shared variables: 0..255; -1: not known
  std::map<uint32_t, ccfg::ThreadId> threads_; // by number
  std::map<uint32_t, ccfg::RegId> handles_;    // by number: register of the creator
  std::map<uint32_t, uint32_t> creators_;      // by number: index of the creator
  std::set<uint32_t> joinedElsewhere_;         // numbers of threads that others than their creators join
  std::set<uint64_t> locks_;                   // what some thread takes as a lock
  std::set<uint64_t> readLocks_;               // locks that some thread takes for reading
  trace::LocksOfThread held_;                  // by the thread being drawn
  uint32_t thread_ = 0;
  ccfg::ThreadId id_ = 0;
  Window window_;
  std::vector<std::vector<size_t>> positions_; // by thread and event: where it is in the trace's order
  std::map<trace::VariableId, ccfg::ObjectId> objects_;
  std::set<std::string> names_; // of objects
  std::map<uint64_t, std::array<uint32_t, 2>>
      states_;                                   // words of synchronization objects when the window begins
  std::vector<trace::LocksOfThread> heldBefore_; // by thread, when it begins
  std::set<uint32_t> earlier_; // numbers of threads that run when it begins, as far as is known
  bool openBlock_ = false;     // the thread is in a block that began before the window
  ccfg::LocId here_ = ccfg::none;
};

} // namespace heddle::llvm2ccfg
