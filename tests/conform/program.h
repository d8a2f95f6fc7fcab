// Random programs for the comparison of model and machine: calls of thread functions, with every error they
// may give.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::conform {

// Every statement can be left out without harm: what it needs to be true it asks at run time.
struct Program {
  uint64_t seed = 0;
  std::string objects;                           // declarations, and functions that are called back
  std::vector<std::string> setup;                // what main does first
  std::vector<std::vector<std::string>> threads; // the statements of each
  std::vector<std::string> main;                 // while they run, and after
  bool c11 = false;
  std::string locals; // of every thread
};

Program generate(uint64_t seed);
std::string print(const Program& p);

} // namespace heddle::conform
