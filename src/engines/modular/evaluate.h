// Evaluation of terms in an environment, and what an assumption tells about its registers.
#pragma once

#include "engines/modular/environment.h"
#include "engines/modular/memory.h"

namespace heddle::modular {

class Evaluator {
public:
  // For terms of this thread.
  Evaluator(const ccfg::Program& p, const ccfg::analysis::PointsTo& pointsTo, domains::Closure closure,
            ccfg::ThreadId thread)
      : program_(p), pointsTo_(pointsTo), closure_(closure), thread_(thread) {}

  Value evaluate(logic::Term t, const Environment& env);

  // Keeps what is possible if the condition holds (or does not); false: nothing is.
  bool assume(logic::Term condition, bool holds, Environment& env);

  // What the domain keeps of a value.
  Value rounded(const Value& v) const;

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

  const ccfg::Program& program_;
  const ccfg::analysis::PointsTo& pointsTo_;
  domains::Closure closure_;
  ccfg::ThreadId thread_;
  std::vector<Known> known_; // by term
  uint64_t stamp_ = 0;       // raised whenever the environment is another
};

} // namespace heddle::modular
