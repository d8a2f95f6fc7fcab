// From a schedule of a trace's model to a witness that `heddle replay` can force on the program.
#pragma once

#include "prediction/driver.h"

namespace heddle::prediction {

class WitnessMaker {
public:
  explicit WitnessMaker(const Recorded& recorded)
      : trace_(recorded.trace), recorded_(recorded), counts_(recorded.trace.threads.size()) {}

  // What was before the window, as it happened; then the schedule; then what all threads stand before.
  void make(predict::Predicted& violation, const llvm2ccfg::TraceProgram& model, llvm2ccfg::Window window);

private:
  void add(replay::Witness& w, trace::EventRef ref, replay::Role role, uint32_t told);
  uint32_t occurrence(trace::EventRef ref); // of the event's site in its thread, up to the event

  const trace::Trace& trace_;
  const Recorded& recorded_;
  std::vector<std::vector<uint32_t>> counts_; // by thread and event
};

} // namespace heddle::prediction
