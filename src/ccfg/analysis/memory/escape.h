// Escape: which objects two thread instances may really share, and which edges touch nothing of the kind.
//
// An object is unshared if one instance alone can access it: by points-to only one template that is not
// repeatable does, or it is made by Alloc and its address never leaves the instance that made it (through a
// fork's argument, a thread's result, or the memory of an object that is not itself private). Every object
// accessed from two templates is shared, whatever the order in time: see mhb for that.
#pragma once

#include "ccfg/analysis/memory/reuse.h"

namespace heddle::ccfg::analysis {

class Escape {
public:
  Escape(const Program& p, const PointsTo& pointsTo, const Reuse& reuse);

  bool isShared(ObjectId o) const { return shared_[o]; }
  // Each instance of the object is accessed only by the thread instance that allocated it.
  bool isPrivate(ObjectId o) const { return private_[o]; }
  const std::vector<ThreadId>& accessors(ObjectId o) const { return accessors_[o]; }   // sorted
  const std::vector<ThreadId>& allocators(ObjectId o) const { return allocators_[o]; } // sorted

  // An instance of t may have its objects freed by another instance. What is freed is reused, so where such a
  // thread allocates next depends on when the other frees.
  bool isFreedByOthers(ThreadId t) const { return freedByOthers_[t]; }
  // May an instance of `by` that frees an instance of o free what another thread instance allocated?
  bool freesForOthers(ObjectId o, ThreadId by) const;
  const Reuse& reuse() const { return reuse_; }
  size_t threadCount() const { return freedByOthers_.size(); }

  // The edge commutes with whatever other instances do: it touches registers and unshared objects only, and
  // does not fork, join, halt, enter an atomic section, allocate or free where another instance does, or
  // compare what another may free. By ending its thread it may let a Join go on. It may still end the run by
  // an invalid access or a failing assertion: whoever executes it must look.
  bool isLocal(EdgeId e) const { return local_[e]; }

private:
  void findAccessors(const Program& p, const PointsTo& pointsTo);
  void findFreedByOthers(const Program& p, const PointsTo& pointsTo);
  void findPrivate(const Program& p, const PointsTo& pointsTo);
  bool isLocalEdge(const Program& p, const PointsTo& pointsTo, const Edge& e) const;

  const Reuse& reuse_;
  std::vector<std::vector<ThreadId>> accessors_, allocators_;
  std::vector<bool> private_, shared_, local_;
  std::vector<bool> freedByOthers_, repeatable_; // by thread
};

// By abstract object: is there at most one instance of it in an execution? Then a target with an exact offset
// is one place.
std::vector<bool> singleInstanceObjects(const Program& p, const PointsTo& pointsTo);

// The address an operation accesses or frees, if it does.
std::optional<Term> accessedAddress(const Operation& op);

} // namespace heddle::ccfg::analysis
