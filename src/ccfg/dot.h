// The model as a Graphviz graph: a cluster a thread, dotted edges from forks to the threads they start.
#pragma once

#include "ccfg/program.h"

#include <string>

namespace heddle::ccfg {

std::string printDot(const Program& p);

} // namespace heddle::ccfg
