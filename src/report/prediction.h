// What `heddle predict` found, for people and as JSON.
#pragma once

#include "engines/predict/prediction.h"

#include <nlohmann/json_fwd.hpp>

namespace heddle::report {

std::string predictionText(const trace::Trace& trace, const predict::Prediction& report);
nlohmann::ordered_json predictionJson(const trace::Trace& trace, const predict::Prediction& report);

} // namespace heddle::report
