// One value per section; see guarded.h.
#include "engines/bounded/guarded.h"

#include "engines/bounded/interference.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace heddle::bounded {

namespace {

// What ties sections is cubic in their number.
constexpr size_t mostMembers = 128;

bool mentions(Term t, Term leaf) {
  bool found = false;
  logic::forEachNode(t, [&](Term n) { found = found || n == leaf; });
  return found;
}

} // namespace

EventIndex GuardedData::acquireOf(const Member& m) const {
  return s_.steps[i_.locks().sections()[m.section].acquire].event;
}

void GuardedData::add(uint32_t group, Term initial) {
  std::set<uint32_t> locks;
  for (PieceId p : i_.group(group))
    if (i_.pieces()[p].write)
      for (uint32_t x : i_.locks().around(i_.pieces()[p].access)) locks.insert(i_.locks().sections()[x].lock);
  for (uint32_t lock : locks) {
    Word word;
    if (!gather(group, lock, word)) continue;
    word.first = earlyValue(word, initial);
    for (Member& m : word.members) walk(m);
    resolved_.insert(word.reads.begin(), word.reads.end());
    words_.push_back(std::move(word));
    return;
  }
}

logic::TermCopier& GuardedData::finish() {
  for (Word& word : words_) {
    word.first = rewrite_.copy(word.first);
    for (Member& m : word.members)
      for (Term* t : {&m.readsEntry, &m.wrote, &m.exit}) *t = rewrite_.copy(*t);
    findChange(word);
    if (!word.after) addEntries(word);
  }
  std::erase_if(words_, [](const Word& word) { return !word.after; });
  return rewrite_;
}

// ---- is the word guarded?

bool GuardedData::gather(uint32_t group, uint32_t lock, Word& word) const {
  std::map<uint32_t, size_t> memberOf; // by section
  std::vector<PieceId> outside;
  for (PieceId p : i_.group(group)) {
    const Piece& piece = i_.pieces()[p];
    if (!piece.address.isConst()) return false;
    uint32_t section = none;
    for (uint32_t x : i_.locks().around(piece.access))
      if (i_.locks().sections()[x].lock == lock) section = x;
    if (section == none) {
      outside.push_back(p);
      continue;
    }
    const auto [at, isNew] = memberOf.emplace(section, word.members.size());
    if (isNew) word.members.push_back({section, {}});
    Member& m = word.members[at->second];
    m.pieces.push_back(p);
    word.writers += piece.write && !m.writes;
    m.writes = m.writes || piece.write;
  }
  if (word.members.size() > mostMembers || !isApart(word)) return false;
  std::stable_partition(outside.begin(), outside.end(), [&](PieceId p) { return i_.pieces()[p].write; });
  return std::all_of(outside.begin(), outside.end(), [&](PieceId p) { return placeOutside(word, p); }) &&
         std::all_of(word.early.begin(), word.early.end(),
                     [&](PieceId p) { return i_.instanceOf(p) == i_.instanceOf(word.early[0]); });
}

// Sections that begin within one action have no order of their own.
bool GuardedData::isApart(const Word& word) const {
  std::set<EventIndex> begins;
  for (const Member& m : word.members)
    if (!begins.insert(acquireOf(m)).second) return false;
  return true;
}

// Writes come before all sections or after them. Of the reads, which are asked about last, those between all
// sections and all late writes are resolved, and the others left to the axioms.
bool GuardedData::placeOutside(Word& word, PieceId p) const {
  const EventIndex e = i_.accessOf(p).event;
  const auto precedes = [&](EventIndex a, EventIndex b) { return a != b && i_.surelyBefore(a, b); };
  const bool before = std::all_of(word.members.begin(), word.members.end(),
                                  [&](const Member& m) { return precedes(e, acquireOf(m)); });
  const bool after = std::all_of(word.members.begin(), word.members.end(), [&](const Member& m) {
    return std::all_of(m.pieces.begin(), m.pieces.end(),
                       [&](PieceId q) { return precedes(i_.accessOf(q).event, e); });
  });
  if (i_.pieces()[p].write) {
    if (before) word.early.push_back(p);
    if (after) word.late.push_back(p);
    return before || after;
  }
  if (after && std::all_of(word.late.begin(), word.late.end(),
                           [&](PieceId w) { return precedes(e, i_.accessOf(w).event); }))
    word.reads.push_back(p);
  return true;
}

