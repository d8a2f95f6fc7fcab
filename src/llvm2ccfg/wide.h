// Integers of 65 to 128 bits as pairs of terms: the low 64 bits, and the rest.
#pragma once

#include "llvm2ccfg/module_map.h"

#include <llvm/IR/InstrTypes.h>

namespace heddle::llvm2ccfg {

// Empty: no such operation. Division is not among them: lower.cpp makes it a call.
Leaves wideOperation(logic::TermManager& tm, unsigned opcode, const Leaves& a, const Leaves& b);
Term wideComparison(logic::TermManager& tm, llvm::CmpInst::Predicate predicate, const Leaves& a,
                    const Leaves& b);
// Would the signed addition or subtraction overflow?
Term wideOverflow(logic::TermManager& tm, bool addition, const Leaves& a, const Leaves& b);
// To another width, which may be that of a single term: cut off or extended.
Leaves wideResize(logic::TermManager& tm, const Leaves& from, unsigned bits, bool isSigned);
// The same bits in parts of these widths.
Leaves reinterpret(logic::TermManager& tm, const Leaves& from, const std::vector<unsigned>& widths);

} // namespace heddle::llvm2ccfg
