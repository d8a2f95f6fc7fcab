// Data that one lock guards: what a section leaves is what the next one finds.
//
// Where every write to a word lies in a section of one lock, or surely before or after all of those, a thread
// has the word to itself within a section. So its accesses there are told by the thread alone but for the
// value on entry: a section as a whole is one read and one write (the strong form of S2b, Sinha and Wang
// 2011, section 7.1).
//
// If all sections that write change the word in one way (a counter), it does not matter which comes when.
// Then each section gets its place in the order of the lock, and the word one value per place, instead of
// links. What ties the sections of such a word to each other is an axiom like P2 and P3, and left to the
// refinement.
#pragma once

#include "engines/bounded/skeleton.h"
#include "logic/copy.h"
#include "logic/solver.h"

#include <functional>
#include <set>

namespace heddle::bounded {

class Interference;
using PieceId = uint32_t;

class GuardedData {
public:
  GuardedData(Interference& interference, Skeleton& s)
      : i_(interference), s_(s), t_(*s.terms), rewrite_(t_) {}

  // Takes the group if it is one word that a lock guards. `initial` is what the word holds at first.
  void add(uint32_t group, Term initial);
  // After the last. The rewriting puts what each section alone tells of its reads in their place; it is for
  // all terms of the skeleton.
  logic::TermCopier& finish();
  bool isResolved(PieceId read) const { return resolved_.count(read) != 0; }
  size_t resolvedReads() const { return resolved_.size(); }

  // Reads that the axioms speak of instead of those in sections, and the writes of their word.
  struct Entry {
    PieceId read;
    uint32_t writes; // index into `writes()`
  };
  const std::vector<Entry>& entries() const { return entries_; }
  const std::vector<std::vector<PieceId>>& writes() const { return writes_; }

  // ---- words that all sections change alike
  size_t words() const { return words_.size(); }
  PieceId example(size_t word) const { return words_[word].members[0].pieces[0]; }
  // What ties the sections of the word to each other.
  using Clauses = std::vector<std::vector<Term>>;
  Clauses ties(size_t word) const;
  // Reads that find another value than the sections before them leave, in a model that does not know of that:
  // their variables. Positions by event of the solver.
  using Valuation = std::function<uint64_t(Term)>;
  std::vector<Term> violated(size_t word, const std::vector<uint32_t>& position,
                             const Valuation& valueOf) const;

private:
  struct Member { // a section that accesses the word
    uint32_t section;
    std::vector<PieceId> pieces; // in program order
    bool writes = false;
    Term entry{};         // the value that it finds
    Term readsEntry{};    // whether it looks at it
    Term wrote{}, exit{}; // whether it writes, and what it leaves then, over `entry`
    size_t stores = 0;
  };
  struct Word {
    std::vector<Member> members;
    std::vector<PieceId> early, late, reads; // outside: writes; reads that come after all sections
    size_t writers = 0;
    Term first{};           // the value before all sections
    Term before{}, after{}; // the change that all sections make; null if they differ
  };
  // By member and number n: at least n writers come before it.
  using Places = std::vector<std::vector<Term>>;

  bool gather(uint32_t group, uint32_t lock, Word& word) const;
  bool placeOutside(Word& word, PieceId p) const;
  bool isApart(const Word& word) const;
  Term earlyValue(const Word& word, Term initial) const;
  void walk(Member& m);
  struct Store {
    PieceId piece;
    Term value; // over the entry
  };
  Term found(const Member& m, const std::vector<Store>& stores, StepId reader) const;
  void findChange(Word& word) const;
  void addEntries(const Word& word);
  Places orderMembers(const Word& word, Clauses& clauses) const;
  std::vector<Term> valuesOf(const Word& word, const Places& places, Clauses& clauses) const;

  EventIndex acquireOf(const Member& m) const;
  Term takesEffect(PieceId write) const;
  void define(PieceId read, Term value, Clauses& clauses) const;

  Interference& i_;
  Skeleton& s_;
  logic::TermManager& t_;
  logic::TermCopier rewrite_;
  std::vector<Word> words_;
  std::vector<Entry> entries_;
  std::vector<std::vector<PieceId>> writes_;
  std::set<PieceId> resolved_;
};

} // namespace heddle::bounded
