// Protection: what mutexes do for the content of memory (not in Kusano and Wang 2016).
//
// A mutex protects a cell if every store to it is made with the mutex held exclusively, or lies apart in time
// from all accesses of other instances (initialisation before threads are started). While an instance holds
// such a mutex, in whatever mode, and no store of the other kind can be made, nobody else writes the cell:
// what it has read or written there is what is in memory. A lock protects its own word, while it is held
// exclusively: Locksets leaves out locks that anybody breaks open, and nobody but the owner of a word lock
// frees it.
//
// A store that is overwritten before its section ends is never seen by those who need the same mutex.
#pragma once

#include "engines/modular/loadsources.h"

namespace heddle::modular {

class Protection {
public:
  explicit Protection(const Facts& facts);

  // Nobody else writes the cell while an instance stands here.
  bool isProtected(CellId c, ccfg::LocId l) const;

  // What another instance stores there is always overwritten before this load is made.
  bool isHidden(StoreId s, ccfg::EdgeId load) const;

private:
  void findWords();
  void findProtectors(CellId c);
  void findAccesses();
  void findHiding(StoreId s);
  bool isApart(const StoreSite& s, CellId c) const;
  bool isApartAt(const StoreSite& s, ccfg::LocId l) const; // nobody else makes it meanwhile
  bool overwrites(ccfg::EdgeId e, CellId c) const;
  bool isOverwritten(StoreId s, MutexId m) const; // before m is released

  const Facts& facts_;
  struct Protector {
    MutexId mutex;
    std::vector<StoreId> without; // stores that are apart in time
  };
  std::vector<std::vector<Protector>> protectors_; // by cell
  std::vector<MutexId> wordOf_;                    // by cell: the mutex whose word it is, or `none`
  std::vector<bool> isStable_;                     // by cell: a word that only its owner changes
  std::vector<std::vector<ccfg::EdgeId>> access_;  // by cell
  std::vector<std::vector<MutexId>> hiding_;       // by store: mutexes under which it is overwritten
};

} // namespace heddle::modular
