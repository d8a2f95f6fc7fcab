// Terms to integer expressions of Z3, and back. Inside logic/horn only.
#pragma once

#include "logic/term.h"

#include <z3++.h>

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace heddle::logic::horn {

class ToIntegers {
public:
  ToIntegers(z3::context& context, bool areUnsigned) : context_(context), areUnsigned_(areUnsigned) {}

  z3::expr operator()(Term t);
  z3::sort sortOf(unsigned width) { return width == 1 ? context_.bool_sort() : context_.int_sort(); }
  // All that stands for symbols and for what has no meaning: a clause holds for every value of them.
  const z3::expr_vector& variables() const { return variables_; }
  z3::expr inRange() const { return inRange_; } // these variables
  z3::expr wraps() const { return wraps_; }     // some operation of what was translated

private:
  z3::expr translate(Term t);
  z3::expr leaf(Term t);
  z3::expr logic(Term t);
  z3::expr arithmetic(Term t);
  z3::expr open(unsigned width);
  z3::expr fits(const z3::expr& e, unsigned width);

  z3::context& context_;
  bool areUnsigned_;
  std::unordered_map<Term, z3::expr> known_;
  z3::expr_vector variables_{context_};
  z3::expr inRange_ = context_.bool_val(true), wraps_ = context_.bool_val(false);
};

// coefficients * parameters + constant <= 0, or = 0.
struct Linear {
  std::map<unsigned, int64_t> coefficients; // by parameter; none is 0
  int64_t constant = 0;
  bool equation = false;

  void add(const Linear& o, int64_t factor);
  bool operator==(const Linear&) const = default;
};

// Of expressions over Z3's bound variables, which stand for the parameters.
class FromIntegers {
public:
  // Numbers are compared as unsigned ones, or as signed ones.
  FromIntegers(TermManager& terms, const std::vector<SymbolId>& parameters, bool areUnsigned)
      : terms_(terms), parameters_(parameters), areUnsigned_(areUnsigned) {}

  // What is not understood is left out.
  std::vector<Term> conjuncts(const z3::expr& e);

private:
  void collect(const z3::expr& e, std::vector<Linear>& linear, std::vector<Term>& others);
  std::optional<Term> boolean(const z3::expr& e); // nothing: it is not understood
  std::optional<Term> all(const z3::expr& e, Op op);
  std::optional<Linear> comparison(const z3::expr& e);
  std::optional<Linear> sum(const z3::expr& e);
  Term term(const Linear& l);

  TermManager& terms_;
  const std::vector<SymbolId>& parameters_;
  bool areUnsigned_;
};

} // namespace heddle::logic::horn
