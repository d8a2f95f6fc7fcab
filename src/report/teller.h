// Tells the story of a schedule while it is executed: a Teller watches the execution that confirms a
// counterexample, or that repeats a prediction on the model of a recorded run.
#pragma once

#include "interp/replay.h"
#include "report/story.h"

#include <memory>
#include <optional>

namespace heddle::report {

// What is known of an execution of a recorded run's model, beside the schedule.
struct OfRun {
  std::vector<uint32_t> numbers;      // of threads in the run, by thread of the model
  std::vector<ccfg::EdgeId> accesses; // the three of a broken block
  ccfg::Violation violation;          // in place of the schedule's
};

class Teller : public interp::Watcher {
public:
  explicit Teller(std::optional<OfRun> run = {});
  ~Teller() override;

  void begins(interp::Machine& machine, const ccfg::Schedule& schedule) override;
  void step(const ccfg::ScheduleStep& step, interp::StepKind kind, const interp::State& before,
            const interp::State& after, const interp::StepLog& log) override;
  void ends(const interp::State& state) override;

  bool hasWatched() const { return execution_ != nullptr; }
  // Once all steps were made: with the violation as it showed.
  Story story(const ccfg::Violation& shown);

private:
  class Execution;
  const std::optional<OfRun> run_;
  std::unique_ptr<Execution> execution_;
};

} // namespace heddle::report
