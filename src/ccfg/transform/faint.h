// Takes out what computes values that nobody looks at.
#pragma once

#include "ccfg/program.h"

namespace heddle::ccfg::transform {

// Removes assignments and nondeterministic choices whose register never reaches a condition, an address, a
// stored value or another effect. A choice that does not matter would else be tried with every value.
void removeFaintOperations(Program& p);

} // namespace heddle::ccfg::transform
