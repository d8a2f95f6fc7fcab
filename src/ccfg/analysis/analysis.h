// The analyses by name, each with a printer: what `heddle model --analysis NAME` offers.
#pragma once

#include "ccfg/analysis/facts.h"

#include <string>
#include <string_view>
#include <vector>

namespace heddle::ccfg::analysis {

struct AnalysisInfo {
  std::string_view name; // as on the command line
  std::string_view help; // one line
  std::string (*print)(const Facts& facts);
};

const std::vector<AnalysisInfo>& analyses();
const AnalysisInfo* findAnalysis(std::string_view name); // null if there is none

} // namespace heddle::ccfg::analysis
