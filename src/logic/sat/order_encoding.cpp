// The matrices and their monotonicity. Lemmas across three and more chains: order_refinement.cpp.
#include "logic/sat/order_encoding.h"

#include "support/error.h"

#include <algorithm>

namespace heddle::logic::sat {

namespace {

uint64_t keyOf(EventId row, EventId col) { return static_cast<uint64_t>(row) << 32 | col; }

} // namespace

std::optional<size_t> OrderEncoding::find(const std::vector<EventId>& line, EventId e) const {
  const auto it = std::ranges::lower_bound(line, skeleton_.position(e), {},
                                           [&](EventId x) { return skeleton_.position(x); });
  if (it == line.end() || *it != e) return std::nullopt;
  return static_cast<size_t>(it - line.begin());
}

Lit OrderEncoding::inMatrix(EventId a, EventId b) const {
  const bool swapped = skeleton_.chain(a) > skeleton_.chain(b);
  if (swapped) std::swap(a, b);
  const auto pair = pairs_.find({skeleton_.chain(a), skeleton_.chain(b)});
  if (pair == pairs_.end()) return 0;
  const auto i = find(pair->second.rows, a), j = find(pair->second.cols, b);
  if (!i || !j) return 0;
  const Lit l = pair->second.cell(*i, *j);
  return swapped ? -l : l;
}

Lit OrderEncoding::literal(EventId a, EventId b) {
  const bool swapped = skeleton_.chain(a) > skeleton_.chain(b);
  const EventId row = swapped ? b : a, col = swapped ? a : b;
  HEDDLE_CHECK(!skeleton_.known(row, col), "an atom of events in open order");
  Lit& l = atoms_[keyOf(row, col)];
  if (l == 0) {
    l = inMatrix(row, col);
    if (l == 0) {
      l = cnf_.fresh();
      ++variables_;
      pending_.emplace_back(row, col);
    }
  }
  return swapped ? -l : l;
}

void OrderEncoding::encode() {
  std::map<Key, std::vector<std::pair<EventId, EventId>>> byPair;
  for (auto [row, col] : pending_)
    byPair[{skeleton_.chain(row), skeleton_.chain(col)}].emplace_back(row, col);
  pending_.clear();
  for (auto& [key, atoms] : byPair) {
    Pair& p = pairs_[key];
    for (auto [row, col] : atoms) {
      if (!find(p.rows, row)) p.newRows.push_back(row);
      if (!find(p.cols, col)) p.newCols.push_back(col);
    }
    auto tidy = [](std::vector<EventId>& line) {
      std::ranges::sort(line);
      line.erase(std::ranges::unique(line).begin(), line.end());
    };
    tidy(p.newRows);
    tidy(p.newCols);
    p.atoms += atoms.size();
    if (wantsMatrix(p)) {
      grow(p);
      p.newRows.clear();
      p.newCols.clear();
      p.alone.clear(); // they are cells
    } else {
      for (auto [row, col] : atoms)
        addAlone(p, skeleton_.position(row), skeleton_.position(col), atoms_.at(keyOf(row, col)));
    }
  }
}

// A matrix pays if a good part of its cells are atoms.
bool OrderEncoding::wantsMatrix(const Pair& p) const {
  constexpr size_t leastDensity = 12; // one atom in so many cells
  const size_t cells = (p.rows.size() + p.newRows.size()) * (p.cols.size() + p.newCols.size());
  return variables_ + cells - p.cells.size() <= cellLimit_ && p.atoms * leastDensity >= cells;
}

Lit OrderEncoding::newCell(EventId row, EventId col) {
  if (auto known = skeleton_.known(row, col)) return Cnf::constant(*known);
  if (auto atom = atoms_.find(keyOf(row, col)); atom != atoms_.end()) return atom->second;
  ++variables_;
  return cnf_.fresh();
}

void OrderEncoding::grow(Pair& p) {
  const Pair old = p;
  auto merge = [&](std::vector<EventId>& line, const std::vector<EventId>& more) {
    line.insert(line.end(), more.begin(), more.end());
    std::ranges::sort(line, {}, [&](EventId e) { return skeleton_.position(e); });
  };
  merge(p.rows, p.newRows);
  merge(p.cols, p.newCols);
  p.cells.clear();
  p.cells.reserve(p.rows.size() * p.cols.size());
  for (EventId row : p.rows) {
    const auto oldRow = find(old.rows, row);
    size_t next = 0; // of the old columns
    for (EventId col : p.cols) {
      const bool oldCol = next < old.cols.size() && old.cols[next] == col;
      p.cells.push_back(oldRow && oldCol ? old.cell(*oldRow, next) : newCell(row, col));
      next += oldCol;
    }
  }
  linkCells(p, old);
}

void OrderEncoding::link(Lit weaker, Lit stronger) {
  if (stronger != -Cnf::top && weaker != Cnf::top) cnf_.implies(stronger, weaker);
}

// A row before a column is before the next column; and the row above it is before the column.
void OrderEncoding::linkCells(const Pair& p, const Pair& old) {
  // Were these two neighbours before? Then their links are there.
  auto neighbours = [&](const std::vector<EventId>& line, EventId first, EventId second) {
    const auto i = find(line, first);
    return i && *i + 1 < line.size() && line[*i + 1] == second;
  };
  std::vector<bool> colWasThere(p.cols.size()), linkedRight(p.cols.size());
  for (size_t j = 0; j < p.cols.size(); ++j) {
    colWasThere[j] = find(old.cols, p.cols[j]).has_value();
    linkedRight[j] = j + 1 < p.cols.size() && neighbours(old.cols, p.cols[j], p.cols[j + 1]);
  }
  for (size_t i = 0; i < p.rows.size(); ++i) {
    const bool rowWasThere = find(old.rows, p.rows[i]).has_value();
    const bool linkedAbove = i > 0 && neighbours(old.rows, p.rows[i - 1], p.rows[i]);
    for (size_t j = 0; j < p.cols.size(); ++j) {
      if (j + 1 < p.cols.size() && !(rowWasThere && linkedRight[j])) link(p.cell(i, j + 1), p.cell(i, j));
      if (i > 0 && !(linkedAbove && colWasThere[j])) link(p.cell(i - 1, j), p.cell(i, j));
    }
  }
}

// What the atom implies lies in rows not after its own and columns not before: of each row the nearest,
// unless a nearer row has one as near. What implies it lies the other way.
void OrderEncoding::addAlone(Pair& p, uint32_t row, uint32_t col, Lit l) {
  constexpr size_t mostRows = 256; // looked at in either direction
  const auto own = p.alone.try_emplace(row).first;
  own->second.emplace(col, l);
  std::optional<uint32_t> nearest;
  size_t rows = 0;
  for (auto above = std::make_reverse_iterator(std::next(own));
       above != p.alone.rend() && rows < mostRows && nearest != col; ++above, ++rows) {
    const auto it = above->first == row ? above->second.upper_bound(col) : above->second.lower_bound(col);
    if (it == above->second.end() || (nearest && it->first >= *nearest)) continue;
    nearest = it->first;
    link(it->second, l);
  }
  nearest.reset();
  rows = 0;
  for (auto below = own; below != p.alone.end() && rows < mostRows && nearest != col; ++below, ++rows) {
    auto it = below->first == row ? below->second.lower_bound(col) : below->second.upper_bound(col);
    if (it == below->second.begin()) continue;
    --it;
    if (nearest && it->first <= *nearest) continue;
    nearest = it->first;
    link(l, it->second);
  }
}

} // namespace heddle::logic::sat
