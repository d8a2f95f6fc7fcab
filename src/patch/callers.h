// Which functions a section calls, in any file: one that takes the section's lock itself would wait forever.
#pragma once

#include "patch/spans.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace heddle::patch {

class Callers {
public:
  explicit Callers(const Trees& trees);

  // Names a function in the whole program.
  static std::string keyOf(const Tree& tree, const clang::FunctionDecl* f);
  // Those that may be called, however deep, within the statements.
  std::set<std::string> reachable(const Tree& tree, const std::vector<const clang::Stmt*>& statements) const;
  struct Use {
    const Tree* tree;
    const clang::Stmt* stmt;
  };
  const std::vector<Use>& usesOf(const std::string& key) const; // other than as the start of a thread

private:
  struct Definition {
    const Tree* tree;
    const clang::FunctionDecl* function;
  };
  std::map<std::string, Definition> definitions_;
  std::map<std::string, std::vector<Use>> uses_;
};

} // namespace heddle::patch
