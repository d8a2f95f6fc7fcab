// Random programs with one thread, for the meaning of C itself: every integer width, floats, structs,
// bit-fields, unions, arrays, pointers, calls, library functions. What a native run computes, the interpreter
// must compute too.
#pragma once

#include "dice.h"

#include <string>
#include <vector>

namespace heddle::random {

// A fixed prelude (sequential_prelude.h) with variables and functions, and statements on them, each of its
// own.
struct SequentialProgram {
  uint64_t seed = 0;
  std::vector<std::string> statements;
};

SequentialProgram generateSequential(uint64_t seed);

// Prints the value of every watched variable, one a line.
std::string printNative(const SequentialProgram& p);

// Reaches its error if every watched variable has the value of the native run; so a run that stops early is
// noticed.
std::string printAgree(const SequentialProgram& p, const std::vector<std::string>& values);

// Reaches an error at the first variable that has another value.
std::string printDiffer(const SequentialProgram& p, const std::vector<std::string>& values);

} // namespace heddle::random
