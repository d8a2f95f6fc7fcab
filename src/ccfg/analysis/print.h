// Text of analysis results: by thread, with source positions and the names that C gives things.
// Only analysis.cpp and the printers themselves include it.
#pragma once

#include "ccfg/analysis/facts.h"
#include "ccfg/analysis/memory/accesses.h"
#include "ccfg/analysis/memory/pointsto.h"

#include <string>

namespace heddle::ccfg::analysis {

std::string printDominators(const Facts& facts);
std::string printPointsTo(const Facts& facts);
std::string printEscape(const Facts& facts);
std::string printAccesses(const Facts& facts);
std::string printMhb(const Facts& facts);
std::string printLocksets(const Facts& facts);
std::string printWaits(const Facts& facts);
std::string printMutexes(const Facts& facts);
std::string printDependence(const Facts& facts);
std::string printSlice(const Facts& facts);
std::string printLiveness(const Facts& facts);
std::string printStatements(const Facts& facts);

// Shared by the printers.
std::string describe(const Program& p, EdgeId e);        // "e7 a.c:12 x = 1"
std::string describe(const Program& p, const Target& t); // "q.items[2]", "a+4+12*"
std::string describe(const Program& p, const Access& a); // "write x (4 bytes)"
std::string describe(const Program& p, const TargetSet& targets);
std::vector<EdgeId> edgesOf(const Program& p, ThreadId t);

} // namespace heddle::ccfg::analysis
