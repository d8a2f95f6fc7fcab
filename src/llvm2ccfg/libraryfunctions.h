// The functions of a library that threads may call at once, for a harness: which they are, and what each is
// for.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace heddle::llvm2ccfg {

enum class Role : uint8_t {
  Make,   // before the threads: pool_create, queue_init
  Use,    // by threads
  Unmake, // after them: pool_destroy
};

class LibraryFunction {
public:
  LibraryFunction(const llvm::Function& f, Role role) : function_(f), role_(role) {}
  std::string name() const { return function_.getName().str(); }
  Role role() const { return role_; }
  const llvm::DISubroutineType* type() const { return function_.getSubprogram()->getType(); }
  unsigned parameters() const; // without what may follow
  const llvm::DIType* parameter(unsigned n) const { return type()->getTypeArray()[n + 1]; }
  const llvm::DIType* result() const {
    return type()->getTypeArray().size() == 0 ? nullptr : type()->getTypeArray()[0];
  }

private:
  const llvm::Function& function_;
  Role role_;
};

class Library {
public:
  // Those that `only` names, or (it is empty) that take the same structure, or touch the same variables.
  // Throws InputError if there are none, or not those.
  Library(const llvm::Module& module, const std::string& file, const std::vector<std::string>& only);

  std::vector<const LibraryFunction*> all() const;
  std::vector<const LibraryFunction*> of(Role role) const; // in the order in which they are to be called
  const std::string& file() const { return unit_; }        // as debug information names it
  // The structure that most functions take a pointer to; null: they share variables only.
  const llvm::DIType* handle() const { return handle_; }
  bool isHandle(const llvm::DIType* t) const; // a pointer to it
  bool makes(const LibraryFunction& f) const; // its result is a new one
  bool isMade() const;                        // some function does

private:
  void findHandle(const std::vector<const llvm::Function*>& functions);
  bool takesHandle(const llvm::Function& f) const;
  Role roleOf(const llvm::Function& f) const;

  std::string unit_;
  const llvm::DIType* handle_ = nullptr; // as it is first written
  std::vector<LibraryFunction> functions_;
};

} // namespace heddle::llvm2ccfg
