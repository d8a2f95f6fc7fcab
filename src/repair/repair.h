// The least synchronization that makes a program correct: abstraction-guided synthesis of Vechev, Yahav and
// Yorsh 2012, realised as locks in the C source.
//
// The walk: the program is asked about, and each counterexample gives a clause of the atomicity formula
// (avoid.h). Each minimal model of the formula (models.h) is tried on a copy of the program with atomic
// sections, which gives further clauses, until the copy is right (synthesis in repair.cpp). The sections
// become locks (locks.h), the locks become C (patch/), and what comes out is compiled and checked once more.
#pragma once

#include "engine/result.h"
#include "llvm2ccfg/frontend.h"
#include "patch/patch.h"
#include "repair/abstractsearch.h"
#include "repair/locks.h"
#include "report/story.h"

namespace heddle::repair {

// What to do about a trace that a finer abstraction may not have (section 4.3): one that no section prevents,
// and with Auto each that comes from joining states.
enum class Refine : uint8_t {
  Off,
  Domains, // the next domain, the last being none
  Tracked, // one more variable of the trace is tracked
  Auto,    // variables first, then domains
};

struct Options {
  // none: exact values, and any engine of the portfolio explores.
  std::optional<Abstraction> abstraction;
  Refine refine = Refine::Auto;
  // Do not ask first whether the program is right as it is: what the abstraction asks for.
  bool regardless = false;
  unsigned solutions = 10; // at most; 0: the formula is all that is wanted
  bool markers = false;    // atomic sections of SV-COMP in the place of locks
};

struct Solution {
  Model model; // atomic sections
  Locks locks; // or, with `markers`, one lock, of the model's sections
  bool markers = false;
  unsigned cost = 0;
  std::vector<size_t> prevents;       // of Repair::stories, by its sections; by locks alone all
  std::vector<patch::Change> changes; // none: there is no C source
  engine::Result checked;             // the patched program, or its model
  std::string refused;                // why there is no patch though it is a solution
};

enum class Outcome : uint8_t { Correct, Repaired, Hopeless, Unknown };

struct Repair {
  Outcome outcome = Outcome::Unknown;
  std::string why;      // Hopeless, Unknown
  engine::Result first; // of the program as it is
  // Counterexamples, in the order in which they were found: the program's own, then those that sections left.
  std::vector<report::Story> stories;
  std::vector<Clause> formula;       // as it is in the end
  std::vector<Solution> solutions;   // the cheapest first
  std::vector<std::string> failures; // models that did not become solutions
  unsigned avoided = 0, refined = 0, asked = 0;
  size_t states = 0; // of the largest abstract transition system
};

// `source`: how the program was made from C; null: it was not, and there are no patches. Where statements
// are actions, locks are still chosen, and checked, for single accesses.
Repair repair(const ccfg::Program& program, const engine::Question& question, const Options& options,
              const llvm2ccfg::FrontendOptions* source, const Budget& budget,
              const engine::ProgressSink& progress);

} // namespace heddle::repair
