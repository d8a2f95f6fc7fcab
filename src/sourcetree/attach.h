// Hands the table of statements on to LLVM IR: each debug location of a module tells its statement.
//
// The number travels as the discriminator of a DILexicalBlockFile, the scope that LLVM has for places that
// are told apart by more than line and column: passes that copy an instruction's location copy its statement
// too.
#pragma once

#include "sourcetree/table.h"

namespace llvm {
class Instruction;
class Module;
} // namespace llvm

namespace heddle::sourcetree {

class ExpandedSource;

// `m` was compiled from the source. Columns become those of the user's file again.
void attachStatements(llvm::Module& m, const ExpandedSource& source, const StatementOfToken& ofToken);

// 0: none is known.
ccfg::StatementId statementOf(const llvm::Instruction& i);

} // namespace heddle::sourcetree
