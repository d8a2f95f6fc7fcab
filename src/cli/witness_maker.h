// From a schedule of a trace's model to a witness that `heddle replay` can force on the program.
#pragma once

#include "ccfg/schedule.h"
#include "llvm2ccfg/rewalk/rewalk.h"
#include "report/prediction.h"

#include <map>

namespace heddle::cli {

class WitnessMaker {
public:
  WitnessMaker(const trace::Trace& trace, const std::vector<trace::EventRef>& order,
               const trace::SharedVariables& shared)
      : trace_(trace), order_(order), shared_(shared), counts_(trace.threads.size()) {}

  // What was before the window, as it happened; then the schedule; then what all threads stand before.
  trace::Witness make(const report::Predicted& violation, const ccfg::Schedule& schedule,
                      const llvm2ccfg::TraceProgram& model, llvm2ccfg::Window window);

private:
  void add(trace::Witness& w, trace::EventRef ref, trace::Role role);
  uint32_t occurrence(trace::EventRef ref); // of the event's site in its thread, up to the event

  const trace::Trace& trace_;
  const std::vector<trace::EventRef>& order_;
  const trace::SharedVariables& shared_;
  std::vector<std::vector<uint32_t>> counts_; // by thread and event
};

} // namespace heddle::cli
