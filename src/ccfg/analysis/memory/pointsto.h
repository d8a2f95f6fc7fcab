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

#include "ccfg/analysis/memory/offsets.h"
#include "ccfg/program.h"

#include <unordered_map>

namespace heddle::ccfg::analysis {

struct Target {
  ObjectId object;
  Offsets offsets;
  bool operator==(const Target&) const = default;
};

// Targets sorted by object; no target of an object contains another. Beyond `maxOffsets` classes an object's
// are joined into one. Copies share their content until they change.
class TargetSet {
public:
  static constexpr unsigned maxOffsets = 16;

  void insert(Target t);

  bool empty() const { return size() == 0; }
  size_t size() const { return targets_ ? targets_->size() : 0; }
  bool containsObject(ObjectId o) const;
  const Target* begin() const { return targets_ ? targets_->data() : nullptr; }
  const Target* end() const { return begin() + size(); }

private:
  std::shared_ptr<std::vector<Target>> targets_; // null: empty
};

class PointsTo {
public:
  explicit PointsTo(const Program& p);

  const TargetSet& ofRegister(RegId r) const;
  TargetSet targets(Term address) const; // registers belong to one thread, so the term tells the thread
  const TargetSet& contents(ObjectId o) const {
    return contents_[abstractOf_[o]];
  } // of pointers in its bytes

  // Where there are very many Alloc sites one stands for several: targets name only those that stand for
  // others.
  ObjectId abstractOf(ObjectId o) const { return abstractOf_[o]; }
  const std::vector<ObjectId>& abstraction() const { return abstractOf_; }

  // May accesses of so many bytes at these addresses share a byte? Two addresses in one thread or in two.
  bool mayAlias(Term a, uint64_t bytesA, Term b, uint64_t bytesB) const;

private:
  TargetSet targets(Term t, std::unordered_map<Term, TargetSet>& known) const;

  const Program& program_;
  std::vector<ObjectId> abstractOf_;
  std::vector<TargetSet> sets_; // distinct
  std::vector<uint32_t> setOfRegister_;
  std::unordered_map<Term, uint32_t> setOfTerm_; // of the terms in the program
  std::vector<TargetSet> contents_;              // by object
};

bool mayAlias(const TargetSet& a, uint64_t bytesA, const TargetSet& b, uint64_t bytesB);

} // namespace heddle::ccfg::analysis
