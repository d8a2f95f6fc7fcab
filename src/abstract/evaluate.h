// Evaluation of terms in an environment, and what an assumption tells about its registers; by themselves
// (evaluate.cpp, assume.cpp) and in relation to others (relate.cpp).
#pragma once

#include "abstract/environment.h"
#include "ccfg/analysis/memory/pointsto.h"
#include "domains/closure.h"

namespace heddle::abstract {

class Evaluator {
public:
  // For terms of this thread. `self` is its number: Value::Base::Self where environments are those of one
  // instance, the instance's own where they are those of several.
  Evaluator(const ccfg::Program& p, const ccfg::analysis::PointsTo& pointsTo, const PackMap& packs,
            domains::Closure closure, ccfg::ThreadId thread, const Value& self)
      : program_(p), pointsTo_(pointsTo), packs_(packs), closure_(closure), thread_(thread), self_(self) {}

  Value evaluate(logic::Term t, const Environment& env);

  // Keeps what is possible if the condition holds (or does not); false: nothing is.
  bool assume(logic::Term condition, bool holds, Environment& env);

  // What the domain keeps of a value.
  Value rounded(const Value& v) const;

  // What the term is to relations; nothing if there are none.
  domains::Form formOf(logic::Term t, const Environment& env);
  // The variable gets the value of the form, which lies in `value`; false: that is impossible.
  bool relate(Variable v, const domains::Form& form, const Value& value, Environment& env) const;

private:
  struct Known {
    uint64_t stamp = 0;
    Value value;
  };

  Value cached(logic::Term t, const Environment& env);
  Value compute(logic::Term t, const Environment& env);
  Value ofRegister(ccfg::RegId r, const Environment& env) const;
  Value ofBases(logic::Term t, const Value* kids) const; // some operand is no plain number
  Value compareBases(logic::Op op, const Value& a, const Value& b) const;
  bool surelyDifferent(const Value& a, const Value& b) const;
  bool surelyEqual(const Value& a, const Value& b) const;
  bool inside(const Value& pointer) const;

  bool shareAmongCopies(Environment& env) const;
  // The term's value is in `want`: narrows the registers below it.
  bool constrain(logic::Term t, const Value& want, Environment& env, unsigned depth);
  bool constrainCondition(logic::Term t, bool holds, Environment& env, unsigned depth);
  bool oneOf(logic::Term a, bool holdsA, logic::Term b, bool holdsB, Environment& env, unsigned depth);
  bool constrainOrder(logic::Op op, logic::Term a, logic::Term b, bool holds, Environment& env,
                      unsigned depth);
  bool constrainEqual(logic::Term a, logic::Term b, bool holds, Environment& env, unsigned depth);
  bool constrainOperands(logic::Term t, const Number& want, Environment& env, unsigned depth);

  std::optional<domains::Linear> exactOf(logic::Term t, const Environment& env, unsigned depth);
  bool relateEqual(logic::Term a, logic::Term b, bool holds, Environment& env);
  bool relateOrder(logic::Op op, logic::Term a, logic::Term b, bool holds, Environment& env);
  uint32_t commonPack(logic::Term a, logic::Term b) const;
  // Hands what the numbers tell to the relation, and the other way.
  bool share(uint32_t pack, logic::Term a, logic::Term b, Environment& env) const;

  const ccfg::Program& program_;
  const ccfg::analysis::PointsTo& pointsTo_;
  const PackMap& packs_;
  domains::Closure closure_;
  ccfg::ThreadId thread_;
  Value self_;
  std::vector<Known> known_; // by term
  uint64_t stamp_ = 0;       // raised whenever the environment is another
};

} // namespace heddle::abstract
