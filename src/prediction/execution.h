// From the answer to a question about a recorded run's model to an execution of that model.
#pragma once

#include "engines/predict/prediction.h"

namespace heddle::prediction {

// The schedule names edges of the model, but threads as the question numbers them, and lacks what others do;
// its violation is the question's. The result is an execution of the model, with the prediction's violation.
ccfg::Schedule executionOf(const predict::Predicted& violation, const ccfg::Schedule& schedule);

} // namespace heddle::prediction
