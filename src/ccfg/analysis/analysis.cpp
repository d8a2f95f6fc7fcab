// The table of analyses; see analysis.h.
#include "ccfg/analysis/analysis.h"

#include "ccfg/analysis/print.h"

#include <algorithm>

namespace heddle::ccfg::analysis {

const std::vector<AnalysisInfo>& analyses() {
  static const std::vector<AnalysisInfo> table = {
      {"dominators", "immediate dominators and post-dominators of locations, and loops", printDominators},
      {"points-to", "what registers and memory may point to", printPointsTo},
      {"escape", "which objects threads share", printEscape},
      {"accesses", "what each step may read and write", printAccesses},
      {"mhb", "order of threads by fork and join, and accesses that may run in parallel", printMhb},
      {"locksets", "locks held at each shared access, with acquisition histories", printLocksets},
      {"waits", "what each step comes after: joins, words of memory, barriers; under sc only", printWaits},
      {"mutexes",
       "locks, words used as locks and atomic sections that each access is inside of; under sc only",
       printMutexes},
      {"dependence", "control and data dependence, across threads", printDependence},
      {"slice", "the steps that assertions depend on", printSlice},
      {"statements", "the C statements, where they stand in the files, and their steps", printStatements},
      {"liveness", "which registers matter at each location", printLiveness},
  };
  return table;
}

const AnalysisInfo* findAnalysis(std::string_view name) {
  auto i = std::find_if(analyses().begin(), analyses().end(),
                        [&](const AnalysisInfo& a) { return a.name == name; });
  return i == analyses().end() ? nullptr : &*i;
}

} // namespace heddle::ccfg::analysis
