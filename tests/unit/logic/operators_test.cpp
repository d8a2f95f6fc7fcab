// Both solvers against applyOp, operator by operator: all operand values at small widths, random ones at
// large.
#include "logic/eval.h"
#include "logic/solver.h"

#include <gtest/gtest.h>

#include <random>

namespace heddle::logic {
namespace {

using Make = std::unique_ptr<Solver> (*)(TermManager&);
std::unique_ptr<Solver> makeSat(TermManager& tm) { return makeSatSolver(tm); }

struct Shape {
  Op op;
  unsigned width, arity;
  unsigned widths[3];
  uint64_t value;
};

std::vector<Shape> shapesAt(unsigned w) {
  std::vector<Shape> shapes;
  for (Op op : {Op::Not, Op::Neg}) shapes.push_back({op, w, 1, {w, 0, 0}, 0});
  for (Op op : {Op::And, Op::Or, Op::Xor, Op::Add, Op::Sub, Op::Mul, Op::UDiv, Op::SDiv, Op::URem, Op::SRem,
                Op::Shl, Op::LShr, Op::AShr})
    shapes.push_back({op, w, 2, {w, w, 0}, 0});
  for (Op op : {Op::Eq, Op::Ult, Op::Ule, Op::Slt, Op::Sle, Op::SAddO, Op::SSubO, Op::SMulO})
    shapes.push_back({op, 1, 2, {w, w, 0}, 0});
  shapes.push_back({Op::Ite, w, 3, {1, w, w}, 0});
  if (w < 64) {
    const unsigned high = std::min(2u, 64 - w);
    shapes.push_back({Op::Concat, w + high, 2, {high, w, 0}, 0});
    for (Op op : {Op::ZExt, Op::SExt}) shapes.push_back({op, std::min(w + 3, 64u), 1, {w, 0, 0}, 0});
  }
  for (unsigned low = 0; low < w && w < 8; ++low)
    for (unsigned width = 1; width + low <= w; ++width)
      shapes.push_back({Op::Extract, width, 1, {w, 0, 0}, low});
  if (w >= 8) shapes.push_back({Op::Extract, w / 2, 1, {w, 0, 0}, w / 4});
  return shapes;
}

// The operator on variables in one solver, asked about values through assumptions.
class Circuit {
public:
  Circuit(Make make, const Shape& s) : solver_(make(tm_)), shape_(s) {
    for (unsigned i = 0; i < s.arity; ++i) kids_[i] = variable(s.widths[i]);
    result_ = variable(s.width);
    solver_->add(tm_.eq(result_, tm_.make(s.op, s.width, kids_[0], kids_[1], kids_[2], s.value)));
  }

  // Operands and result fixed must agree with applyOp; and the operands alone must give this result.
  void expect(const uint64_t (&v)[3]) {
    const unsigned operand = shape_.widths[shape_.op == Op::Ite || shape_.op == Op::Concat ? 1 : 0];
    const uint64_t expected = applyOp(shape_.op, shape_.width, operand, shape_.value, v[0], v[1], v[2]);
    std::vector<Term> assumptions;
    for (unsigned i = 0; i < shape_.arity; ++i)
      assumptions.push_back(tm_.eq(kids_[i], tm_.constant(v[i], shape_.widths[i])));
    const std::string what = std::string(opName(shape_.op)) + " " + std::to_string(v[0]) + " " +
                             std::to_string(v[1]) + " " + std::to_string(v[2]);
    ASSERT_EQ(solver_->check(assumptions, Budget()), Answer::Sat) << what;
    ASSERT_EQ(solver_->value(result_), expected) << what;
    for (unsigned i = 0; i < shape_.arity; ++i) ASSERT_EQ(solver_->value(kids_[i]), v[i]) << what;
    assumptions.push_back(tm_.ne(result_, tm_.constant(expected, shape_.width)));
    ASSERT_EQ(solver_->check(assumptions, Budget()), Answer::Unsat) << what;
  }

private:
  Term variable(unsigned width) { return tm_.var(tm_.newSymbol("v", width)); }

