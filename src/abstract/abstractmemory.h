// Memory for the abstract interpreter: cells (symbolic/cells.h), what each of them holds at first, and which
// accesses are surely valid.
#pragma once

#include "abstract/value.h"
#include "ccfg/analysis/order/mhb.h"
#include "symbolic/cells.h"

#include <map>

namespace heddle::abstract {

using symbolic::Cell;
using symbolic::CellId;
using symbolic::Footprint;

class Memory : public symbolic::Cells {
public:
  Memory(const ccfg::Program& p, const ccfg::analysis::PointsTo& pointsTo,
         const ccfg::analysis::Escape& escape, const ccfg::analysis::Mhb& mhb);

  // Its content before anything is stored; bottom for what Alloc makes.
  const Value& initial(CellId c) const { return initial_[c]; }

  // Where an access may go is inside of the object, which lives then: surely valid, or null.
  bool isValid(ccfg::EdgeId e, const Value& address, unsigned bytes, bool write) const;

private:
  void findLifetimes(const ccfg::analysis::Escape& escape);
  bool lives(ccfg::ObjectId o, ccfg::EdgeId e) const;          // surely, when e is executed
  bool isFreedBefore(ccfg::EdgeId free, ccfg::EdgeId e) const; // maybe, by the same instance
  Value initialOf(const Cell& c) const;
  Value initialAt(ccfg::ObjectId o, uint64_t offset, unsigned bytes) const;

  const ccfg::Program& program_;
  const ccfg::analysis::PointsTo& pointsTo_;
  const ccfg::analysis::Mhb& mhb_;
  std::vector<Value> initial_;                       // by cell
  std::vector<bool> oneOfOwn_;                       // by object: only its maker sees it, and makes one
  std::vector<std::vector<ccfg::EdgeId>> frees_;     // by object: what may end it
  mutable std::map<ccfg::EdgeId, BitSet> afterFree_; // locations, as they are asked for
  std::vector<uint64_t> sizes_;                      // by object: bytes that surely may be accessed
};

} // namespace heddle::abstract
