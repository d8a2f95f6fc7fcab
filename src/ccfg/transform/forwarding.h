// What a load reads where stores of its own thread have not reached memory: each byte comes from the youngest
// of them that writes it, and otherwise from memory. A part of memorymodel.cpp.
#pragma once

#include "ccfg/analysis/memory/pointsto.h"
#include "ccfg/program.h"

namespace heddle::ccfg::transform {

struct StoreAhead {
  Term source; // its address in the original
  Term address, value;
  unsigned bytes; // as wide as the value
};

class Forwarding {
public:
  // Registers and terms are those of `copy`; points-to speaks of the original.
  Forwarding(Program& copy, const Program& original, const analysis::PointsTo& pointsTo)
      : copy_(copy), original_(original), pointsTo_(pointsTo) {}

  // The operations in place of the load; `source` is its address in the original, `ahead` is oldest first.
  std::vector<Operation> load(ThreadId t, const Load& load, Term source,
                              const std::vector<StoreAhead>& ahead);
  // Some load may find a part of a store where memory was never written: what it chooses there is not told
  // apart from what it finds.
  bool isInexact() const { return inexact_; }

private:
  Term overlay(Term value, const Load& load, Term source, const StoreAhead& store) const;
  bool isTotal(Term source, const StoreAhead& store) const;

  Program& copy_;
  const Program& original_;
  const analysis::PointsTo& pointsTo_;
  bool inexact_ = false;
};

} // namespace heddle::ccfg::transform
