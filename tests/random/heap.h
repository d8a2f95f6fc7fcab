// Statements on heap memory: one slot that all threads share, and a pointer that each holds.
#pragma once

#include "ast.h"

namespace heddle::random {

inline constexpr int heapOperations = 10;

std::string heapStatement(int operation, int local, const std::string& value);
std::string heapSlot(const std::string& code); // its declaration, if the code mentions it
std::string heapHeld(const std::string& code); // the same of the pointer that a thread holds

} // namespace heddle::random
