// C files to LLVM modules, by Clang in this process, with nothing optimised away.
#pragma once

#include "ccfg/program.h"
#include "sourcetree/table.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTUnit;
} // namespace clang

namespace heddle::llvm2ccfg {

// The attribute of functions that the source casts to another function type.
inline constexpr const char* castFunction = "heddle-cast";

struct CompileRequest {
  std::string file;               // .c, .i (Clang), .bc, .ll (LLVM)
  const char* text = nullptr;     // compile this text under that name instead of reading the file
  std::vector<std::string> flags; // the user's
  std::string directory;          // working directory of the flags; empty: the current one
  ccfg::DataModel dataModel = ccfg::DataModel::LP64;
  const std::map<std::string, std::string>* overlay = nullptr; // texts of files, see FrontendOptions
};

// What is known of the source besides the module.
struct SourceFacts {
  sourcetree::StatementTable table;           // of all files that were compiled
  std::vector<std::string> withoutStatements; // files whose statements can't be told apart
  unsigned removedAssertions = 0;             // that NDEBUG makes empty
};

// Throws InputError with the compiler's own messages. Facts are added if asked for.
std::unique_ptr<llvm::Module> compileFile(const CompileRequest& request, llvm::LLVMContext& context,
                                          SourceFacts* facts = nullptr);

// The syntax tree of a C file as the user wrote it, with its preprocessor. Throws like compileFile.
std::unique_ptr<clang::ASTUnit> syntaxTree(const CompileRequest& request);

} // namespace heddle::llvm2ccfg
