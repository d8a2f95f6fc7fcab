// What was predicted from a recorded run: violations that other interleavings of it show, what they rest on,
// and the counts that say how much was looked at. Made by prediction/, told by report/.
#pragma once

#include "ccfg/schedule.h"
#include "replay/witness.h"
#include "trace/eventorder.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle::predict {

// What an event is in its violation: the accesses of a broken block or a race; a call that waits for ever;
// and what is done to a lock that must not be done to it then.
enum class EventRole : uint8_t { First, Remote, Second, Waits, Destroys, Unlocks, Locks };
std::string_view eventRoleName(EventRole role); // "first", "waits", ...

struct PredictedEvent {
  EventRole role = EventRole::First;
  trace::EventRef event;
};

struct Predicted {
  ccfg::Property property = ccfg::Property::Atomicity;
  std::vector<PredictedEvent> events; // none: an assertion
  std::optional<replay::Assertion> assertion;
  // Feasible: an execution of the model of the run that shows it, and the edges of its events there (of an
  // assertion, the one that fails).
  std::shared_ptr<const ccfg::Program> model;
  ccfg::Schedule schedule;
  std::vector<ccfg::EdgeId> edges;
  replay::Witness witness; // empty: not decided
  bool reproduced = false; // on the real program
  std::string why;         // what came of the replay, or why there is no answer
};

struct Prediction {
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
  std::string spent;           // the limit that stopped it; empty: none did
  bool windowed = false;       // else the trace was looked at as a whole
  size_t windows = 0;          // that hold potential violations
  uint64_t beyondWindows = 0;  // potential violations whose accesses are too far apart for one
  bool narrowed = false;       // by an option that makes it miss violations on purpose
  double seconds = 0;
  std::vector<Predicted> violations;  // shown, and reproduced if that was asked for
  std::vector<Predicted> unconfirmed; // feasible in the model, but not reproduced
  std::vector<Predicted> undecided;
  std::vector<std::string> notes;

  void stop(const std::string& why);
  // No interleaving of this run violates what was asked. Of other runs that says nothing.
  bool allInfeasible() const;
};

} // namespace heddle::predict
