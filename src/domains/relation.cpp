// See relation.h.
#include "domains/relation.h"

#include "logic/eval.h"

#include <algorithm>

namespace heddle::domains {

namespace {

Linear variableOf(Variable v, int64_t coefficient = 1) { return {{{v, coefficient}}, 0}; }

// a - b; nothing if it does not fit.
std::optional<Linear> differenceOf(const Linear& a, const Linear& b, int64_t factor = 1) {
  Linear result;
  if (!result.add(a, factor) || !result.add(b, -factor)) return std::nullopt;
  return result;
}

} // namespace

std::optional<unsigned> Relation::dimensionOf(Variable v) const {
  const auto at = std::ranges::lower_bound(variables_, v);
  if (at == variables_.end() || *at != v) return std::nullopt;
  return static_cast<unsigned>(at - variables_.begin());
}

std::vector<Variable> Relation::variables() const {
  std::vector<Variable> inEqualities, all;
  for (const Equalities::Entry& e : equalities_.entries()) inEqualities.push_back(e.variable);
  std::ranges::set_union(variables_, inEqualities, std::back_inserter(all));
  return all;
}

bool Relation::add(Variable v, unsigned width) {
  if (const auto dimension = dimensionOf(v)) {
    if (width != 0) widths_[*dimension] = width;
    return true;
  }
  if (variables_.size() >= maxVariables) return false;
  insert(v, width);
  return true;
}

void Relation::insert(Variable v, unsigned width) {
  const auto at = std::ranges::lower_bound(variables_, v);
  const auto dimension = at - variables_.begin();
  octagon_.insertDimension(static_cast<unsigned>(dimension));
  variables_.insert(at, v);
  widths_.insert(widths_.begin() + dimension, width);
}

bool Relation::addAll(const Linear& e) {
  return std::ranges::all_of(e.terms, [&](const auto& t) { return add(t.first, 0); });
}

Linear Relation::inDimensions(const Linear& e) const {
  Linear result = e;
  for (auto& [variable, coefficient] : result.terms) variable = *dimensionOf(variable);
  return result;
}

void Relation::forget(Variable v) {
  equalities_.forget(v);
  const auto dimension = dimensionOf(v);
  if (!dimension) return;
  octagon_.removeDimension(*dimension);
  variables_.erase(variables_.begin() + *dimension);
  widths_.erase(widths_.begin() + *dimension);
}

bool Relation::assign(Variable v, const Form& form, const Number& value) {
  const unsigned width = value.width();
  if (form.modulo)
    equalities_.assign(v, width, form.modulo->base, form.modulo->offset);
  else
    equalities_.forget(v);
  // What the old value of v knew of others must stay until the new one is computed from it.
  if (form.exact && addAll(*form.exact) && add(v, width)) {
    const Linear e = inDimensions(*form.exact);
    const std::optional<Range> range = rangeOf(e);
    octagon_.assign(*dimensionOf(v), e);
    // The library only looks at the bounds of x and of y for the value of x - y.
    if (range && !bound(v, Number::ofSigned(range->least, range->greatest, width))) return false;
  } else if (const auto dimension = dimensionOf(v)) {
    octagon_.forget(*dimension);
  }
  return bound(v, value);
}

std::optional<Relation::Range> Relation::rangeOf(const Linear& e) const {
  Linear negated;
  if (!e.isOctagonal() || !negated.add(e, -1)) return std::nullopt;
  const auto greatest = octagon_.greatest(e), least = octagon_.greatest(negated);
  if (!greatest || !least || *least == INT64_MIN || -*least > *greatest) return std::nullopt;
  return Range{-*least, *greatest};
}

bool Relation::bound(Variable v, const Number& n) {
  if (n.isBottom()) return false;
  const Number whole = Number::top(n.width());
  if (n.isConstant() && !equalities_.equate(v, Equalities::zero, n.value(), n.width())) return false;
  const bool below = n.signedMax() != whole.signedMax(), above = n.signedMin() != whole.signedMin();
  if ((!below && !above) || !add(v, n.width())) return true;
  const unsigned dimension = *dimensionOf(v);
  if (below && n.signedMax() != INT64_MIN) {
    Linear atMost = variableOf(dimension);
    atMost.constant = -n.signedMax();
    octagon_.assumeAtMost(atMost);
  }
  if (above) {
    Linear atLeast = variableOf(dimension, -1);
    atLeast.constant = n.signedMin();
    octagon_.assumeAtMost(atLeast);
  }
  return !octagon_.isBottom();
}

bool Relation::assumeAtMost(const Linear& e) {
  if (e.terms.empty()) return e.constant <= 0;
  if (!addAll(e)) return true;
  octagon_.assumeAtMost(inDimensions(e));
  return !octagon_.isBottom();
}

bool Relation::assumeEqual(const Form& a, const Form& b, unsigned width) {
  if (a.modulo && b.modulo &&
      !equalities_.equate(a.modulo->base, b.modulo->base, b.modulo->offset - a.modulo->offset, width))
    return false;
  if (!a.exact || !b.exact) return true;
  const auto more = differenceOf(*a.exact, *b.exact), less = differenceOf(*b.exact, *a.exact);
  return (!more || assumeAtMost(*more)) && (!less || assumeAtMost(*less));
}

bool Relation::assumeDifferent(const Form& a, const Form& b, unsigned width) {
  if (a.modulo && b.modulo)
    if (const auto apart = equalities_.difference(a.modulo->base, b.modulo->base))
      if (*apart == logic::truncateTo(b.modulo->offset - a.modulo->offset, width)) return false;
  if (!a.exact || !b.exact) return true;
  for (const auto& difference : {differenceOf(*a.exact, *b.exact), differenceOf(*b.exact, *a.exact)}) {
    // At most 0 and not 0 is at most -1.
    if (!difference || !difference->isOctagonal() || !addAll(*difference)) continue;
    const auto greatest = octagon_.greatest(inDimensions(*difference));
    if (!greatest || *greatest > 0 || difference->constant == INT64_MAX) continue;
    Linear less = *difference;
    ++less.constant;
    if (!assumeAtMost(less)) return false;
  }
  return true;
}

Number Relation::numberOf(Variable v, unsigned width) const {
  Number n = Number::top(width);
  if (const auto value = equalities_.difference(v, Equalities::zero)) return Number::constant(*value, width);
  const auto dimension = dimensionOf(v);
  if (!dimension) return n;
  const auto greatest = octagon_.greatest(variableOf(*dimension)),
             least = octagon_.greatest(variableOf(*dimension, -1));
  const int64_t hi = greatest ? std::min(*greatest, n.signedMax()) : n.signedMax();
  const int64_t lo = least && *least != INT64_MIN ? std::max(-*least, n.signedMin()) : n.signedMin();
  return lo <= hi ? Number::ofSigned(lo, hi, width) : Number::bottom(width);
}

std::vector<Constraint> Relation::constraints() const {
  std::vector<Constraint> result;
  const auto greatest = [&](const Linear& e) { return octagon_.greatest(inDimensions(e)); };
  for (size_t i = 0; i < variables_.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      for (const auto& [a, b] : {std::pair(1, 1), std::pair(1, -1), std::pair(-1, 1), std::pair(-1, -1)}) {
        const Linear first = variableOf(variables_[i], a), second = variableOf(variables_[j], b);
        Linear sum = first;
        sum.add(second, 1);
        const auto bound = greatest(sum);
        if (!bound) continue;
        const auto one = greatest(first), other = greatest(second);
        int64_t implied = 0;
        if (one && other && !__builtin_add_overflow(*one, *other, &implied) && implied <= *bound) continue;
        result.push_back({sum, *bound});
      }
  return result;
}

Equalities Relation::allEqualities() const {
  Equalities all = equalities_;
  const auto value = [&](const Linear& e) -> std::optional<uint64_t> {
    const std::optional<Range> range = rangeOf(e);
    if (!range || range->least != range->greatest) return std::nullopt;
    return static_cast<uint64_t>(range->least);
  };
  for (unsigned i = 0; i < variables_.size(); ++i) {
    if (widths_[i] == 0) continue;
    if (const auto known = value(variableOf(i)))
      all.equate(variables_[i], Equalities::zero, *known, widths_[i]);
    for (unsigned j = 0; j < i; ++j)
      if (widths_[j] == widths_[i] && !all.difference(variables_[i], variables_[j]))
        if (const auto known = value({{{i, 1}, {j, -1}}, 0}))
          all.equate(variables_[i], variables_[j], *known, widths_[i]);
  }
  return all;
}

Octagon Relation::over(const std::vector<Variable>& variables) const {
  Octagon result = octagon_;
  for (size_t i = variables_.size(); i-- > 0;)
    if (!std::ranges::binary_search(variables, variables_[i]))
      result.removeDimension(static_cast<unsigned>(i));
  return result;
}

template <typename F>
Relation combined(const Relation& a, const Relation& b, F f) {
  Relation result;
  std::ranges::set_intersection(a.variables_, b.variables_, std::back_inserter(result.variables_));
  for (Variable v : result.variables_)
    result.widths_.push_back(std::max(a.widths_[*a.dimensionOf(v)], b.widths_[*b.dimensionOf(v)]));
  result.octagon_ = f(a.over(result.variables_), b.over(result.variables_));
  result.equalities_ = join(a.allEqualities(), b.allEqualities());
  return result;
}

Relation join(const Relation& a, const Relation& b) {
  return combined(a, b, [](const Octagon& x, const Octagon& y) { return join(x, y); });
}

Relation widen(const Relation& a, const Relation& b) {
  return combined(a, b, [](const Octagon& x, const Octagon& y) { return widen(x, y); });
}

bool leq(const Relation& a, const Relation& b) {
  if (!leq(a.equalities_, b.equalities_) && !leq(a.allEqualities(), b.equalities_)) return false;
  if (!std::ranges::includes(a.variables_, b.variables_)) return false;
  return leq(a.over(b.variables_), b.octagon_);
}

bool meetWith(Relation& a, const Relation& b) {
  Relation other = b;
  for (size_t i = 0; i < a.variables_.size(); ++i)
    if (!other.has(a.variables_[i])) other.insert(a.variables_[i], a.widths_[i]);
  for (size_t i = 0; i < b.variables_.size(); ++i)
    if (!a.has(b.variables_[i])) a.insert(b.variables_[i], b.widths_[i]);
  a.octagon_ = meet(a.octagon_, other.octagon_);
  for (const Equalities::Entry& e : b.equalities_.entries())
    if (!a.equalities_.equate(e.variable, e.representative, e.offset, e.width)) return false;
  return !a.octagon_.isBottom();
}

} // namespace heddle::domains
