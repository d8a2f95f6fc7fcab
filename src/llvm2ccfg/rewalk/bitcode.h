// The bitcode that `heddle cc` left in an executable (src/instrument/plugin.cpp): the modules that a trace's
// sites are in.
#pragma once

#include "trace/trace.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <map>
#include <memory>
#include <set>

namespace heddle::llvm2ccfg {

class RecordedModules {
public:
  RecordedModules(const trace::Trace& trace, const std::string& executable, llvm::LLVMContext& context);

  // Number of the instruction's (first) site in the trace; 0: none.
  uint32_t siteOf(const llvm::Instruction* i) const;
  uint32_t siteOf(const llvm::Function* f) const;
  const llvm::Function* functionAt(uint32_t site) const; // null: no function has it
  bool isInstrumented(const llvm::Function* f) const { return instrumented_.contains(f); }
  bool hasInstrumented(llvm::StringRef name) const { return names_.contains(name.str()); }

private:
  void index(const llvm::Module& m, uint32_t base);

  std::vector<std::unique_ptr<llvm::Module>> modules_;
  std::map<const llvm::Module*, uint32_t> bases_;
  std::map<uint32_t, const llvm::Function*> functions_; // by site
  std::set<const llvm::Function*> instrumented_;        // those that record their begin and end
  std::set<std::string> names_;                         // of those
};

} // namespace heddle::llvm2ccfg
