// Last touches on a drawn Program: flags that follow from the whole graph, and the removal of steps that do
// nothing.
#pragma once

#include "ccfg/program.h"
#include "llvm2ccfg/compile.h"

namespace heddle::llvm2ccfg {

// Sets Location::atomic between AtomicBegin and AtomicEnd marks; InputError where sections don't nest.
void markAtomicSections(ccfg::Program& p);

// Gives the program the statements of the functions that it has operations of, numbered anew.
void addStatements(ccfg::Program& p, const sourcetree::StatementTable& table);

// --granularity statement: no other thread runs in the middle of a C statement.
void groupStatements(ccfg::Program& p);

// Joins the ends of edges without operations, and drops places that can't be reached.
void removeEmptySteps(ccfg::Program& p);

} // namespace heddle::llvm2ccfg
