// C types as text, from debug information: for declarations that are written, not read.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>

#include <set>
#include <string>
#include <vector>

namespace heddle::llvm2ccfg {

// Behind typedef, const, volatile and the like; null: void.
const llvm::DIType* underlying(const llvm::DIType* t);
// What a pointer leads to, as it is written; `isPointer` says whether it is one.
bool isPointer(const llvm::DIType* t);
const llvm::DIType* pointedTo(const llvm::DIType* t);
const llvm::DISubroutineType* functionBehind(const llvm::DIType* t); // of a pointer to a function, else null
bool isComplete(const llvm::DIType* t);                              // a variable of it can be declared

// `int *x[3]`, `void (*x)(int)`; an empty name gives the type alone.
std::string declaration(const llvm::DIType* t, const std::string& name);
// The result first, then the parameters.
std::string declaration(const llvm::DISubroutineType* f, const std::string& name,
                        const std::vector<std::string>& parameters = {});

// Definitions of the types that this one needs and that are written in this file, inner ones first. Where
// only a pointer leads to a structure, its name is enough.
struct Definitions {
  std::string file;
  std::vector<std::string> text{};
  std::set<std::pair<const llvm::DIType*, bool>> done{};
};
void defineTypes(const llvm::DIType* t, Definitions& to, bool complete = true);

} // namespace heddle::llvm2ccfg
