// How pointers pass through terms: which operands of a term its value may be a pointer by, and how far it
// moves. Pointers are numbers, so they pass through integer operations too: anything but a comparison, a
// floating-point operation or a constant hands the provenance of its operands on. Used by points-to.
#pragma once

#include "ccfg/analysis/memory/offsets.h"
#include "logic/term.h"

#include <functional>

namespace heddle::ccfg::analysis {

// Calls `visit(operand, distance)` for each operand: a pointer to (object, k) in the operand may be a pointer
// to (object, k + distance) in t. Leaves have no operands.
void forEachPointerOperand(logic::Term t, unsigned pointerWidth,
                           const std::function<void(logic::Term, Offsets)>& visit);

// The values of t taken as a distance: its constants and the strides of its scaled indices.
Offsets distanceOf(logic::Term t, unsigned pointerWidth);

} // namespace heddle::ccfg::analysis
