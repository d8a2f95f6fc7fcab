// Who runs when: several engines on one problem, one after the other or at once, until one of them has an
// answer. plan.h has the rules, worth.h says when an answer will do, worker.h is an engine in a process of
// its own.
#pragma once

#include "portfolio/plan.h"

namespace heddle::portfolio {

struct PortfolioOptions {
  unsigned jobs = 0; // engines at once; 0: as many as there are processors
};

// The first verdict counts, and a search that has seen everything, though what it met takes its proof back,
// and a violation, though it may depend on an approximation: nobody can prove what an execution violates.
// What one engine proved of a part of the question holds beside what others found. If there is no verdict,
// the result tells what `explore` and `bounded` came to. With one job everything happens in this process, and
// always in the same order.
std::unique_ptr<engine::Engine> makePortfolio(const Engines& engines, const PortfolioOptions& options = {});

} // namespace heddle::portfolio
