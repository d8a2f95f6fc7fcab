// Barriers: who leaves one knows that all others have come to it.
//
// A barrier for N, at which N threads of one instance each may arrive and no others, is passed in rounds: a
// thread that has arrived waits until the round is full, so every round has one arrival of each. Who leaves
// for the r-th time does so after the r-th arrival of everybody else.
#pragma once

#include "ccfg/analysis/memory/pointsto.h"
#include "ccfg/analysis/order/prior.h"

namespace heddle::ccfg::analysis {

class Mhb;

PriorEvents barrierPriors(const Program& p, const PointsTo& pointsTo, const Mhb& known);

} // namespace heddle::ccfg::analysis