// ---- what a section alone tells

// An atomic section in whose midst the execution ends has no effect on others.
Term GuardedData::takesEffect(PieceId write) const {
  const Term complete = s_.events[i_.accessOf(write).event].complete, enabled = i_.pieces()[write].enabled;
  return complete ? t_.andOf(enabled, complete) : enabled;
}

void GuardedData::define(PieceId read, Term value, Clauses& clauses) const {
  const Piece& piece = i_.pieces()[read];
  clauses.push_back({t_.notOf(piece.enabled), t_.eq(piece.value, value)});
}

// What the writes before all sections leave: those of one thread, in its order.
Term GuardedData::earlyValue(const Word& word, Term initial) const {
  Term value = initial;
  for (PieceId w : word.early) value = t_.ite(takesEffect(w), i_.pieces()[w].value, value);
  return value;
}

// What a read finds that comes after those stores.
Term GuardedData::found(const Member& m, const std::vector<Store>& stores, StepId reader) const {
  size_t first = 0;
  Term value = m.entry;
  for (size_t k = stores.size(); k-- > 0 && first == 0;) {
    const StepId step = i_.accessOf(stores[k].piece).step;
    if (!(i_.pieces()[stores[k].piece].enabled == s_.steps[step].taken) || !s_.dominates(step, reader))
      continue;
    value = stores[k].value; // the last that surely was made
    first = k + 1;
  }
  for (size_t k = first; k < stores.size(); ++k)
    value = t_.ite(i_.pieces()[stores[k].piece].enabled, stores[k].value, value);
  return value;
}

// Follows the value through the section. What happens depends on no read that does not, so reads may be
// replaced by what they find everywhere.
void GuardedData::walk(Member& m) {
  m.entry = t_.var(t_.newSymbol("entry", i_.pieces()[m.pieces[0]].value.width()));
  m.wrote = m.readsEntry = t_.falseTerm();
  std::vector<Store> stores;
  for (PieceId p : m.pieces) {
    const Piece& piece = i_.pieces()[p];
    if (!piece.write) {
      const Term value = found(m, stores, i_.accessOf(p).step);
      resolved_.insert(p);
      if (piece.value.op() == logic::Op::Var)
        rewrite_.replace(piece.value, value);
      else
        define(p, value, s_.clauses);
      if (mentions(value, m.entry)) m.readsEntry = t_.orOf(m.readsEntry, piece.enabled);
      continue;
    }
    stores.push_back({p, piece.value});
    m.wrote = t_.orOf(m.wrote, takesEffect(p));
    m.exit = m.exit ? t_.ite(takesEffect(p), stores.back().value, m.exit) : stores.back().value;
  }
  m.stores = stores.size();
}

// Does every section that writes do so once, and in the same way?
void GuardedData::findChange(Word& word) const {
  word.before = t_.var(t_.newSymbol("before", word.first.width()));
  for (const Member& m : word.members) {
    if (!m.writes) continue;
    const Term change =
        t_.substitute(m.exit, [&](Term leaf) { return leaf == m.entry ? word.before : leaf; });
    if (m.stores > 1 || (word.after && !(word.after == change))) {
      word.after = {};
      return;
    }
    word.after = change;
  }
  // Sections that all store the same are told as well by the last of them.
  if (!mentions(word.after, word.before)) word.after = {};
}

// A section as one read and one write, to which the axioms apply.
void GuardedData::addEntries(const Word& word) {
  std::vector<PieceId> writes = word.early;
  std::vector<PieceId> reads = word.reads;
  for (const Member& m : word.members) {
    Piece piece = i_.pieces()[m.pieces[0]];
    piece.write = false;
    piece.value = m.entry;
    piece.enabled = m.readsEntry;
    if (!m.readsEntry.isFalse()) reads.push_back(i_.addPiece(piece));
    if (!m.writes) continue;
    PieceId last = none;
    for (PieceId p : m.pieces)
      if (i_.pieces()[p].write) last = p;
    piece = i_.pieces()[last];
    piece.value = m.exit;
    piece.enabled = m.wrote;
    writes.push_back(m.stores == 1 ? last : i_.addPiece(piece));
  }
  for (PieceId r : reads) entries_.push_back({r, static_cast<uint32_t>(writes_.size())});
  writes_.push_back(std::move(writes));
}

