// Relations: what is known of variables together, pack by pack (packing, as in Astree): a variable is related
// to those of its pack only, so that relations stay small. A cell is known to a relation only while it stands
// for memory as it is.
//
// A missing entry means that nothing is known; entries that tell nothing are not kept.
#pragma once

#include "ccfg/program.h"
#include "domains/relation.h"
#include "symbolic/cells.h"

#include <memory>

namespace heddle::abstract {

using domains::Relation;
using domains::Variable; // a register by its number, or a cell
using symbolic::CellId;

inline Variable variableOf(CellId c) { return c | 1u << 31; }
inline bool isCell(Variable v) { return v >> 31 != 0; }
inline CellId cellOf(Variable v) { return v & ~(1u << 31); }

// The pack of each variable, or `none`. Whoever knows the program decides what meets; empty: nothing is
// related.
struct PackMap {
  std::vector<uint32_t> ofRegister, ofCell;

  bool empty() const { return ofRegister.empty() && ofCell.empty(); }
  uint32_t packOf(Variable v) const {
    const std::vector<uint32_t>& of = isCell(v) ? ofCell : ofRegister;
    const uint32_t at = isCell(v) ? cellOf(v) : v;
    return at < of.size() ? of[at] : ccfg::none;
  }
};

class Relations {
public:
  // Shared by the environments that agree on it: most copies change few packs.
  using Entry = std::pair<uint32_t, std::shared_ptr<const Relation>>;

  const Relation* find(uint32_t pack) const;
  // Changes what is known of a pack; f gives false if that leaves nothing possible.
  template <typename F>
  bool change(uint32_t pack, F f) {
    const Relation* known = find(pack);
    Relation changed = known != nullptr ? *known : Relation();
    const bool possible = f(changed);
    set(pack, std::move(changed));
    return possible;
  }
  // Forgets the variables for which f holds.
  template <typename F>
  void forgetIf(F f) {
    for (Entry& e : entries_) {
      if (!e.second->mentionsAny(f)) continue;
      Relation less = *e.second;
      less.forgetIf(f);
      e.second = std::make_shared<const Relation>(std::move(less));
    }
    std::erase_if(entries_, [](const Entry& e) { return e.second->knowsNothing(); });
  }
  const std::vector<Entry>& entries() const { return entries_; } // by pack, sorted
  bool operator==(const Relations& o) const;

  friend Relations join(const Relations& a, const Relations& b);
  friend Relations widen(const Relations& a, const Relations& b);
  friend bool leq(const Relations& a, const Relations& b);
  // Only what b does not take away: ends every chain.
  friend Relations stableParts(const Relations& a, const Relations& b);

private:
  template <typename F>
  friend Relations combined(const Relations& a, const Relations& b, F f);
  void set(uint32_t pack, Relation r); // one that knows nothing takes the entry away

  std::vector<Entry> entries_;
};

} // namespace heddle::abstract