  TermManager tm_;
  std::unique_ptr<Solver> solver_;
  Shape shape_;
  Term kids_[3], result_;
};

void expectAllValues(Make make, unsigned width) {
  for (const Shape& s : shapesAt(width)) {
    Circuit circuit(make, s);
    const unsigned bits = s.widths[0] + s.widths[1] + s.widths[2];
    for (uint64_t all = 0; all < 1ull << bits; ++all) {
      circuit.expect({truncateTo(all, s.widths[0]), truncateTo(all >> s.widths[0], s.widths[1]),
                      truncateTo(all >> (s.widths[0] + s.widths[1]), s.widths[2])});
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

void expectRandomValues(Make make, unsigned width, int rounds, bool division) {
  std::mt19937_64 random(width);
  auto draw = [&](unsigned w) { // small numbers, numbers near the limits, any number
    const uint64_t v = random();
    switch (random() % 4) {
    case 0:
      return truncateTo(v % 8, w);
    case 1:
      return truncateTo(0 - v % 8, w);
    case 2:
      return truncateTo((1ull << (w - 1)) + v % 3 - 1, w);
    default:
      return truncateTo(v, w);
    }
  };
  for (const Shape& s : shapesAt(width)) {
    const bool isDivision = s.op == Op::UDiv || s.op == Op::SDiv || s.op == Op::URem || s.op == Op::SRem;
    if (isDivision && !division) continue;
    Circuit circuit(make, s);
    for (int i = 0; i < rounds; ++i) {
      uint64_t v[3] = {};
      for (unsigned k = 0; k < s.arity; ++k) v[k] = draw(s.widths[k]);
      circuit.expect(v);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

// All values in one question, for a solver that takes long over each.
void expectWholeTable(Make make, unsigned width) {
  for (const Shape& s : shapesAt(width)) {
    TermManager tm;
    auto solver = make(tm);
    Term kids[3];
    for (unsigned i = 0; i < s.arity; ++i) kids[i] = tm.var(tm.newSymbol("v", s.widths[i]));
    const Term result = tm.make(s.op, s.width, kids[0], kids[1], kids[2], s.value);
    const unsigned operand = s.widths[s.op == Op::Ite || s.op == Op::Concat ? 1 : 0];
    Term wrong = tm.falseTerm(), right = tm.falseTerm();
    for (uint64_t all = 0; all < 1ull << (s.widths[0] + s.widths[1] + s.widths[2]); ++all) {
      uint64_t rest = all, v[3] = {};
      Term here = tm.trueTerm();
      for (unsigned i = 0; i < s.arity; ++i, rest >>= s.widths[i - 1]) {
        v[i] = truncateTo(rest, s.widths[i]);
        here = tm.andOf(here, tm.eq(kids[i], tm.constant(v[i], s.widths[i])));
      }
      const Term value = tm.constant(applyOp(s.op, s.width, operand, s.value, v[0], v[1], v[2]), s.width);
      wrong = tm.orOf(wrong, tm.andOf(here, tm.ne(result, value)));
      right = tm.orOf(right, tm.andOf(here, tm.eq(result, value)));
    }
    EXPECT_EQ(solver->check(std::vector{wrong}, Budget()), Answer::Unsat) << opName(s.op);
    EXPECT_EQ(solver->check(std::vector{tm.notOf(right)}, Budget()), Answer::Unsat) << opName(s.op);
    EXPECT_EQ(solver->check(std::vector{right}, Budget()), Answer::Sat) << opName(s.op);
  }
}

TEST(SatOperators, AllValuesOfWidth1) { expectAllValues(makeSat, 1); }
TEST(SatOperators, AllValuesOfWidth3) { expectAllValues(makeSat, 3); }
TEST(SatOperators, AllValuesOfWidth4) { expectAllValues(makeSat, 4); }
TEST(SatOperators, RandomValuesOfWidth8) { expectRandomValues(makeSat, 8, 40, true); }
TEST(SatOperators, RandomValuesOfWidth32) { expectRandomValues(makeSat, 32, 20, true); }
TEST(SatOperators, RandomValuesOfWidth64) { expectRandomValues(makeSat, 64, 10, true); }
TEST(Z3Operators, AllValuesOfWidth1) { expectAllValues(makeZ3Solver, 1); }
TEST(Z3Operators, AllValuesOfWidth3) { expectWholeTable(makeZ3Solver, 3); }
TEST(SatOperators, WholeTablesOfWidth3) { expectWholeTable(makeSat, 3); }
TEST(Z3Operators, RandomValuesOfWidth8) { expectRandomValues(makeZ3Solver, 8, 4, true); }
TEST(Z3Operators, RandomValuesOfWidth32) { expectRandomValues(makeZ3Solver, 32, 3, false); }
TEST(Z3Operators, RandomValuesOfWidth64) { expectRandomValues(makeZ3Solver, 64, 3, false); }

} // namespace
} // namespace heddle::logic
