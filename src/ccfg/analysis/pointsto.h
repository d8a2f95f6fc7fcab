// Points-to: which objects, and which bytes of them, a term may be the address of.
//
// Inclusion-based (Andersen), field-sensitive by byte offset, insensitive to flow; calls are inlined in the
// model, so it is sensitive to calling contexts. One abstract object stands for all instances of an Alloc
// site.
//
// What it rests on: an address comes, through registers and memory, from an `address` term or an Alloc. A
// number that merely happens to equal an address points nowhere here, and a pointer moved by arithmetic stays
// with its object. Neighbours: pointerterms (terms), escape and accesses (built on this).
#pragma once

#include "ccfg/analysis/offsets.h"
#include "ccfg/program.h"

#include <unordered_map>

namespace heddle::ccfg::analysis {

struct Target {
  ObjectId object;
  Offsets offsets;
  bool operator==(const Target&) const = default;
};

// Targets sorted by object; no target of an object contains another. Beyond `maxOffsets` classes an object's
// are joined into one.
class TargetSet {
public:
  static constexpr unsigned maxOffsets = 16;

  // What the set grew by, if it grew: the target itself, or the class it was joined into.
  std::optional<Target> insert(Target t);

  bool empty() const { return targets_.empty(); }
  size_t size() const { return targets_.size(); }
  bool containsObject(ObjectId o) const;
  auto begin() const { return targets_.begin(); }
  auto end() const { return targets_.end(); }

private:
  std::vector<Target> targets_;
};

class PointsTo {
public:
  explicit PointsTo(const Program& p);

  const TargetSet& ofRegister(RegId r) const { return registers_[r]; }
  TargetSet targets(Term address) const; // registers belong to one thread, so the term tells the thread
  const TargetSet& contents(ObjectId o) const { return contents_[o]; } // what pointers in its bytes point to

  // May accesses of so many bytes at these addresses share a byte? Two addresses in one thread or in two.
  bool mayAlias(Term a, uint64_t bytesA, Term b, uint64_t bytesB) const;

private:
  const TargetSet& targets(Term t, std::unordered_map<Term, TargetSet>& known) const;

  const Program& program_;
  std::vector<TargetSet> registers_;
  std::vector<TargetSet> contents_;
};

bool mayAlias(const TargetSet& a, uint64_t bytesA, const TargetSet& b, uint64_t bytesB);

} // namespace heddle::ccfg::analysis
