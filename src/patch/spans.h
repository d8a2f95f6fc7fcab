// Sections as the syntax tree has them: which statements they hold, and whether they are sections of C at
// all.
#pragma once

#include "patch/function.h"

#include <vector>

namespace heddle::patch {

struct Span {
  size_t lock = 0; // index into Request::locks
  const Body* body = nullptr;
  // Children of a compound statement from one to another. The labels of the first are outside.
  const clang::CompoundStmt* within = nullptr;
  size_t from = 0, to = 0;
  const clang::Stmt* alone = nullptr; // instead: the body of a control statement, without braces
  Node head;                          // a unit of a head: a section of its own, or the end of the statements
  bool isHead() const { return within == nullptr && alone == nullptr; }

  const clang::Stmt* first() const; // behind its labels; the control statement if it is a unit of a head
  const clang::Stmt* last() const;
  Extent extent(const Tree& tree) const; // HEDDLE_CHECKs that there is one

  // What of it there is in the syntax tree.
  std::vector<const clang::Stmt*> parts() const;
  bool contains(const clang::Stmt* s) const;
};

// `function` is the one that holds both nodes.
Span spanOf(const Function& function, Node first, Node last, size_t lock);

// One of two, if they overlap; false if they don't. Both are of the same function.
bool unite(const Tree& tree, Span& into, const Span& other);

// Throws Refused if something jumps into it, or it crosses a directive of the preprocessor.
void checkSpan(const Function& function, const Span& span);

} // namespace heddle::patch
