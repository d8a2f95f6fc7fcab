// What LLVM's operators mean, as terms: for the translation of a program and for walking a trace over it.
// Null: an operator that has no term.
#pragma once

#include "logic/term.h"

#include <llvm/IR/Instructions.h>

namespace heddle::llvm2ccfg {

using logic::Term;

Term operation(logic::TermManager& tm, unsigned opcode, Term a, Term b); // binary
Term comparison(logic::TermManager& tm, llvm::CmpInst::Predicate predicate, Term a, Term b);
Term conversion(logic::TermManager& tm, unsigned opcode, Term a, unsigned width);
// What an atomic read-modify-write makes of the old value.
Term modification(logic::TermManager& tm, llvm::AtomicRMWInst::BinOp op, Term old, Term value);

} // namespace heddle::llvm2ccfg
