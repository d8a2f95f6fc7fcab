#include "logic/sat/cnf.h"

#include <cadical.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace heddle::logic::sat {

namespace {

// Moves the sign of an input of an exclusive or out of it.
bool takeSign(Lit& l) {
  if (l > 0) return false;
  l = -l;
  return true;
}

void sort3(Lit& a, Lit& b, Lit& c) {
  if (a > b) std::swap(a, b);
  if (b > c) std::swap(b, c);
  if (a > b) std::swap(a, b);
}

} // namespace

size_t Cnf::KeyHash::operator()(const Key& k) const {
  uint64_t h = static_cast<uint64_t>(k.gate);
  for (Lit l : {k.a, k.b, k.c}) {
    h = (h ^ static_cast<uint32_t>(l)) * 0x9e3779b97f4a7c15ull;
    h ^= h >> 29;
  }
  return h;
}

Cnf::Cnf(CaDiCaL::Solver& solver) : solver_(solver) {
  solver_.add(top);
  solver_.add(0);
}

void Cnf::clause(std::span<const Lit> literals) {
  if (std::ranges::find(literals, top) != literals.end()) return;
  for (Lit l : literals)
    if (l != -top) solver_.add(l);
  solver_.add(0);
  constexpr uint64_t often = 1024; // clauses between looks at the clock
  if (++clauses_ % often == 0 && budget_ != nullptr) budget_->check();
}

Lit Cnf::output(const Key& key, bool& isNew) {
  auto [it, inserted] = gates_.try_emplace(key, 0);
  isNew = inserted;
  if (inserted) it->second = fresh();
  return it->second;
}

Lit Cnf::andOf(Lit a, Lit b) {
  if (a > b) std::swap(a, b);
  if (a == -top || b == -top || a == -b) return -top;
  if (a == top || a == b) return b;
  if (b == top) return a;
  bool isNew = false;
  const Lit g = output({Gate::And, a, b, 0}, isNew);
  if (isNew) {
    clause({-g, a});
    clause({-g, b});
    clause({g, -a, -b});
  }
  return g;
}

Lit Cnf::xorOf(Lit a, Lit b) {
  bool negated = takeSign(a);
  if (takeSign(b)) negated = !negated;
  if (a > b) std::swap(a, b);
  Lit g = 0;
  if (a == b)
    g = -top;
  else if (a == top) // the smallest variable, so always the first
    g = -b;
  else {
    bool isNew = false;
    g = output({Gate::Xor, a, b, 0}, isNew);
    if (isNew) {
      clause({-g, a, b});
      clause({-g, -a, -b});
      clause({g, -a, b});
      clause({g, a, -b});
    }
  }
  return negated ? -g : g;
}

Lit Cnf::iteOf(Lit c, Lit t, Lit e) {
  if (c < 0) {
    c = -c;
    std::swap(t, e);
  }
  if (c == top || t == e) return t;
  if (t == -e) return -xorOf(c, t);
  if (t == c || t == top) return orOf(c, e);
  if (t == -c || t == -top) return andOf(-c, e);
  if (e == c || e == -top) return andOf(c, t);
  if (e == -c || e == top) return orOf(-c, t);
  if (t < 0) return -iteOf(c, -t, -e);
  bool isNew = false;
  const Lit g = output({Gate::Ite, c, t, e}, isNew);
  if (isNew) {
    clause({-c, -t, g});
    clause({-c, t, -g});
    clause({c, -e, g});
    clause({c, e, -g});
    clause({-t, -e, g}); // implied, but they propagate while c is open
    clause({t, e, -g});
  }
  return g;
}

Lit Cnf::xorOf(Lit a, Lit b, Lit c) {
  bool negated = takeSign(a);
  if (takeSign(b)) negated = !negated;
  if (takeSign(c)) negated = !negated;
  sort3(a, b, c);
  Lit g = 0;
  if (a == top)
    g = -xorOf(b, c);
  else if (a == b)
    g = c;
  else if (b == c)
    g = a;
  else {
    bool isNew = false;
    g = output({Gate::Xor3, a, b, c}, isNew);
    for (int inputs = 0; isNew && inputs < 8; ++inputs) {
      const bool x = inputs & 1, y = inputs & 2, z = inputs & 4;
      clause({x ? -a : a, y ? -b : b, z ? -c : c, (x ^ y ^ z) ? g : -g});
    }
  }
  return negated ? -g : g;
}

Lit Cnf::majority(Lit a, Lit b, Lit c) {
  sort3(a, b, c);
  for (auto [x, y, z] : {std::array{a, b, c}, std::array{b, c, a}, std::array{a, c, b}}) {
    if (x == y) return x;
    if (x == -y) return z;
    if (z == top) return orOf(x, y);
    if (z == -top) return andOf(x, y);
  }
  bool isNew = false;
  const Lit g = output({Gate::Majority, a, b, c}, isNew);
  if (isNew)
    for (auto [x, y] : {std::pair{a, b}, std::pair{b, c}, std::pair{a, c}}) {
      clause({-x, -y, g});
      clause({x, y, -g});
    }
  return g;
}

Lit Cnf::andAll(std::span<const Lit> literals) {
  Bits inputs(literals.begin(), literals.end());
  std::ranges::sort(inputs,
                    [](Lit a, Lit b) { return std::pair(std::abs(a), a) < std::pair(std::abs(b), b); });
  inputs.erase(std::ranges::unique(inputs).begin(), inputs.end());
  std::erase(inputs, top);
  for (size_t i = 0; i < inputs.size(); ++i)
    if (inputs[i] == -top || (i > 0 && inputs[i] == -inputs[i - 1])) return -top;
  if (inputs.empty()) return top;
  if (inputs.size() == 1) return inputs[0];
  if (inputs.size() == 2) return andOf(inputs[0], inputs[1]);
  const Lit g = fresh();
  for (Lit l : inputs) clause({-g, l});
  for (Lit& l : inputs) l = -l;
  inputs.push_back(g);
  clause(inputs);
  return g;
}

Lit Cnf::orAll(std::span<const Lit> literals) {
  Bits negated(literals.begin(), literals.end());
  for (Lit& l : negated) l = -l;
  return -andAll(negated);
}

} // namespace heddle::logic::sat
