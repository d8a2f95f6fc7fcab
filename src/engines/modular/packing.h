// Packing: puts variables that meet into packs; see packs.h.
#pragma once

#include "engines/modular/packs.h"

#include <map>

namespace heddle::modular {

// Only one instance ever writes the cell: it always knows the content.
bool hasOneWriter(const Facts& facts, CellId c);

class Packing {
public:
  Packing(const Facts& facts, const std::vector<bool>& canBeRelated); // by cell

  // Few cells under one lock meet there.
  void putTogether(const std::vector<uint32_t>& lockOf);
  // What meets in conditions, loads, stores and assignments, in this order: the first come, the first served.
  void follow();
  uint32_t packOf(Variable v); // or `none`: it is alone

private:
  static constexpr size_t maxCells = 5; // of a pack
  static constexpr unsigned maxLive = 8;

  struct Pack {
    std::vector<CellId> cells;
    std::vector<std::pair<ccfg::LocId, unsigned>> live; // registers of it, by location; sorted
    size_t size = 1;
  };

  uint32_t nodeOf(Variable v) const;
  uint32_t find(uint32_t node);
  void unite(Variable a, Variable b);
  void meet(const std::vector<Variable>& together);
  void followConditions(const ccfg::Operation& op);
  void followAccess(ccfg::EdgeId e, size_t i);
  void followAssignments(const ccfg::Operation& op);
  bool isRelatable(Variable v) const;

  const Facts& facts_;
  const std::vector<bool>& canBeRelated_;
  std::vector<uint32_t> leader_; // registers, then cells
  std::vector<Pack> packs_;      // by leader
};

} // namespace heddle::modular
