// Weak orders: may atomics that are weaker than seq_cst show executions that are not sequentially consistent?
//
// An execution that is not has a cycle of happens-before and of communication (who reads or overwrites whose
// store) that happens-before does not contain; and since each place by itself is coherent, such communication
// on two places at least. So weak orders can't be noticed
//   - if only one place is communicated through: what locks or the starts and ends of threads order is not;
//   or
//   - if one thread alone writes those places, and whoever is atomic there releases or acquires: what is read
//     is in happens-before then, and overwriting alone leads to that one thread and never away from it.
// Fences are not looked at; they only make orders stronger.
#pragma once

#include "ccfg/analysis/facts.h"

namespace heddle::ccfg::analysis {

// The edge of a weak access that may be noticed, or `none`.
EdgeId noticeableWeakOrder(const Facts& facts);

} // namespace heddle::ccfg::analysis