// ---- what ties sections to each other

GuardedData::Places GuardedData::orderMembers(const Word& word, Clauses& clauses) const {
  const size_t n = word.members.size();
  Places atLeast(n);
  for (size_t m = 0; m < n; ++m) {
    atLeast[m].push_back(t_.trueTerm());
    const size_t most = word.writers - word.members[m].writes;
    for (size_t p = 1; p <= most; ++p) atLeast[m].push_back(t_.var(t_.newSymbol("place", 1)));
    atLeast[m].resize(word.writers + 2, t_.falseTerm());
    for (size_t p = 2; p <= most; ++p) clauses.push_back({t_.notOf(atLeast[m][p]), atLeast[m][p - 1]});
  }
  for (size_t w = 0; w < n; ++w) {
    if (!word.members[w].writes) continue;
    for (size_t m = 0; m < n; ++m) {
      if (m == w) continue;
      const Term before = i_.before(acquireOf(word.members[w]), acquireOf(word.members[m]));
      for (size_t p = 0; p <= word.writers; ++p) {
        clauses.push_back({t_.notOf(before), t_.notOf(atLeast[w][p]), atLeast[m][p + 1]});
        if (!word.members[m].writes) clauses.push_back({before, t_.notOf(atLeast[m][p]), atLeast[w][p]});
      }
    }
  }
  // Implied, but the solver would not see it: every place is taken by one of the writers.
  for (size_t p = 0; p < word.writers; ++p) {
    std::vector<Term> any;
    for (size_t w = 0; w < n; ++w)
      if (word.members[w].writes) any.push_back(t_.andOf(atLeast[w][p], t_.notOf(atLeast[w][p + 1])));
    clauses.push_back(std::move(any));
  }
  return atLeast;
}

// The values by the number of writing sections that are over.
std::vector<Term> GuardedData::valuesOf(const Word& word, const Places& places, Clauses& clauses) const {
  std::vector<Term> values{word.first};
  for (size_t p = 0; p < word.writers; ++p) {
    const Term happens = t_.var(t_.newSymbol("happens", 1)), last = values.back();
    const auto replace = [&](Term leaf) { return leaf == word.before ? last : leaf; };
    values.push_back(t_.ite(happens, t_.substitute(word.after, replace), last));
    for (size_t i = 0; i < word.members.size(); ++i)
      if (word.members[i].writes)
        clauses.push_back({t_.notOf(places[i][p]), places[i][p + 1], t_.eq(happens, word.members[i].wrote)});
  }
  return values;
}

GuardedData::Clauses GuardedData::ties(size_t w) const {
  const Word& word = words_[w];
  Clauses clauses;
  const Places places = orderMembers(word, clauses);
  const std::vector<Term> values = valuesOf(word, places, clauses);
  for (size_t i = 0; i < word.members.size(); ++i)
    for (size_t p = 0; p < values.size(); ++p)
      clauses.push_back({t_.notOf(places[i][p]), places[i][p + 1], t_.eq(word.members[i].entry, values[p])});
  for (PieceId p : word.reads) define(p, values.back(), clauses);
  return clauses;
}

std::vector<Term> GuardedData::violated(size_t w, const std::vector<uint32_t>& position,
                                        const Valuation& valueOf) const {
  const Word& word = words_[w];
  std::vector<const Member*> order;
  for (const Member& m : word.members) order.push_back(&m);
  std::ranges::sort(order, {}, [&](const Member* m) { return position[i_.event(acquireOf(*m))]; });
  uint64_t value = valueOf(word.first);
  const auto changed = [&](uint64_t v) {
    const Term before = t_.constant(v, word.first.width());
    return valueOf(t_.substitute(word.after, [&](Term leaf) { return leaf == word.before ? before : leaf; }));
  };
  std::vector<Term> result;
  for (const Member* m : order) {
    if (valueOf(m->readsEntry) != 0 && valueOf(m->entry) != value) result.push_back(m->entry);
    if (m->writes && valueOf(m->wrote) != 0) value = changed(value);
  }
  for (PieceId p : word.reads) {
    const Piece& piece = i_.pieces()[p];
    if (valueOf(piece.enabled) != 0 && valueOf(piece.value) != value) result.push_back(piece.value);
  }
  return result;
}

} // namespace heddle::bounded
