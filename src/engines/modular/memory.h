// Memory as cells: which pieces of memory the analysis tells apart, and which of them each access means.
//
// Accesses that may overlap are put together (section 4.4: an alias set is one variable). A cell is Exact if
// it is one place of one size; a Summary stands for several places of one size (the elements of an array, the
// instances of an allocation site), so a store to it only adds a value; an Opaque cell is accessed in sizes
// that do not fit, and nothing is known of it. Built on points-to.
#pragma once

#include "ccfg/analysis/escape.h"
#include "ccfg/analysis/mhb.h"
#include "engines/modular/environment.h"

#include <map>

namespace heddle::modular {

struct Footprint { // what an access may touch of an object
  ccfg::analysis::Offsets offsets;
  unsigned bytes;
  bool operator==(const Footprint&) const = default;
};

struct Cell {
  enum class Kind : uint8_t { Exact, Summary, Opaque };
  Kind kind;
  ccfg::ObjectId object;
  std::vector<Footprint> footprints; // Exact: just one
  unsigned bytes;
  bool shared;   // more than one instance may access it
  Value initial; // content before anything is stored; bottom for what Alloc makes
};

class Memory {
public:
  Memory(const ccfg::Program& p, const ccfg::analysis::PointsTo& pointsTo,
         const ccfg::analysis::Escape& escape, const ccfg::analysis::Mhb& mhb);

  const std::vector<Cell>& cells() const { return cells_; }
  // The cells that a Load or Store means, or that an Alloc makes.
  const std::vector<CellId>& of(ccfg::EdgeId e, size_t op) const;
  // The access is to this one Exact cell and nothing else.
  bool isExact(const std::vector<CellId>& cells) const {
    return cells.size() == 1 && cells_[cells[0]].kind == Cell::Kind::Exact;
  }

  // Where an access may go is inside of the object, which lives then: surely valid, or null.
  bool isValid(ccfg::EdgeId e, const Value& address, unsigned bytes, bool write) const;

private:
  void findLifetimes();
  bool lives(ccfg::ObjectId o, ccfg::EdgeId e) const;          // surely, when e is executed
  bool isFreedBefore(ccfg::EdgeId free, ccfg::EdgeId e) const; // maybe, by the same instance
  void collectFootprints(std::vector<std::vector<Footprint>>& footprints) const;
  void makeCells(ccfg::ObjectId o, const std::vector<Footprint>& footprints);
  void addCell(ccfg::ObjectId o, const std::vector<Footprint>& together);
  Value initialOf(const Cell& c) const;
  Value initialAt(ccfg::ObjectId o, uint64_t offset, unsigned bytes) const;
  void resolveAccesses();
  std::vector<CellId> cellsOf(const ccfg::analysis::TargetSet& targets, unsigned bytes) const;

  const ccfg::Program& program_;
  const ccfg::analysis::PointsTo& pointsTo_;
  const ccfg::analysis::Escape& escape_;
  const ccfg::analysis::Mhb& mhb_;
  std::vector<bool> onePlace_; // by object: one instance of it for each thread instance that sees it
  std::vector<bool> oneOfOwn_; // by object: only its maker sees it, and makes one
  std::vector<std::vector<ccfg::EdgeId>> frees_;     // by object: what may end it
  mutable std::map<ccfg::EdgeId, BitSet> afterFree_; // locations, as they are asked for
  std::vector<uint64_t> sizes_;                      // by object: bytes that surely may be accessed
  std::vector<Cell> cells_;
  std::vector<std::vector<CellId>> cellsOfObject_;
  std::vector<std::vector<std::vector<CellId>>> accesses_; // by edge and operation
};

} // namespace heddle::modular
