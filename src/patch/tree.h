// The syntax trees of the program's files as the user wrote them, and where their statements stand.
//
// The table of statements comes from the preprocessed text (sourcetree/); to change the source, what is
// needed is the tree of the source itself. Both agree on where a statement begins, byte by byte.
#pragma once

#include "ccfg/program.h"
#include "llvm2ccfg/frontend.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/ASTUnit.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle::patch {

// Bytes of a file.
struct Extent {
  uint64_t begin, end;
};

// What of a statement is meant: itself, or a unit of its head.
enum class Part { Whole, Condition, Init, Step };

struct Node {
  const clang::Stmt* stmt = nullptr; // the control statement, if it is a part
  Part part = Part::Whole;
};

// One translation unit.
class Tree {
public:
  Tree(std::unique_ptr<clang::ASTUnit> unit, std::string name);

  const std::string& name() const { return name_; } // of its file, as in Program::files

  clang::ASTContext& context() const { return unit_->getASTContext(); }
  const clang::SourceManager& sources() const { return unit_->getSourceManager(); }
  clang::Preprocessor& preprocessor() const { return unit_->getPreprocessor(); }
  bool knows(const std::string& name) const; // as an identifier of the file scope, or a macro

  const clang::FileEntry* file(const std::string& name) const; // null: it is no part of the unit
  bool isMain(const clang::FileEntry* f) const;
  bool isSystem(const clang::FileEntry* f) const;
  const clang::FileEntry* fileOf(clang::SourceLocation l) const;
  std::string_view text(const clang::FileEntry* f) const;

  // With the `;` that ends a statement. None if it does not stand in the file as one piece: it comes from a
  // macro's body.
  std::optional<Extent> extent(const clang::Stmt* s) const;
  std::optional<Extent> extent(clang::SourceRange tokens) const; // without
  std::optional<Extent> extent(Node n) const;
  uint64_t offset(clang::SourceLocation l) const; // in its file, of the macro's use if it is one

private:
  std::unique_ptr<clang::ASTUnit> unit_;
  std::string name_;
};

// The body of a function: which statement is within which.
class Body {
public:
  Body(const Tree& tree, const clang::FunctionDecl* function);

  const Tree& tree() const { return tree_; }
  const clang::FunctionDecl* function() const { return function_; }
  std::string name() const { return function_->getName().str(); }
  const clang::CompoundStmt* compound() const {
    return llvm::cast<clang::CompoundStmt>(function_->getBody());
  }
  const clang::Stmt* parent(const clang::Stmt* s) const; // also of expressions; null: the body
  bool contains(const clang::Stmt* outer, const clang::Stmt* inner) const;
  std::optional<Node> find(Extent extent, ccfg::StatementKind kind) const;

private:
  void add(const clang::Stmt* s, const clang::Stmt* parent);

  const Tree& tree_;
  const clang::FunctionDecl* function_;
  std::map<const clang::Stmt*, const clang::Stmt*> parents_;
  std::vector<const clang::Stmt*> all_; // a statement before its parts
};

// All of them, parsed once.
class Trees {
public:
  explicit Trees(const llvm2ccfg::FrontendOptions& compiled);

  // The unit whose own file it is, or the first that includes it; null: none.
  const Tree* of(const std::string& file) const;
  const std::vector<std::unique_ptr<Tree>>& all() const { return all_; }
  // The definition around a place of a file.
  const Body* bodyAt(const Tree& tree, const std::string& file, uint64_t offset);
  const Body* body(const Tree& tree, const clang::FunctionDecl* f);

private:
  std::vector<std::unique_ptr<Tree>> all_;
  std::map<const clang::FunctionDecl*, std::unique_ptr<Body>> bodies_;
};

// What a statement ends with, if it ends as others do: the body of an `if`, ...; null: it ends by itself.
const clang::Stmt* tailOf(const clang::Stmt* s);
// Behind labels and attributes.
const clang::Stmt* unlabelled(const clang::Stmt* s);
const clang::Expr* conditionOf(const clang::Stmt* s);
// Is it the body, or a branch, of a control statement?
bool isBodyOf(const clang::Stmt* s, const clang::Stmt* control);

// Calls `visit` for s and all below it.
template <typename Visit>
void walk(const clang::Stmt* s, Visit&& visit) {
  if (s == nullptr) return;
  visit(s);
  for (const clang::Stmt* child : s->children()) walk(child, visit);
}

} // namespace heddle::patch
