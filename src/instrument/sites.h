// The table of sites of a module: what every instrumented place is, kept as text in the executable. The
// recorder copies it into the trace, and src/trace/sites.cpp reads it.
//
// One line a site, fields separated by tabs: kind, bytes, flags, line, column, file, function, name. An empty
// file or function is that of the line before. Flags: a atomic, v volatile, n no value is recorded, m meant
// to be atomic,
// - none.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Instructions.h>

#include <string>

namespace heddle::instrument {

struct Site {
  std::string kind; // "read", "lock", ...
  uint64_t bytes = 0;
  std::string flags;
  std::string name; // the variable, object or function that it is about
};

class SiteTable {
public:
  // Returns the site's index. The place is the instruction's, or the function's if it is null.
  uint32_t add(const Site& site, const llvm::Function& f, const llvm::Instruction* place);
  uint32_t count() const { return count_; }
  const std::string& text() const { return text_; }

private:
  std::string text_, lastFile_, lastFunction_;
  uint32_t count_ = 0;
};

// The memory at an address as the programmer would write it, as far as debug information tells: `q.items[2]`,
// `node->next`; empty if it does not.
std::string describe(const llvm::Value* address, uint64_t bytes, const llvm::DataLayout& layout);

} // namespace heddle::instrument
