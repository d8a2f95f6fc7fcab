// Memory as cells: which pieces of memory are told apart, and which of them each access means. Built on
// points-to.
//
// Accesses that may overlap are put together (Kusano and Wang 2016, section 4.4: an alias set is one
// variable). A cell is Exact if it is one place of one size; a Summary stands for several places of one size
// (the elements of an array, the instances of an allocation site), so a store to it only adds a value; an
// Opaque cell is accessed in sizes that do not fit, and nothing is known of it.
//
// The trap: a cell that is not shared, of a thread that may have several instances, is one place for each of
// them.
#pragma once

#include "ccfg/analysis/memory/escape.h"
#include "symbolic/footprints.h"

namespace heddle::symbolic {

using CellId = uint32_t;

struct Cell {
  enum class Kind : uint8_t { Exact, Summary, Opaque };
  Kind kind;
  ccfg::ObjectId object;
  std::vector<Footprint> footprints; // Exact: just one
  unsigned bytes;
  bool shared; // more than one instance may access it
};

class Cells {
public:
  Cells(const ccfg::Program& p, const ccfg::analysis::PointsTo& pointsTo,
        const ccfg::analysis::Escape& escape);

  const std::vector<Cell>& cells() const { return cells_; }
  // The cells that a Load or Store means, or that an Alloc makes.
  const std::vector<CellId>& of(ccfg::EdgeId e, size_t op) const { return accesses_[e][op]; }
  // The access is to this one Exact cell and nothing else.
  bool isExact(const std::vector<CellId>& cells) const {
    return cells.size() == 1 && cells_[cells[0]].kind == Cell::Kind::Exact;
  }

private:
  std::vector<bool> findSinglePlaces() const;
  void makeCells(ccfg::ObjectId o, const std::vector<Footprint>& footprints, bool onePlace);
  void addCell(ccfg::ObjectId o, const std::vector<Footprint>& together, bool onePlace);
  void resolveAccesses();
  std::vector<CellId> cellsOf(const ccfg::analysis::TargetSet& targets, unsigned bytes) const;

  const ccfg::Program& program_;
  const ccfg::analysis::PointsTo& pointsTo_;
  const ccfg::analysis::Escape& escape_;
  std::vector<Cell> cells_;
  std::vector<std::vector<CellId>> cellsOfObject_;
  std::vector<std::vector<std::vector<CellId>>> accesses_; // by edge and operation
};

} // namespace heddle::symbolic
