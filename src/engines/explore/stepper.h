// What one thread can do from a state: its successors.
//
// Without reduction each edge is a step. With it a step runs on at once through what no other thread can
// notice or interrupt, as long as there is one way to go: locations whose edges are all local
// (Escape::isLocal), and atomic sections. It stops in front of a local edge that would end the run, since
// other threads may still act there. A store that reaches memory
// is a step by itself. Loops that only wait are left in one step (waitloops.h).
#pragma once

#include "ccfg/schedule.h"
#include "engines/explore/contention.h"
#include "engines/explore/notes.h"
#include "engines/explore/runon.h"
#include "engines/explore/waitloops.h"
#include "interp/pending.h"

namespace heddle::explore {

class RaceCheck;

struct Successor {
  interp::State state;
  ForkJoinOrder::Clocks clocks = ForkJoinOrder::initial; // only if contention is watched
  bool finished = true;                  // false: the thread still stands in an atomic section
  std::vector<ccfg::ScheduleStep> steps; // only if traced
};

class Stepper {
public:
  // `runOn`: null: every edge is a step.
  // `races`: asked in the middle of atomic sections, where nobody else looks; may be null.
  Stepper(interp::Machine& machine, RunOn* runOn, RaceCheck* races, Notes& notes);

  // All that is tried from now on is noted there; null: nothing.
  void watch(Contention* contention) { contention_ = contention; }

  // Tries every edge of the thread, with every choice, and every store that may reach memory. Stops at the
  // first violation.
  void run(const interp::StateView& s, uint32_t thread, std::vector<interp::PendingAccess>* pending = nullptr,
           ForkJoinOrder::Clocks clocks = ForkJoinOrder::initial);

  // Of the last run:
  std::span<Successor> successors() { return {successors_.data(), count_}; }
  bool enabled() const { return enabled_; } // an edge was enabled, or is not known not to be
  bool ended() const { return ended_; }     // an edge was enabled and ended the run
  bool halted() const { return halted_; }   // it may end the program, or is not followed further
  const std::optional<ccfg::Violation>& violation() const { return violation_; }
  const std::vector<ccfg::ScheduleStep>& violatingSteps() const { return violatingSteps_; } // only if traced

  void setTracing(bool on) { tracing_ = on; }
  uint64_t executed() const { return executed_; } // edges, over all runs
  void noteChoices();                             // tells Notes which choices were cut short

private:
  void noteEnd(interp::StepKind kind);
  enum class Next : uint8_t { GoOn, Stop, Drop };

  void flushes(const interp::StateView& s, uint32_t thread);
  void edge(const interp::StateView& s, uint32_t thread, ccfg::EdgeId e,
            std::vector<interp::PendingAccess>* pending);
  // `s` is the state before, and becomes the one after; `clocks` likewise.
  interp::StepKind execute(const interp::StateView& before, interp::State& s, ForkJoinOrder::Clocks& clocks,
                           uint32_t thread, ccfg::EdgeId e, interp::Chooser& chooser);
  void found(interp::StepKind kind, uint32_t thread, ccfg::EdgeId e, std::vector<ccfg::ScheduleStep> before);
  bool runFurther(Successor& s, uint32_t thread);
  bool waitOut(const interp::StateView& before, Successor& s, uint32_t thread);
  bool isATurn(const interp::StateView& before, const interp::State& after, uint32_t thread);
  bool turnUntilOut(Successor& s, uint32_t thread, uint32_t loop);
  size_t runInPlace(interp::State& s, uint32_t thread, size_t most);
  bool canRunInPlace(ccfg::LocId l, uint32_t threads) const;
  enum class InPlace : uint8_t { Done, Blocked, Spoiled };
  InPlace stepInPlace(interp::State& s, uint32_t thread);
  void rewind(interp::State& s, uint32_t thread);
  Next oneStepOn(Successor& s, uint32_t thread, bool atomic);
  Successor& fresh(const interp::StateView& s);

  interp::Machine& machine_;
  const ccfg::Program& program_;
  RunOn* runOn_;
  RaceCheck* races_;
  Notes& notes_;
  interp::Enumerator choices_, innerChoices_; // of the first step, and of running on
  Contention* contention_ = nullptr;
  interp::StepLog log_;
  bool tracing_ = false;
  bool logging_ = false;
  uint64_t executed_ = 0;

  std::vector<Successor> successors_; // the first count_ are valid, the others are kept for their memory
  size_t count_ = 0;
  bool enabled_ = false, ended_ = false, halted_ = false;
  std::optional<ccfg::Violation> violation_;
  std::vector<ccfg::ScheduleStep> violatingSteps_;
  ForkJoinOrder::Clocks clocks_ = ForkJoinOrder::initial; // of the last run
  interp::State trial_, only_;                            // of oneStepOn
  std::optional<WaitLoops> waitLoops_;                    // if steps run on
  std::vector<bool> decided_;                             // by location: at most one of its edges is enabled
  interp::State checkpoint_;                              // of runInPlace, and the edges since
  std::vector<ccfg::EdgeId> sinceCheckpoint_;
};

} // namespace heddle::explore
