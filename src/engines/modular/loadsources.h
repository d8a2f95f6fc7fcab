// Sites: the loads and stores of the program, numbered, and which stores each load may read from.
//
// A source of a load is the initial content of its cell (0) or a store (its number plus one). An Alloc stores
// the initial content of what it makes. Also here: what is known of a program before it is interpreted
// (Facts).
#pragma once

#include "abstract/abstractmemory.h"
#include "ccfg/analysis/graph/liveness.h"
#include "ccfg/analysis/graph/loops.h"
#include "ccfg/analysis/graph/nesting.h"
#include "ccfg/analysis/locks/locksets.h"
#include "ccfg/analysis/locks/mutexes.h"
#include "ccfg/analysis/locks/wordlocks.h"
#include "ccfg/analysis/order/handles.h"

namespace heddle::modular {

using abstract::Cell;
using abstract::CellId;
using abstract::Memory;
using abstract::Value;
using ccfg::analysis::Mutexes;
using ccfg::analysis::MutexId;
using domains::Number;

using LoadId = uint32_t;
using StoreId = uint32_t;
using SourceId = uint32_t;
inline constexpr SourceId initialContent = 0;

struct StoreSite {
  ccfg::EdgeId edge;
  ccfg::ThreadId thread;
  std::vector<CellId> cells;
  bool exact; // writes its one cell for sure
  bool once;  // happens at most once in an execution
};

struct LoadSite { // of one exact cell that others may write
  ccfg::EdgeId edge;
  ccfg::ThreadId thread;
  CellId cell;
  bool inCycle;
  bool once; // happens at most once in an execution
};

class Sites {
public:
  Sites(const ccfg::Program& p, const Memory& memory, const ccfg::analysis::Loops& loops);

  const std::vector<StoreSite>& stores() const { return stores_; }
  const std::vector<LoadSite>& loads() const { return loads_; }
  // `none` if the operation is no such.
  StoreId storeAt(ccfg::EdgeId e, size_t op) const { return storeOf_[e][op]; }
  LoadId loadAt(ccfg::EdgeId e, size_t op) const { return loadOf_[e][op]; }
  const std::vector<StoreId>& storesTo(CellId c) const { return storesTo_[c]; }
  // Stores to the cell that an instance of this thread does not make itself.
  std::vector<StoreId> foreignStoresTo(CellId c, ccfg::ThreadId reader, const ccfg::Program& p) const;

private:
  std::vector<StoreSite> stores_;
  std::vector<LoadSite> loads_;
  std::vector<std::vector<StoreId>> storeOf_;
  std::vector<std::vector<LoadId>> loadOf_;
  std::vector<std::vector<StoreId>> storesTo_; // by cell
};

struct Facts {
  explicit Facts(const ccfg::analysis::Facts& known); // of a program under sequential consistency

  const ccfg::analysis::Facts& known;
  const ccfg::Program& program;
  const ccfg::analysis::PointsTo& pointsTo;
  const ccfg::analysis::Escape& escape;
  const ccfg::analysis::Mhb& mhb;
  const ccfg::analysis::Locksets& locksets;
  const ccfg::analysis::Liveness& liveness;
  const ccfg::analysis::Nesting& nesting;
  const ccfg::analysis::Loops& loops;
  const ccfg::analysis::Handles& handles;
  const ccfg::analysis::WordLocks& wordLocks;
  const Mutexes& mutexes;
  Memory memory;
  Sites sites;
  std::vector<BitSet> loadedLater; // by location: cells that its thread may load from there on
  domains::Thresholds thresholds;  // the constants that the program compares with
};

} // namespace heddle::modular
