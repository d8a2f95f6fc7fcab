// From a trace to a model: the recorded paths, walked again over the program's own bitcode, give the symbolic
// events (tid, (assume(c), asgn)) of Wang et al. 2010, section 2, and the concurrent trace program of
// Definition 1 as a ccfg::Program: one straight line of edges a thread, ordered with others by nothing but
// synchronization.
//
// Parts: bitcode.h (the modules that the executable keeps), walker.h (one thread's instructions beside its
// events, with concrete and symbolic values), model.h (drawing events), sync.cpp (drawing the thread
// library's).
#pragma once

#include "ccfg/program.h"
#include "trace/transactions.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace heddle::llvm2ccfg {

struct TraceAssertion { // that held in the run; an edge of the model asserts it
  ccfg::EdgeId edge = ccfg::none;
  uint32_t thread = 0; // index into Trace::threads
  std::string file, function, text;
  uint32_t line = 0;
};

// A call into code that is not seen, which may synchronize threads for all that is known.
struct Unseen {
  uint32_t thread = 0,
           event = 0; // index of the thread, and of the event that it comes before, the first time
  std::string place;  // "lock() at x.c:7"
};

struct TraceProgram {
  std::shared_ptr<ccfg::Program> program{};                      // predictions keep it
  std::map<ccfg::EdgeId, trace::EventRef> events{};              // the recorded event that an edge stands for
  std::map<std::pair<uint32_t, uint32_t>, ccfg::EdgeId> edges{}; // and back: (thread's index, event)
  std::map<ccfg::EdgeId, uint64_t> unknowns{}; // edges that choose a value that is not followed: what it was
  std::vector<TraceAssertion> assertions{};
  std::vector<std::string> notes{}; // what could not be followed, for the user
  // Why the program may do what the model excludes: then nothing is infeasible because the model says so.
  std::vector<std::string> gaps{};
  std::vector<Unseen> unseen{};
};

// Of a long trace a model holds the events from `begin` to `end` in the trace's order; what comes before has
// happened as it did, what comes after is not there.
struct Window {
  size_t begin = 0, end = SIZE_MAX;
};

// Hashes of the modules that `heddle cc` built into an executable. Throws InputError if it is none.
std::set<uint64_t> modulesOf(const std::string& executable);

// Throws InputError if the executable has no bitcode, or it is not the one that made the trace.
TraceProgram rewalk(const trace::Trace& trace, const std::vector<trace::EventRef>& order,
                    const std::vector<trace::Block>& blocks, const trace::SharedVariables& shared,
                    const std::string& executable, Window window = {}, const Budget& budget = Budget());

} // namespace heddle::llvm2ccfg
