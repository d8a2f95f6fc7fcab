// A page for the browser that needs nothing else: the interleaving as lanes, the source beside it, the state
// at each step. The page itself is in viewer/, and is embedded by its CMakeLists.txt; here its data is made.
#pragma once

#include "report/invariants.h"
#include "report/told.h"

namespace heddle::report {

struct PageContent {
  std::string version;
  std::string verdict;  // "verdict: true"
  std::string sentence; // where there is no story: what stands on top
  std::string command;  // to copy
  bool replays = false; // that command executes the interleaving, rather than searches for it again
  std::vector<Told> stories;
  std::vector<std::string> assumptions, notes;
  std::vector<LineInvariant> invariants; // of the program below
  const ccfg::Program* program = nullptr;
};

std::string htmlPage(const PageContent& content);

} // namespace heddle::report
