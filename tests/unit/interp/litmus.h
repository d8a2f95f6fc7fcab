// Litmus tests: a few accesses and fences of each of some threads, and which results they may have.
//
// Two ways to the results that share nothing: by the axioms of a model, over all candidate executions (who
// reads from whom, and the order of stores to each place: Alglave et al. 2014), and by running a program that
// has the model written into it, in every interleaving.
#pragma once

#include "ccfg/memory_model.h"
#include "ccfg/program.h"

#include <set>

namespace heddle::litmus {

using ccfg::MemOrder;
using ccfg::MemoryModel;

struct Op {
  enum class Kind : uint8_t { Read, Write, Fence };
  Kind kind;
  int place = 0;
  MemOrder order = MemOrder::Relaxed;
  // Numbers of earlier reads of the thread, in its list: the value, the address, or whether the thread gets
  // here depends on what they read.
  int data = -1, address = -1, control = -1;
};

struct Litmus {
  int places = 0;
  std::vector<std::vector<Op>> threads; // the writes to a place write 1, 2, ..., thread by thread
};

// What the reads read, thread by thread, then what each place holds in the end.
using Outcome = std::vector<int>;

// For power the axioms allow more than the model here does (docs/decisions.md).
std::set<Outcome> byAxioms(const Litmus& test, MemoryModel model);
ccfg::Program programOf(const Litmus& test);
// By the interpreter's own buffers (sc, tso, pso), or by a copy with the model written into it.
std::set<Outcome> byBuffers(const Litmus& test, MemoryModel model);
std::set<Outcome> byCopy(const Litmus& test, MemoryModel model);

Litmus drawn(uint64_t seed, int threads = 0); // 0: two or three; else short ones, with dependencies
std::string toString(const Litmus& test);

} // namespace heddle::litmus
