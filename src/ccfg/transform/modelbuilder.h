// The copy of a program with its memory model, in the making: memorymodel.h says what it is. Which steps of
// the program a thread may take while something is late is in modelbuilder.cpp; how late accesses are made,
// and what the copy's edges do, in modelbuilder_late.cpp.
#pragma once

#include "ccfg/analysis/order/delays.h"
#include "ccfg/transform/copier.h"
#include "ccfg/transform/forwarding.h"
#include "ccfg/transform/late.h"
#include "ccfg/transform/memorymodel.h"
#include "ccfg/transform/seenearly.h"

#include <map>

namespace heddle::ccfg::transform {

class ModelBuilder {
public:
  // At most so many accesses and barriers of a thread are late at a time.
  ModelBuilder(const analysis::Facts& facts, const analysis::Delays& delays, MemoryModel model,
               size_t mostLate);

  std::string unsupported() const;            // why there is no such copy; or empty
  bool run(WithModel& out, size_t mostEdges); // false: the copy gets larger

private:
  struct Place {
    LocId at; // in the original
    Entries list;
    auto operator<=>(const Place&) const = default;
  };
  struct Slot { // of a store that is late: terms of the copy
    Term address, value;
    SeenEarly::Place early;
  };

  ThreadId threadOf(const Place& p) const { return original_.locations[p.at].thread; }
  bool mayNotice(const Place& p) const { return early_.mayNotice(threadOf(p)); }
  bool mayBeLate(EdgeId e) const {
    return delays_.mayBeLate(e) || (early_.concerns(e) && rules_.of(e).isWrite);
  }
  bool mayBeFreed(const analysis::TargetSet& targets) const;

  LocId location(const Place& place);
  bool isAtRest(const Place& place) const;
  void clear(const Place& from);
  void expand(const Place& place);
  bool fetch(const Place& from, EdgeId e);
  bool isDeferred(const Entries& list, EdgeId e) const;
  bool fetchStore(const Place& from, Place to, EdgeId e);
  bool mayBeDeferred(EdgeId e) const;
  bool mustWait(const Place& from, EdgeId e) const;
  bool isSpeculative(const Place& from, EdgeId e);
  bool isStop(LocId l) const;
  bool isInOrder(EdgeId e) const;
  bool isStrong(EdgeId e) const;
  void execute(const Place& from, size_t i);
  void makeStore(const Place& from, size_t i);
  void showStore(const Place& from, size_t i);
  void passBarrier(const Place& from);

  void add(const Place& from, const Place& to, EdgeId source, std::vector<Operation> ops, bool isStep);
  void addStep(const Place& from, const Place& to, std::vector<Operation> ops); // of no edge
  void cutOff(const Place& from, std::string text);
  bool hasRoom(const Place& from, const Entries& list);
  static uint32_t freeNumber(const Entries& list, EdgeId e);
  void leave(Place& to, size_t i, std::vector<Operation>& ops);
  void keep(ThreadId t, Term& in, Term value, const char* name, StatementId statement, Set& to);
  std::vector<Operation> enterStore(const Place& from, EdgeId e, uint32_t number);
  void copyOps(const Place& from, size_t end, EdgeId e, std::vector<Operation>& to);
  void copyLoad(ThreadId t, EdgeId e, Load load, const Load& source, const std::vector<StoreAhead>& ahead,
                std::vector<Operation>& to);

  const Program& original_;
  MemoryModel model_;
  size_t mostLate_;
  const analysis::Delays& delays_;
  const analysis::PointsTo& pointsTo_;
  LateRules rules_;
  Copier copier_;
  Program& program_;
  Forwarding forwarding_;
  SeenEarly early_;
  std::set<LocId> isExit_;
  std::map<Place, LocId> locations_;
  std::vector<Place> work_;
  std::map<std::pair<EdgeId, uint32_t>, Slot> slots_;
  std::set<LocId> cut_; // of the copy
};

} // namespace heddle::ccfg::transform
