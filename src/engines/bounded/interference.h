// Who may read from whom: the reads and writes of each unit of memory, and the link sets (Sinha and Wang
// 2011, definition 5), pruned statically (S0, section 7.1).
//
// Accesses of different sizes that overlap are cut into pieces, so that two pieces meet either in all of
// their bytes or in none. Pieces that can never meet are in different groups.
#pragma once

#include "engines/bounded/guarded.h"
#include "engines/bounded/initial.h"
#include "engines/bounded/locklemmas.h"
#include "engines/bounded/unwindfacts.h"
#include "interp/storebuffer.h"
#include "logic/solver.h"

namespace heddle::bounded {

inline constexpr PieceId initialWrite = none - 1; // stands for what memory holds before anything is written

struct Piece {
  AccessId access;
  bool write;
  Term address;
  unsigned bytes;
  Term value;
  Term enabled;
  uint32_t group;
};

struct Link {
  PieceId write; // or initialWrite
  Term sameAddress;
  Term value;      // of the write
  bool concurrent; // the write is not ordered before the read by the program alone
};

struct Read {
  PieceId piece;
  std::vector<Link> links;       // the default link set
  std::vector<Link> interfering; // the writes that P3 speaks of: those too whose value the read can't have
};

struct PruningOptions {
  bool prune = true;      // S0
  bool lockValues = true; // S2a
  bool lockOrder = true;  // S2b
};

class Interference {
public:
  // Declares the events in the solver.
  // Throws OutOfBudget.
  Interference(const Facts& facts, Skeleton& s, logic::Solver& solver, const PruningOptions& options,
               const Budget& budget);

  const Facts& facts() const { return facts_; }
  const std::vector<Piece>& pieces() const { return pieces_; }
  const std::vector<Read>& reads() const { return reads_; }
  size_t writeCount() const { return writeCount_; }
  double averageLinks() const;
  uint32_t groupCount() const { return static_cast<uint32_t>(groups_.size()); }
  const std::vector<PieceId>& group(uint32_t g) const { return groups_[g]; }

  logic::EventId event(EventIndex e) const { return events_[e]; }
  Term before(EventIndex a, EventIndex b) const; // a != b
  bool surelyBefore(EventIndex a, EventIndex b) const {
    return a == b || solver_.known(events_[a], events_[b]) == true;
  }
  std::optional<bool> known(PieceId a, PieceId b) const; // the order, if the program alone decides it
  // In an order of all events.
  bool precedesAt(const std::vector<uint32_t>& position, PieceId a, PieceId b) const;
  Term precedes(PieceId a, PieceId b) const; // in one event by rank
  const LockSections& locks() const { return locks_; }
  const GuardedData& guarded() const { return guarded_; }
  PieceId addPiece(const Piece& p); // one that stands for others
  const Access& accessOf(PieceId p) const { return s_.accesses[pieces_[p].access]; }
  InstanceId instanceOf(PieceId p) const { return s_.steps[accessOf(p).step].instance; }
  // The one before it in its thread, or none.
  EventIndex previous(EventIndex e) const { return previous_[e]; }

private:
  void declareEvents();
  void orderForksAndJoins();
  void declareFlushes();
  void orderFlushes();
  void orderFlushes(InstanceId i, const std::vector<EventIndex>& flushes);
  bool passedByAllLater(StepId step) const;
  bool isCertain(const Join& j) const;
  bool seesOwn(const Access& x, const Access& y) const;
  void cutIntoPieces();
  void cutExact(const std::vector<AccessId>& accesses);
  void cutUniform(const std::vector<AccessId>& accesses);
  void addPiece(AccessId a, uint64_t offset, unsigned bytes, uint32_t group);
  void findLocks();
  void addLockLemmas();
  void findGuarded();
  Term initialValue(PieceId r);
  bool mayRead(const Piece& read, Term value) const;
  void findLinks(const PruningOptions& options);
  Read linksOf(PieceId r, const std::vector<PieceId>& group, const PruningOptions& options);
  bool alwaysHappensBefore(PieceId write, PieceId read) const;
  void pruneCovered(Read& r, const std::vector<PieceId>& certain);

  const Facts& facts_;
  Skeleton& s_;
  logic::Solver& solver_;
  const Budget& budget_;
  logic::TermManager& t_;
  InitialMemory initial_;
  LockSections locks_;
  GuardedData guarded_;
  std::vector<logic::EventId> events_; // by index
  std::vector<EventIndex> previous_;   // in the chain, or none
  std::vector<std::vector<EventIndex>> chains_;
  std::vector<std::vector<EventIndex>> flushes_; // by instance, in order of issue
  std::vector<Piece> pieces_;
  std::vector<std::vector<PieceId>> groups_;
  std::vector<Read> reads_;
  size_t accessPieces_ = 0; // the first of pieces_; the others stand for some of those
  size_t writeCount_ = 0;
};

} // namespace heddle::bounded
