// Executes one edge of one thread on a State: the concrete meaning of the program model, under the memory
// model of its Code.
#pragma once

#include "interp/blockwatch.h"
#include "interp/chooser.h"
#include "interp/code.h"
#include "interp/log.h"
#include "interp/state.h"

#include <optional>

namespace heddle::interp {

enum class StepKind : uint8_t {
  Done,
  Disabled,  // an Assume is false, or a Join or a store buffer must wait: nothing happens
  Violation, // of a property that was asked for; see Machine::violation
  Ended,     // the execution ends: Exit, Abort, or Infeasible (Machine::haltKind)
  Cutoff,    // the execution is not followed further; see Machine::assumption
};

class Machine {
public:
  Machine(const Code& code, ccfg::PropertySet properties);

  const Code& code() const { return code_; }
  ccfg::PropertySet properties() const { return properties_; }
  State initialState() const;

  // Unless it is Done, the state is garbage afterwards if touched() says so.
  StepKind step(State& s, uint32_t thread, ccfg::EdgeId e, Chooser& chooser, StepLog* log = nullptr);
  bool touched() const { return touched_; }

  // Stores that may reach memory next, by address; sequentially consistent memory has none.
  std::vector<uint64_t> flushable(const StateView& s, uint32_t thread) const;
  bool canFlush(const StateView& s, uint32_t thread) const; // is there one?
  // A step of the thread without an edge. False: there is no such store, nothing happens.
  bool flush(State& s, uint32_t thread, uint64_t address, StepLog* log = nullptr);
  // Some store had to wait because its buffer was full: other executions have longer buffers.
  bool bufferWasFull() const { return bufferWasFull_; }
  // The edge by which a pointer to freed memory was compared with another to its kind of memory, or `none`.
  // Only if `memory` is checked: then freed places stay empty, as they need not on the machine.
  ccfg::EdgeId staleComparison() const { return staleComparison_; }
  // By assumption of the program: an edge was taken that rests on it.
  const std::vector<bool>& reliedOn() const { return reliedOn_; }
  // It stands at its exit, and all its stores have reached memory.
  bool hasEnded(const StateView& s, uint32_t thread) const {
    return code_.isExit(s.location(thread)) && !canFlush(s, thread);
  }

  // Why the last step ended as it did.
  struct Failure {
    ccfg::Property property;
    std::string message;
  };
  const Failure& violation() const { return violation_; }
  ccfg::HaltKind haltKind() const { return haltKind_; }
  const ccfg::Assumption& assumption() const { return assumption_; }
  // The program ended at an access through a null pointer; `assumption` tells where.
  bool endedAtNull() const { return endedAtNull_; }

  // The value of a term over a thread's registers where it stands: for messages and waiting threads. Null if
  // it reads a register that is not live there.
  std::optional<uint64_t> evaluate(const StateView& s, uint32_t thread, logic::Term t) const;

private:
  struct Context { // of the step being executed
    State& state;
    uint32_t thread;
    ccfg::EdgeId edge;
    Chooser& chooser;
    StepLog* log;
  };
  struct Place { // valid bytes of a State or of the constants
    uint8_t* bytes = nullptr;
    uint8_t* mask = nullptr; // null: all initialised
    uint64_t offset = 0;     // of the first byte in its object: the mask's bits
  };

  void logAccess(Context& c, const Instruction& i, uint64_t address, bool isWrite, uint64_t value) const;
  StepKind operation(Context& c, const Instruction& i);
  StepKind load(Context& c, const Instruction& i);
  StepKind store(Context& c, const Instruction& i);
  StepKind bufferStore(Context& c, const Instruction& i);
  StepKind barrier(Context& c);
  bool isBufferFull(const Context& c);
  uint64_t readBytes(Context& c, const Instruction& i, const Place& place);
  static void writeBytes(const Place& place, uint64_t value, unsigned bytes);
  bool resolve(State& s, uint64_t address, uint64_t bytes, bool write, Place& place);
  void compare(const Context& c, uint64_t a, uint64_t b);
  StepKind invalidAccess(const Context& c, const Instruction& i, uint64_t address, bool write);
  StepKind nondet(Context& c, const Instruction& i);
  StepKind alloc(Context& c, const Instruction& i);
  StepKind free(Context& c, const Instruction& i);
  StepKind fork(Context& c, const Instruction& i);
  StepKind join(Context& c, const Instruction& i);
  StepKind assertion(const Context& c, const Instruction& i);
  StepKind halt(const Context& c, const Instruction& i);
  StepKind cutoff(const Context& c, ccfg::AssumptionKind kind, std::string text);
  StepKind violated(ccfg::Property property, std::string message);
  bool isKnown(ccfg::EdgeId e) const; // the violation
  StepKind passOver();
  void rely(const EdgeCode& edge) {
    if (edge.assumption != ccfg::none) reliedOn_[edge.assumption] = true;
  }
  void commit(Context& c, const EdgeCode& edge);
  StepKind watchBlocks(Context& c);
  void logRegisters(const Context& c, const EdgeCode& edge, uint32_t executed) const;
  template <typename T>
  const T& sourceOf(const Context& c, const Instruction& i) const {
    return std::get<T>(code_.program().edges[c.edge].ops[i.c]);
  }

  const Code& code_;
  ccfg::PropertySet properties_;
  std::optional<BlockWatch> blocks_; // property `atomicity`, if the program has marked blocks
  StepLog ownLog_;                   // where they are watched and nobody else wants one
  std::vector<uint64_t> temps_;
  std::vector<bool> reliedOn_;
  bool touched_ = false, bufferWasFull_ = false, endedAtNull_ = false;
  ccfg::EdgeId staleComparison_ = ccfg::none;
  Failure violation_{};
  ccfg::HaltKind haltKind_ = ccfg::HaltKind::Exit;
  ccfg::Assumption assumption_;
};

} // namespace heddle::interp
