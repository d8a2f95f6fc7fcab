// Protection: which locks keep others from writing a cell (beyond the paper, which leaves mutual exclusion
// out).
//
// A lock protects a cell if every store to it is made with the lock held exclusively, or lies apart in time
// from all accesses of other instances (initialisation before threads are started). While an instance holds
// such a lock, in whatever mode, nobody else writes the cell: what it has read or written there is what is in
// memory. A lock protects its own word, while it is held exclusively: Locksets leaves out locks that anybody
// breaks open.
#pragma once

#include "ccfg/analysis/locksets.h"
#include "engines/modular/sites.h"

namespace heddle::modular {

class Protection {
public:
  explicit Protection(const Facts& facts);

  // Nobody else writes the cell while an instance stands here.
  bool isProtected(CellId c, ccfg::LocId l) const;

private:
  bool isApart(const StoreSite& s, CellId c) const;
  void findAccesses();

  const Facts& facts_;
  std::vector<std::vector<uint32_t>> locks_;      // by cell
  std::vector<uint32_t> wordOf_;                  // by cell: the lock whose word it is, or `none`
  std::vector<std::vector<ccfg::EdgeId>> access_; // by cell
};

} // namespace heddle::modular
