// What a model or a result rests on that was not proved.
#pragma once

#include "support/source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heddle::ccfg {

using AssumptionId = uint32_t;

enum class AssumptionKind : uint8_t {
  HavockedFunction,   // an unknown external function: its result and what it can reach are arbitrary
  RecursionBound,     // calls nested deeper than the bound are cut off
  ThreadBound,        // more threads than the model can hold
  NondetValues,       // only some values of an input were tried
  UninitialisedValue, // only some values of uninitialised memory were tried
  FloatUnknown,       // floating-point values treated as arbitrary
  InvalidAccess,      // a path ended at an invalid memory access that nobody asked about
  WeakAtomics,        // atomics weaker than seq_cst were taken as seq_cst
  RaceAsSc,           // the program has races and was analysed as sequentially consistent
  AddressReuse,       // a pointer to freed memory was compared as if its place were never used again
  StoreBuffer,        // more stores of a thread were on their way to memory than its buffer holds
  Other,
};

std::string_view assumptionKindName(AssumptionKind k); // "recursion-bound", ...
std::optional<AssumptionKind> assumptionKindFromName(std::string_view name);

struct Assumption {
  AssumptionKind kind = AssumptionKind::Other;
  std::string text; // a sentence for the user, with the name of what it is about
  SourcePos pos;
  // Behaviours may be missing (a proof that rests on it is no proof) ...
  bool missesBehaviours = false;
  // ... or may be invented (a counterexample that passes through it is not shown to be real).
  bool addsBehaviours = false;
};

} // namespace heddle::ccfg
