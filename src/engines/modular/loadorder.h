// Order: can the loads of a thread have read from these stores, all in one execution? (Section 5:
// constraint-based feasibility.)
//
// Kusano and Wang 2016 deduce a relation MHB over statements (rules 1-6 of Figure 4). A statement in a loop,
// or in a thread with several instances, has no single occurrence, and a load on a path that was not taken
// has none at all. So here the constraints speak of the loads that were executed and the stores they read
// from, each one occurrence (an event), and of statements only in two ways:
//   happened(s, e)  some occurrence of s came before the event e
//   notYet(e, s)    no occurrence of s came before the event e
// An event e of statement a starts with what must-happen-before says: happened(s, e) if mhb(s, a), and
// notYet(e, s) if all of a comes before all of s (rules 1 and 2). Then, for events ordered e < f (rule 4):
//   happened(s, e) implies happened(s, f), notYet(f, s) implies notYet(e, s);
// and for a load l that read its cell from the event w, and a store s that surely overwrites the cell (rules
// 3, 6):
//   happened(s, l) implies happened(s, w) unless w is of s: else s would have overwritten what was read;
//   notYet(w, s) implies notYet(l, s).
// happened(s, e) and notYet(e, s) together are a contradiction (rule 5): no execution reads so. A store that
// happens once is one event, which orders it against the others.
#pragma once

#include "engines/modular/loadsources.h"
#include "engines/modular/order_matrix.h"

#include <map>

namespace heddle::modular {

// The last time that it was executed, the load read from one of these sources (sorted).
struct ReadsFrom {
  LoadId load;
  std::vector<SourceId> sources;
  auto operator<=>(const ReadsFrom&) const = default;
};

// An interference combination (section 4.2), as far as the loads have been executed: sorted by load. Loads of
// other threads are in it, too, as far as they happen once: what is read from a store tells what its thread
// had read.
using Combination = std::vector<ReadsFrom>;

// What holds if both do; nothing: both can't.
std::optional<Combination> both(const Combination& a, const Combination& b);
// What holds in either case.
Combination common(const Combination& a, const Combination& b);
bool implies(const Combination& a, const Combination& b);

class Order {
public:
  explicit Order(const Facts& facts);

  // More reads than before, until pop. isFeasible is false if surely no execution has all that is pushed, and
  // executes `last` (or none) after all others, and after the stores in `done`.
  void push(const Combination& c);
  bool isFeasible(LoadId last, const std::vector<StoreId>& done);
  void pop();

  // The same for a combination by itself.
  bool isFeasible(const Combination& c, LoadId last, const std::vector<StoreId>& done = {});

  uint64_t queries() const { return queries_; }

private:
  struct Read {
    LoadId load;
    std::vector<SourceId> sources;
    StoreId store; // if it is the one source
    OrderMatrix::Event event, source;
  };

  const StoreSite& site(StoreId s) const { return facts_.sites.stores()[s]; }
  ccfg::EdgeId edgeOf(uint32_t node) const { return site(nodes_[node]).edge; }
  const BitSet& before(ccfg::EdgeId e); // stores that have happened when e is executed
  const BitSet& notYet(ccfg::EdgeId e); // stores all of which come after all of e
  bool isConsistent(LoadId last, const std::vector<StoreId>& done);
  void executeLast(LoadId last, const std::vector<StoreId>& done);
  bool comesBefore(ccfg::EdgeId a, ccfg::EdgeId b) const;
  OrderMatrix::Event addSource(const std::vector<SourceId>& sources);
  void addRead(const ReadsFrom& r);
  void relate(const Read& a, const Read& b); // the first's load, and the second
  void joinSections(ccfg::EdgeId a, OrderMatrix::Event ofA, ccfg::EdgeId b, OrderMatrix::Event ofB);
  const BitSet& keptOut(MutexId m, ccfg::ThreadId t); // stores of others that t's holding of m excludes

  const Facts& facts_;
  std::vector<StoreId> nodes_;   // the stores to what threads share: the columns of the matrices
  std::vector<uint32_t> nodeOf_; // by store, or `none`
  std::vector<std::optional<BitSet>> before_, notYet_;           // by edge, as they are asked for
  std::vector<BitSet> overwriters_;                              // by cell
  std::map<std::pair<MutexId, ccfg::ThreadId>, BitSet> keptOut_; // as they are asked for
  OrderMatrix matrix_;
  std::vector<Read> reads_;
  std::vector<size_t> frames_; // reads before each push
  uint64_t queries_ = 0;
};

} // namespace heddle::modular
