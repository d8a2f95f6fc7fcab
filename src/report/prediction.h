// What `heddle predict` found, for people and as JSON.
#pragma once

#include "ccfg/property.h"
#include "report/trace_text.h"
#include "trace/witness.h"

namespace heddle::report {

struct PredictedEvent {
  std::string role; // "first", "remote", "second", "waits", "destroys", "unlocks", "locks"
  trace::EventRef event;
};

struct Predicted {
  ccfg::Property property = ccfg::Property::Atomicity;
  std::vector<PredictedEvent> events;
  // An assertion: where, and what it says.
  std::string place, text;
  trace::Witness witness;  // empty: not decided
  bool reproduced = false; // on the real program
  std::string why;         // what came of the replay, or why there is no answer
};

struct PredictionReport {
  size_t threads = 0, variables = 0, regions = 0;
  uint64_t events = 0, modelEvents = 0;
  uint64_t potential = 0, afterMustOrder = 0,
           withoutData = 0; // orig-pavs, hb-pavs, and the baseline of Table 1
  uint64_t others = 0;      // candidates for violations of other properties than atomicity
  bool atomicityAsked = true;
  std::vector<std::string> inferred; // blocks that were proposed, since none are marked
  uint64_t infeasible = 0;
  size_t serialViolations = 0; // blocks that the recorded run itself interrupted
  bool complete = true;        // all potential violations were looked at
  bool stopped = false;        // by a limit
  bool windowed = false;       // else the trace was looked at as a whole
  size_t windows = 0;          // that hold potential violations
  uint64_t beyondWindows = 0;  // potential violations whose accesses are too far apart for one
  double seconds = 0;
  std::vector<Predicted> violations;  // shown, and reproduced if that was asked for
  std::vector<Predicted> unconfirmed; // feasible in the model, but not reproduced
  std::vector<Predicted> undecided;
  std::vector<std::string> notes;
};

std::string predictionText(const trace::Trace& trace, const PredictionReport& report);
nlohmann::ordered_json predictionJson(const trace::Trace& trace, const PredictionReport& report);

} // namespace heddle::report
