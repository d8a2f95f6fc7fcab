// Sections: ranges of C statements that are to execute without interruption, and what they are in the model.
//
// A section is what a patch can put between two lines: neighbours in one block, or one statement. It is also
// the atomicity predicate [l, l'] of Vechev, Yahav and Yorsh 2012 (section 4.1): the tightest section around
// two statements that follow one another is the one that `implement` would make of it (section 4.2), with the
// syntax tree in the place of dominators. So inlined copies and instances of one function share predicates.
#pragma once

#include "ccfg/analysis/facts.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace heddle::repair {

using ccfg::EdgeId;
using ccfg::LocId;
using ccfg::StackId;
using ccfg::StatementId;

struct Section {
  StatementId first = 0, last = 0; // they have one parent
  auto operator<=>(const Section&) const = default;
};

// What a section is in the graphs of threads: what it executes, and where a thread is in the middle of it.
struct Extent {
  std::set<EdgeId> edges;
  std::set<LocId> inside;
};

class SectionMap {
public:
  explicit SectionMap(const ccfg::analysis::Facts& facts);

  // The tightest section by which no thread is interrupted between these two edges, of which the second
  // follows the first on the path of edges between them. Nothing, if no section can do that.
  std::optional<Section> around(EdgeId before, const std::vector<EdgeId>& between, EdgeId after) const;
  // The statement that an edge belongs to; where it is part of something that the source can't tell apart
  // (a macro, a library function), the statement around that. Nothing, if none is known.
  std::optional<Section> statementOf(EdgeId e) const;
  // The next larger one, if it is still in the function.
  std::optional<Section> around(const Section& s) const;

  const Extent& extent(const Section& s) const;
  bool contains(const Section& outer, const Section& inner) const;
  bool contains(const std::vector<Section>& outer, const Section& inner) const;
  // Sections that overlap become one.
  std::vector<Section> merged(std::vector<Section> sections) const;
  // Both as one, if the second begins right behind the first.
  std::optional<Section> beside(const Section& first, const Section& second) const;
  // One statement less, at its beginning and at its end.
  std::vector<Section> shrunk(const Section& s) const;

  // Not a section that would wait for another thread, or for a variable to change: as long as nobody else
  // runs, it never ends.
  bool mayHold(const Section& s) const;
  bool joins(const Section& s) const; // waits for a thread to end
  bool hasLoop(const Section& s) const;
  bool forks(const Section& s) const;
  // The statements of the section that are executed as one unit.
  unsigned size(const Section& s) const;

  const ccfg::Program& program() const { return p_; }
  const ccfg::analysis::Facts& facts() const { return facts_; }

private:
  struct Spot { // of an operation: its statement, in the frame of the function that it stands in
    StatementId statement = 0;
    StackId stack = 0;
    auto operator<=>(const Spot&) const = default;
  };
  struct Lifted {          // to the function of a section
    StatementId child = 0; // of the section's parent; 0: outside
    StatementId statement = 0;
    StackId callee = 0; // the call that it is inside of; 0: none
  };

  Spot spotOf(EdgeId e) const;
  Spot plain(Spot s) const;
  std::optional<Spot> caller(const Spot& s) const;
  std::optional<Section> common(Spot a, Spot b) const;
  StatementId childOf(StatementId s, StatementId parent) const;
  Lifted lifted(const Section& section, const Spot& s) const;
  bool goesOn(const Section& section, const Spot& from, const Spot& to, LocId at) const;
  bool goesOnWithin(StatementId around, StatementId from, StatementId to, LocId at) const;
  std::set<Spot> neighbours(LocId l, bool before) const;
  Extent makeExtent(const Section& s) const;

  const ccfg::analysis::Facts& facts_;
  const ccfg::Program& p_;
  std::vector<std::set<Spot>> before_, after_; // by location: what comes right before it, and next
  std::vector<bool> isHead_;                   // by location: a retreating edge leads there
  mutable std::map<Section, Extent> extents_;
};

} // namespace heddle::repair
