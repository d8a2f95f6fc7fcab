// Prediction: from one recorded run to the violations that other interleavings of it show. Candidates come
// from scans of the trace (candidates.h); each is a question about the model of the trace, or of a window of
// it (engines/predict); what is feasible becomes a witness (witness_maker.h), which is forced on the program.
#pragma once

#include "engine/result.h"
#include "engines/predict/prediction.h"
#include "llvm2ccfg/rewalk/rewalk.h"
#include "replay/replay.h"

#include <set>

namespace heddle::prediction {

struct Options {
  ccfg::PropertySet asked;
  std::set<std::string> atomic; // functions that are meant to be atomic
  bool inferAtomic = false;     // if no block is marked, some are proposed
  size_t perPlaces = 100;       // candidates at the same places in the code
  size_t window = 2000;         // events; a trace of more than three windows is looked at in windows
  // For comparison: both miss violations.
  bool prefixes = true;        // false: only those in interleavings of the whole trace
  bool recordedValues = false; // reads see what they saw in the run
};

// The trace, taken apart; what a model is made of.
struct Recorded {
  Recorded(const trace::Trace& trace, const Options& options, const Budget& budget);

  const trace::Trace& trace;
  std::vector<trace::EventRef> order;
  std::vector<trace::Block> blocks;
  trace::SharedVariables shared;
};

// What is done outside.
struct Means {
  std::function<llvm2ccfg::TraceProgram(const Recorded&, llvm2ccfg::Window)> model;
  // Tries a witness; nothing: the program is not there to be run. Not set: nothing is tried.
  std::function<std::optional<replay::Result>(const replay::Witness&)> replay{};
  std::vector<std::string> command{};                    // of witnesses; empty: as recorded
  std::function<void(const ccfg::Program&)> showModel{}; // told every model, before it is asked about
};

// Never throws OutOfBudget: what was found until then is the result.
predict::Prediction predict(const trace::Trace& trace, const Options& options, const Means& means,
                            engine::Engine& engine, const Budget& budget);

} // namespace heddle::prediction
