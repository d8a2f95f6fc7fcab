// How interferences grow; see interference.h.
#include "engines/modular/interference.h"

#include <algorithm>

namespace heddle::modular {

namespace {

constexpr size_t maxAlternatives = 8; // of one store; more are joined

bool covered(const std::vector<Interference>& by, const Interference& i) {
  return std::ranges::any_of(
      by, [&](const Interference& old) { return leq(i.value, old.value) && implies(i.reads, old.reads); });
}

void makeOne(std::vector<Interference>& list) {
  for (const Interference& other : list) {
    Interference& one = list[0];
    const bool fits = one.value.width() == other.value.width();
    one.value = fits ? join(one.value, other.value) : Value::top(one.value.width());
    one.reads = common(one.reads, other.reads);
  }
  if (list.size() > 1) list.resize(1);
}

// One entry a value.
void joinEqual(std::vector<Interference>& list) {
  std::vector<Interference> joined;
  for (Interference& i : list) {
    const auto same = std::ranges::find(joined, i.value, &Interference::value);
    if (same == joined.end())
      joined.push_back(std::move(i));
    else
      same->reads = common(same->reads, i.reads);
  }
  list = std::move(joined);
}

} // namespace

bool add(std::vector<Interference>& to, const Interference& i) {
  if (covered(to, i)) return false;
  std::erase_if(to, [&](const Interference& old) { return covered({i}, old); });
  to.push_back(i);
  if (to.size() > maxAlternatives) joinEqual(to);
  if (to.size() > maxAlternatives) makeOne(to);
  return true;
}

bool addWidening(std::vector<Interference>& to, const Interference& i,
                 const domains::Thresholds& thresholds) {
  if (covered(to, i)) return false;
  if (to.empty()) {
    to.push_back(i);
    return true;
  }
  makeOne(to);
  const bool fits = to[0].value.width() == i.value.width();
  to[0].value = fits ? widen(to[0].value, i.value, thresholds) : Value::top(to[0].value.width());
  to[0].reads = common(to[0].reads, i.reads);
  return true;
}

Value seenBy(ccfg::ThreadId reader, ccfg::ThreadId from, const Value& v) {
  using Base = Value::Base;
  if (v.base == Base::Self) return Value::thread(from == reader ? Base::Other : Base::Instance, from);
  if (v.base == Base::Other) return Value::thread(Base::Instance, from);
  return v;
}

} // namespace heddle::modular
