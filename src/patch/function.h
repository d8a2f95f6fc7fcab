// One function while it is changed: what every change needs of its text.
#pragma once

#include "patch/edits.h"
#include "patch/patch.h"
#include "patch/tree.h"

#include <set>
#include <string>

namespace heddle::patch {

// A file that is changed, as the unit `tree` sees it.
struct File {
  File(std::string name, const Tree& tree)
      : name(std::move(name)), tree(tree), entry(tree.file(this->name)),
        edits(std::string(tree.text(entry))) {}

  // Throws Refused; `wayOut` is a sentence that goes on behind a semicolon.
  [[noreturn]] void refuse(uint64_t offset, const std::string& what, const std::string& wayOut) const {
    throw Refused(name + ":" + std::to_string(edits.lineNumber(offset)) + ": " + what + "; " + wayOut);
  }

  std::string name;
  const Tree& tree;
  const clang::FileEntry* entry;
  Edits edits;
  std::set<std::string> declared; // outside of functions, by this patch
};

// How lines at the same place are ordered (Edits::Rank): sections by the numbers of their locks, then what
// stands inside.
namespace level {
inline constexpr int end = -1, section = 0, condition = 1000, exit = 2000, brace = 3000;
} // namespace level

class Function {
public:
  Function(File& file, const Body& body) : file(file), edits(file.edits), body(body) {}

  Extent extent(Node n) const; // throws Refused if that can't be changed
  Extent extent(const clang::Stmt* s) const { return extent(Node{s, Part::Whole}); }
  std::string text(Extent e) const { return edits.text().substr(e.begin, e.end - e.begin); }
  std::string text(const clang::Expr* e) const; // throws Refused

  // Of lines beside the statement.
  std::string indent(const clang::Stmt* s) const;
  // So that lines can stand beside a statement that is the body of another: puts it into braces, once.
  void brace(const clang::Stmt* s);
  bool isAlone(const clang::Stmt* s) const; // in no compound statement

  // A name for a variable or a label, which nothing else within `scope` has.
  std::string fresh(const std::string& base, Extent scope);
  Extent scopeOf(const clang::Stmt* s) const; // of what is declared before s, or in its place
  std::string declare(clang::QualType type, const std::string& name, uint64_t at) const;

  File& file;
  Edits& edits;
  const Body& body;

private:
  struct Taken {
    std::string name;
    Extent scope;
  };
  bool opensOnOwnLine() const;
  void closeBefore(const clang::Stmt* s, uint64_t end, const std::string& indent, uint64_t head);

  std::set<const clang::Stmt*> braced_;
  std::vector<Taken> taken_;
};

} // namespace heddle::patch
