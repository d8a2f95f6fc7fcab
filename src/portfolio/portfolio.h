// Who runs when: the engines one after the other, the one that is fast on small closed programs first.
#pragma once

#include "engines/bounded/bounded.h"
#include "engines/explore/explore.h"
#include "engines/impact/impact.h"
#include "engines/modular/modular.h"
#include "engines/sample/sample.h"

namespace heddle::portfolio {

// `explore` for a moment, `sample` and `modular` for another, `impact` for a while, `bounded` for most of the
// time, `explore` for what is left. The first verdict counts; if there is none, the result tells what
// `explore` and `bounded` came to.
std::unique_ptr<engine::Engine> makePortfolio(const explore::ExploreOptions& explore,
                                              const bounded::BoundedOptions& bounded,
                                              const modular::ModularOptions& modular,
                                              const impact::ImpactOptions& impact);

} // namespace heddle::portfolio
