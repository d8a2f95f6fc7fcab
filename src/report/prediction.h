// What `heddle predict` found, for people and as JSON.
#pragma once

#include "engines/predict/prediction.h"
#include "report/columns.h"
#include "report/told.h"
#include "support/error.h"

#include <nlohmann/json_fwd.hpp>

namespace heddle::report {

class PredictionReport {
public:
  // Executes what was predicted on the model of the run, once. InternalError if that is no execution of it.
  PredictionReport(const trace::Trace& trace, const predict::Prediction& found);

  std::string text(const TextStyle& style) const; // ends with the verdict
  nlohmann::ordered_json json() const;
  // The violations, for other forms of output.
  std::vector<Told> told() const;
  // Of a violation: what `heddle replay` forces, and the story that it tells of it.
  nlohmann::ordered_json witness(const predict::Predicted& violation) const;

private:
  std::string violationText(const predict::Predicted& violation, const TextStyle& style) const;
  nlohmann::ordered_json violationJson(const predict::Predicted& violation) const;

  const trace::Trace& trace_;
  const predict::Prediction& found_;
  std::map<const predict::Predicted*, Story> stories_;
};

// "verdict: false(race)" if a violation is reported; if all that could be one was shown infeasible, "verdict:
// nothing predicted (...)", which is no proof, since a run is not the program; else "verdict: unknown (...)".
std::string verdictLine(const predict::Prediction& found);
ExitCode exitCode(const predict::Prediction& found);

} // namespace heddle::report
