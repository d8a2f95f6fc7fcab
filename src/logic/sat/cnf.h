// Gates as clauses (Tseitin): the lowest layer above the SAT solver. Constants are folded, and a gate that
// exists already on the same inputs is used again.
#pragma once

#include "support/budget.h"

#include <cstdint>
#include <initializer_list>
#include <span>
#include <unordered_map>
#include <vector>

namespace CaDiCaL {
class Solver;
}

namespace heddle::logic::sat {

using Lit = int;               // a variable from 1, or its negation
using Bits = std::vector<Lit>; // lowest first

class Cnf {
public:
  static constexpr Lit top = 1; // a variable that is true

  explicit Cnf(CaDiCaL::Solver& solver);

  static Lit constant(bool b) { return b ? top : -top; }
  static bool isConstant(Lit l) { return l == top || l == -top; }

  void limit(const Budget& budget) { budget_ = &budget; } // clauses throw OutOfBudget

  Lit fresh() { return ++variables_; }
  void clause(std::span<const Lit> literals); // constants are dropped
  void clause(std::initializer_list<Lit> literals) { clause(std::span(literals.begin(), literals.size())); }
  void implies(Lit a, Lit b) { clause({-a, b}); }

  Lit andOf(Lit a, Lit b);
  Lit orOf(Lit a, Lit b) { return -andOf(-a, -b); }
  Lit xorOf(Lit a, Lit b);
  Lit iteOf(Lit c, Lit t, Lit e);
  Lit xorOf(Lit a, Lit b, Lit c);    // the sum of a full adder
  Lit majority(Lit a, Lit b, Lit c); // its carry
  Lit andAll(std::span<const Lit> literals);
  Lit orAll(std::span<const Lit> literals);

  int variables() const { return variables_; }
  uint64_t clauses() const { return clauses_; }

private:
  enum class Gate : uint8_t { And, Xor, Ite, Xor3, Majority };
  struct Key {
    Gate gate;
    Lit a, b, c;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    size_t operator()(const Key& k) const;
  };
  // The output of the gate; `isNew` says that its clauses are still to be written.
  Lit output(const Key& key, bool& isNew);

  CaDiCaL::Solver& solver_;
  const Budget* budget_ = nullptr;
  int variables_ = top;
  uint64_t clauses_ = 0;
  std::unordered_map<Key, Lit, KeyHash> gates_;
};

} // namespace heddle::logic::sat
