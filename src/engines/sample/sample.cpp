// Executions one after the other; see sample.h. Who moves is decided by priorities (execution.h).
#include "engines/sample/sample.h"

#include "engine/assumptions.h"
#include "engines/sample/execution.h"
#include "interp/shorten.h"

#include <fmt/format.h>

namespace heddle::sample {

using engine::Verdict;

namespace {

class Sample : public engine::Engine {
public:
  explicit Sample(const SampleOptions& options) : options_(options) {}
  std::string name() const override { return "sample"; }

  engine::Result run(const engine::Problem& problem, const Budget& budget,
                     const engine::ProgressSink&) override {
    engine::Result r;
    r.engine = name();
    r.asked = problem.question.properties;
    interp::Machine machine(problem.code(), r.asked);
    uint64_t executions = 0;
    size_t longest = 64; // steps; where priorities change is drawn from as many
    while ((options_.executions == 0 || executions < options_.executions) && !budget.exhausted()) {
      Execution execution(machine, options_.seed + executions++, longest);
      execution.run(budget);
      longest = std::max(longest, execution.schedule().steps.size());
      if (!execution.violated()) continue;
      r.verdict = Verdict::False;
      r.evidence = execution.schedule();
      if (options_.shorten) r.evidence = interp::shorten(machine, *r.counterexample(), {}, budget);
      r.assumptions = engine::modelAssumptions(problem.program, *r.counterexample());
      break;
    }
    if (r.verdict == Verdict::Unknown) r.why = fmt::format("nothing found in {} executions", executions);
    r.statistics.set("sample.executions", static_cast<double>(executions));
    return r;
  }

private:
  SampleOptions options_;
};

} // namespace

std::unique_ptr<engine::Engine> makeSample(const SampleOptions& options) {
  return std::make_unique<Sample>(options);
}

} // namespace heddle::sample
