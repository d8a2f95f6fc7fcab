// Text of analysis results: by thread, with source positions and the names that C gives things.
// Only analysis.cpp and the printers themselves include it.
#pragma once

#include "ccfg/analysis/accesses.h"
#include "ccfg/analysis/pointsto.h"

#include <string>

namespace heddle::ccfg::analysis {

std::string printDominators(const Program& p);
std::string printPointsTo(const Program& p);
std::string printEscape(const Program& p);
std::string printAccesses(const Program& p);
std::string printMhb(const Program& p);
std::string printLocksets(const Program& p);
std::string printDependence(const Program& p);
std::string printSlice(const Program& p);
std::string printStatements(const Program& p);
std::string printLiveness(const Program& p);

// Shared by the printers.
std::string describe(const Program& p, EdgeId e);        // "e7 a.c:12 x = 1"
std::string describe(const Program& p, const Target& t); // "q.items[2]", "a+4+12*"
std::string describe(const Program& p, const Access& a); // "write x (4 bytes)"
std::string describe(const Program& p, const TargetSet& targets);
std::vector<EdgeId> edgesOf(const Program& p, ThreadId t);

} // namespace heddle::ccfg::analysis
