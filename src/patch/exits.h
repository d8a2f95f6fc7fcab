// Ways out of sections other than their ends: each gives up the locks that it leaves behind.
#pragma once

#include "patch/spans.h"

#include <map>
#include <vector>

namespace heddle::patch {

// The locks that a jump leaves, by number: the last of them is the innermost.
using Exits = std::map<const clang::Stmt*, std::vector<const Span*>>;

// Throws Refused for exits that can't be changed.
void findExits(const Function& function, const Span& span, Exits& exits);

// Does it compute something, which has to be done under the lock?
bool computes(const Function& function, const clang::Stmt* exit);

// `unlocks`: statements, in their order.
void rewriteExit(Function& function, const clang::Stmt* exit, const std::vector<std::string>& unlocks);

// Can control reach what follows the statement?
bool completes(const clang::Stmt* s);

} // namespace heddle::patch
