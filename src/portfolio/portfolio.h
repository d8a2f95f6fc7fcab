// Who runs when: several engines on one problem, one after the other or at once, until one of them has an
// answer. plan.h has the rules, worth.h says when an answer will do, worker.h is an engine in a process of
// its own.
#pragma once

#include "portfolio/plan.h"

namespace heddle::portfolio {

struct PortfolioOptions {
  unsigned jobs = 0; // engines at once; 0: as many as there are processors
};

// The first verdict counts; if there is none, the result tells what `explore` and `bounded` came to. With one
// job everything happens in this process, and always in the same order.
std::unique_ptr<engine::Engine> makePortfolio(const Engines& engines, const PortfolioOptions& options = {});

} // namespace heddle::portfolio
