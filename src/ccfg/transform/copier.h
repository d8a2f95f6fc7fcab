// Copies a program piece by piece: what derived programs (derived.h) are made with. The one place that knows
// how each operation is copied.
//
// Objects, registers and locations are copied when they are first needed, and numbered in that order. A
// thread may be copied more than once; each copy has its own registers and locations.
#pragma once

#include "ccfg/transform/derived.h"
#include "logic/copy.h"

#include <unordered_map>

namespace heddle::ccfg::transform {

class Copier {
public:
  explicit Copier(const Program& original);
  Copier(const Copier&) = delete;
  Copier& operator=(const Copier&) = delete;

  Program& program() { return *derived_.program; }

  // ---- threads
  // Each once, with all objects, registers and locations but these: so far numbers stay as they are.
  void copyAllButEdges(const std::set<LocId>& leftOut = {});
  // With its ends, parameters and result; the rest comes when it is needed.
  ThreadId addThread(ThreadId original, std::string name);
  // With all its registers and locations.
  ThreadId addWholeThread(ThreadId original, std::string name);
  ThreadId firstCopy(ThreadId original) const; // none: there is no copy

  // Has the value wherever it is read. Before any term with it is copied.
  void takeAsConstant(RegId original, uint64_t value) { constants_[original] = value; }

  // ---- parts of a thread; `copy` is the thread of the copy that they belong to
  ObjectId object(ObjectId o);
  RegId reg(ThreadId copy, RegId r);
  LocId location(ThreadId copy, LocId l);
  Term term(ThreadId copy, Term t);
  Operation operation(ThreadId copy, const Operation& op); // a fork starts the first copy of its thread
  Edge withoutOperations(ThreadId copy, EdgeId e);         // and without ends

  // ---- edges
  EdgeId add(Edge e, std::vector<Piece> pieces);
  // One edge that executes these, which follow one another; otherwise it is like the one that is not
  // internal.
  EdgeId addChain(ThreadId copy, const std::vector<EdgeId>& chain);
  // Puts an operation that chooses no value between the pieces of an edge.
  void insert(EdgeId e, uint32_t position, Operation op);

  Derived finish(); // verified

private:
  struct ThreadCopy {
    ThreadId original;
    std::unordered_map<RegId, RegId> registers;
    std::unordered_map<LocId, LocId> locations;
    logic::TermCopier terms;
  };

  ThreadId newThread(ThreadId original, std::string name);
  void connect(ThreadId copy);
  void copyInitialValues();

  const Program& original_;
  Derived derived_;
  std::vector<ThreadCopy> threads_;                // by thread of the copy
  std::unordered_map<ObjectId, ObjectId> objects_; // from the original
  std::unordered_map<RegId, uint64_t> constants_;
};

} // namespace heddle::ccfg::transform
