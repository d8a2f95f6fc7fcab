// Plan: which loads a configuration tells apart and which edges it looks at (section 6: property-guided
// pruning).
#pragma once

#include "engines/modular/transfer.h"

namespace heddle::modular {

Plan makePlan(const Facts& facts, Sensitivity sensitivity, ccfg::PropertySet properties);

} // namespace heddle::modular
