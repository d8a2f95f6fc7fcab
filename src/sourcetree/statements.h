// The table of C statements (ccfg/statement.h) of one file or several, filled from Clang's syntax tree.
//
// A statement is told by its tokens: the tree is that of an ExpandedSource, which knows where each token
// stands in the user's files. A token belongs to the innermost statement around it; the tokens of a control
// statement's head to the condition. Statements in a statement expression, `({ ... })`, are statements of
// their own.
#pragma once

#include "sourcetree/expanded.h"
#include "sourcetree/table.h"

#include <clang/AST/ASTConsumer.h>

#include <filesystem>
#include <memory>
#include <string>

namespace heddle::sourcetree {

// How the table names a file that the compiler opened in `directory` (empty: the current one).
std::string nameFromHere(const std::string& file, const std::filesystem::path& directory);

// `directory`: where the names of files are relative to, if that is not the current one; may be empty.
std::unique_ptr<clang::ASTConsumer> collectStatements(const ExpandedSource& source,
                                                      const std::string& directory, StatementTable& table,
                                                      StatementOfToken& ofToken);

} // namespace heddle::sourcetree
