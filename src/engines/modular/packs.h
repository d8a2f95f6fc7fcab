// Packs: which variables are related to each other, so that relations stay small (packing, as in Astree); and
// which of them a lock keeps related while nobody is inside.
//
// Variables that meet in a condition, an assignment, a load or a store are put into one pack, as long as no
// location has more than `maxLive` of them. A variable is in one pack at most.
//
// A *guard* is a lock, or the fact that atomic sections exclude each other, with the cells of one pack that
// are only stored to inside of it. An instance is inside while it surely holds the lock, and wherever it is
// alone (no other instance has started, or all others have ended). Whoever is inside knows that nobody else
// writes the cells. So: whenever nobody is inside, their contents are those that the last one left behind,
// and whoever enters finds a state that somebody left. Relations of those states are the guard's
// interference.
#pragma once

#include "abstract/relations.h"
#include "engines/modular/loadsources.h"

namespace heddle::modular {

using abstract::cellOf;
using abstract::isCell;
using abstract::Variable;
using abstract::variableOf;
using domains::Relation;

using GuardId = uint32_t;

class Packs {
public:
  // No packs at all unless `relational`; no guards unless `useLocks`.
  Packs(const Facts& facts, bool relational, bool useLocks);

  struct Guard {
    MutexId mutex; // a lock, or Mutexes::atomicity
    uint32_t pack;
    std::vector<CellId> cells;
  };
  const abstract::PackMap& map() const { return map_; }
  const std::vector<Guard>& guards() const { return guards_; }
  bool isInside(GuardId g, ccfg::LocId l) const;
  bool isGuarded(CellId c, GuardId g) const { return guardOf_[c] == g; }
  bool isGuarded(CellId c) const { return guardOf_[c] != ccfg::none; }

  // Nobody else can write the cell while an instance stands at l.
  bool isStable(CellId c, ccfg::LocId l) const;

  // The guards that an instance enters before the edge and leaves after it: an edge that accesses cells of
  // atomic sections is a section of its own. Those that it enters or leaves by the edge.
  const std::vector<GuardId>& sectionsOf(ccfg::EdgeId e) const { return sections_[e]; }
  const std::vector<GuardId>& entered(ccfg::EdgeId e) const { return entered_[e]; }
  const std::vector<GuardId>& left(ccfg::EdgeId e) const { return left_[e]; }

private:
  void findAlone();
  MutexId guardingLock(CellId c) const; // `none`: there is none
  bool storesOnlyInside(CellId c, MutexId lock) const;
  bool isAtomic(CellId c) const;
  void findSections();
  void findCrossings();

  const Facts& facts_;
  abstract::PackMap map_;
  std::vector<Guard> guards_;
  std::vector<GuardId> guardOf_;                                // by cell, or `none`
  std::vector<bool> alone_;                                     // by location
  std::vector<std::vector<GuardId>> sections_, entered_, left_; // by edge
};

} // namespace heddle::modular
