// Evidence: what an engine can show for its answer, in a form that says nothing of the engine, so that
// someone else can check it. Which checker re-checks which kind stands in check/recheck.h; the form as JSON
// in evidence_json.h. A new kind is one more alternative here.
#pragma once

#include "ccfg/schedule.h"
#include "engine/invariant.h"
#include "engine/prooftree.h"

#include <variant>

namespace heddle::engine {

using Invariants = std::vector<Invariant>;

using Evidence = std::variant<std::monostate, // none
                              ccfg::Schedule, // an execution that violates a property
                              Invariants,     // facts at locations; they hold whatever the verdict
                              ProofTree>;     // all executions, as an unwinding with labels and covers

// What became of evidence when somebody else than its engine looked at it.
struct Recheck {
  enum class Outcome : uint8_t {
    Open,     // it was not re-checked to the end; `why` says why
    Accepted, // it shows what it is for
    Rejected, // it does not: whoever made it has a bug
  };
  Outcome outcome = Outcome::Open;
  std::string why;
  // Of a proof: what it was found to rest on, where the model of the program alone does not say so.
  std::vector<ccfg::Assumption> assumptions{};
};

} // namespace heddle::engine
