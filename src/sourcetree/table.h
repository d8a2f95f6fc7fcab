// What the others get from this folder: the table of C statements of the files that were compiled.
#pragma once

#include "ccfg/statement.h"
#include "support/source.h"

#include <vector>

namespace heddle::sourcetree {

struct StatementTable {
  FileTable files;
  std::vector<ccfg::Statement> rows{1}; // [0] is none, as in a Program
};

// Which statement the tokens of one source belong to: those that execute as one unit, else 0.
using StatementOfToken = std::vector<ccfg::StatementId>;

} // namespace heddle::sourcetree
