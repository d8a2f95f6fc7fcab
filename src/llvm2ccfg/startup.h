// What runs before and after main: constructors, destructors, functions given to atexit, resolvers of ifuncs.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

namespace heddle::llvm2ccfg {

// The function that stands for the whole run, in place of `entry`.
inline constexpr const char* startFunction = "__heddle_start";
// Called by exit(), which the library defines where there is anything to do at the end.
inline constexpr const char* finishFunction = "__heddle_destructors";

bool runsAtExit(const llvm::Module& module); // are there destructors, or is atexit used?

// Adds `startFunction` if anything runs besides the entry. Comes before the library is linked.
void addStart(llvm::Module& module, const std::string& entry);

} // namespace heddle::llvm2ccfg
