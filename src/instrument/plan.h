// What is instrumented in a function: found before anything is changed, so that the sites can be written into
// the bitcode that the executable keeps (metadata `heddle.site`, by which a trace is read back against the
// program).
#pragma once

#include "instrument/library_calls.h"
#include "instrument/sites.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>

#include <vector>

namespace heddle::instrument {

enum class Job : uint8_t {
  Load,    // made by the runtime
  Store,   //
  Bracket, // an access that stays in the code, between two calls
  Block,   // a copy or fill: the second site is its write
  Library, // one or two sites: before and after
  Wait,    // four sites
  Create,  //
  Join,    //
  Open,    // of a named semaphore
  Mark,    // begin or end of a block that is meant to be atomic
  Result,  // of a call
};

struct Place {
  llvm::Instruction* instruction;
  Job job;
  uint32_t site; // the first one, if there are several
};

struct FunctionPlan {
  llvm::Function* function = nullptr;
  uint32_t site = 0;
  bool meantAtomic = false;
  bool recorded = false; // something happens in it
  uint32_t markSite = 0; // meantAtomic: begin, and end is the next
  std::vector<Place> places;
};

// Adds the function's sites to the table and to the function as metadata; no places: leave it alone.
FunctionPlan planFunction(llvm::Function& f, bool meantAtomic, SiteTable& sites);

// Rewrites the function. `base` holds the number of the module's first site.
void instrumentFunction(const FunctionPlan& plan, llvm::GlobalVariable* base);

} // namespace heddle::instrument
