#include "logic/horn/integers.h"

#include "logic/eval.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::logic::horn {

z3::expr ToIntegers::operator()(Term t) {
  forEachNode(t, [&](Term n) {
    if (!known_.contains(n)) known_.emplace(n, translate(n));
  });
  return known_.at(t);
}

z3::expr ToIntegers::fits(const z3::expr& e, unsigned width) {
  const z3::expr size = context_.int_val(maskOf(areUnsigned_ ? width : width - 1));
  return (areUnsigned_ ? e >= 0 : e >= -size - 1) && e <= size;
}

z3::expr ToIntegers::open(unsigned width) {
  const std::string name = fmt::format("open{}", variables_.size());
  variables_.push_back(context_.constant(name.c_str(), sortOf(width)));
  if (width > 1) inRange_ = inRange_ && fits(variables_.back(), width);
  return variables_.back();
}

z3::expr ToIntegers::leaf(Term t) {
  if (t.op() != Op::Const) return open(t.width());
  if (t.width() == 1) return context_.bool_val(t.value() == 1);
  return areUnsigned_ ? context_.int_val(t.value()) : context_.int_val(signedOf(t.value(), t.width()));
}

z3::expr ToIntegers::logic(Term t) {
  const z3::expr a = known_.at(t.kid(0));
  if (t.op() == Op::Not) return !a;
  const z3::expr b = known_.at(t.kid(1));
  if (t.op() == Op::And) return a && b;
  if (t.op() == Op::Or) return a || b;
  return a != b;
}

z3::expr ToIntegers::translate(Term t) {
  if (t.arity() == 0) return leaf(t);
  const bool booleans = t.kid(0).width() == 1;
  if (t.op() == Op::Ite) return z3::ite(known_.at(t.kid(0)), known_.at(t.kid(1)), known_.at(t.kid(2)));
  if (t.width() == 1 && (t.op() == Op::Not || t.op() == Op::And || t.op() == Op::Or || t.op() == Op::Xor))
    return logic(t);
  const z3::expr a = known_.at(t.kid(0));
  if (booleans && t.op() == Op::ZExt) return z3::ite(a, context_.int_val(1), context_.int_val(0));
  if (t.op() == Op::Eq) return a == known_.at(t.kid(1));
  if (booleans) return open(t.width());
  // clang-format off
  switch (t.op()) {
  case Op::Ult: case Op::Slt: return a < known_.at(t.kid(1));
  case Op::Ule: case Op::Sle: return a <= known_.at(t.kid(1));
  case Op::ZExt: case Op::SExt: return a;
  default: break;
  }
  // clang-format on
  const z3::expr result = arithmetic(t);
  if (t.width() > 1) wraps_ = wraps_ || !fits(result, t.width());
  return result;
}

z3::expr ToIntegers::arithmetic(Term t) {
  const z3::expr a = known_.at(t.kid(0));
  // What is added is meant to be small: to add 2^32 - 1 is to subtract 1.
  const auto second = [&] {
    const Term b = t.kid(1);
    return b.isConst() ? context_.int_val(signedOf(b.value(), b.width())) : known_.at(b);
  };
  switch (t.op()) {
  case Op::Neg:
    return -a;
  case Op::Add:
    return t.kid(0).isConst() ? context_.int_val(signedOf(t.kid(0).value(), t.width())) + second()
                              : a + second();
  case Op::Sub:
    return a - second();
  case Op::Mul:
    return t.kid(1).isConst() ? a * second() : t.kid(0).isConst() ? a * known_.at(t.kid(1)) : open(t.width());
  case Op::Extract:
    return t.value() == 0 && t.width() > 1 ? a : open(t.width());
  default:
    return open(t.width());
  }
}

void Linear::add(const Linear& o, int64_t factor) {
  constant += factor * o.constant;
  for (const auto& [parameter, coefficient] : o.coefficients)
    if ((coefficients[parameter] += factor * coefficient) == 0) coefficients.erase(parameter);
}

std::optional<Linear> FromIntegers::sum(const z3::expr& e) {
  Linear result;
  if (e.is_var()) {
    result.coefficients[Z3_get_index_value(e.ctx(), e)] = 1;
    return result;
  }
  if (e.is_numeral()) return e.is_numeral_i64(result.constant) ? std::optional(result) : std::nullopt;
  if (!e.is_app()) return std::nullopt;
  const Z3_decl_kind kind = e.decl().decl_kind();
  if (kind == Z3_OP_MUL) {
    int64_t factor = 0;
    if (e.num_args() != 2 || !e.arg(0).is_numeral_i64(factor)) return std::nullopt;
    const auto other = sum(e.arg(1));
    if (other) result.add(*other, factor);
    return other ? std::optional(result) : std::nullopt;
  }
  if (kind != Z3_OP_ADD && kind != Z3_OP_SUB && kind != Z3_OP_UMINUS) return std::nullopt;
  for (unsigned i = 0; i < e.num_args(); ++i) {
    const auto part = sum(e.arg(i));
    if (!part) return std::nullopt;
    result.add(*part, kind == Z3_OP_UMINUS || (kind == Z3_OP_SUB && i > 0) ? -1 : 1);
  }
  return result;
}

std::optional<Linear> FromIntegers::comparison(const z3::expr& e) {
  if (!e.is_app() || e.num_args() == 0) return std::nullopt;
  Z3_decl_kind kind = e.decl().decl_kind();
  if (kind == Z3_OP_NOT) { // not (l <= 0) is 1 - l <= 0
    const auto inner = comparison(e.arg(0));
    if (!inner || inner->equation) return std::nullopt;
    Linear result;
    result.add(*inner, -1);
    result.constant += 1;
    return result;
  }
  if (e.num_args() != 2 || !e.arg(0).is_int()) return std::nullopt;
  const auto a = sum(e.arg(0)), b = sum(e.arg(1));
  if (!a || !b) return std::nullopt;
  const bool up = kind == Z3_OP_GE || kind == Z3_OP_GT;
  if (!up && kind != Z3_OP_LE && kind != Z3_OP_LT && kind != Z3_OP_EQ) return std::nullopt;
  Linear result;
  result.add(*a, up ? -1 : 1);
  result.add(*b, up ? 1 : -1);
  if (kind == Z3_OP_GT || kind == Z3_OP_LT) result.constant += 1;
  result.equation = kind == Z3_OP_EQ;
  return result;
}

// What is negative goes to the other side: `x <= y` survives where numbers wrap, `x - y <= 0` does not.
Term FromIntegers::term(const Linear& l) {
  unsigned width = 0;
  for (const auto& [p, coefficient] : l.coefficients)
    width = std::max(width, terms_.symbolWidth(parameters_[p]));
  if (width == 0) return terms_.boolean(l.equation ? l.constant == 0 : l.constant <= 0);
  const auto magnitude = [&](int64_t v) {
    return terms_.constant(static_cast<uint64_t>(v < 0 ? -v : v), width);
  };
  Term sides[2] = {terms_.constant(0, width), terms_.constant(0, width)};
  for (const auto& [p, coefficient] : l.coefficients) {
    Term& side = sides[coefficient < 0];
    side =
        terms_.add(side, terms_.mul(magnitude(coefficient), terms_.zext(terms_.var(parameters_[p]), width)));
  }
  sides[l.constant < 0] = terms_.add(sides[l.constant < 0], magnitude(l.constant));
  if (l.equation) return terms_.eq(sides[0], sides[1]);
  return areUnsigned_ ? terms_.ule(sides[0], sides[1]) : terms_.sle(sides[0], sides[1]);
}

std::optional<Term> FromIntegers::all(const z3::expr& e, Op op) {
  Term result = terms_.boolean(op == Op::And);
  for (unsigned i = 0; i < e.num_args(); ++i) {
    const auto next = boolean(e.arg(i));
    if (!next) return std::nullopt;
    result = terms_.make(op, 1, result, *next);
  }
  return result;
}

std::optional<Term> FromIntegers::boolean(const z3::expr& e) {
  if (e.is_var()) return terms_.var(parameters_[Z3_get_index_value(e.ctx(), e)]);
  if (!e.is_app()) return std::nullopt;
  if (const auto linear = comparison(e)) return term(*linear);
  switch (e.decl().decl_kind()) {
  case Z3_OP_TRUE:
    return terms_.trueTerm();
  case Z3_OP_FALSE:
    return terms_.falseTerm();
  case Z3_OP_AND:
    return all(e, Op::And);
  case Z3_OP_OR:
    return all(e, Op::Or);
  case Z3_OP_NOT: {
    const auto inner = boolean(e.arg(0));
    return inner ? std::optional(terms_.notOf(*inner)) : std::nullopt;
  }
  case Z3_OP_EQ: {
    const auto a = boolean(e.arg(0)), b = boolean(e.arg(1));
    return a && b ? std::optional(terms_.eq(*a, *b)) : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

void FromIntegers::collect(const z3::expr& e, std::vector<Linear>& linear, std::vector<Term>& others) {
  if (e.is_app() && e.decl().decl_kind() == Z3_OP_AND) {
    for (unsigned i = 0; i < e.num_args(); ++i) collect(e.arg(i), linear, others);
  } else if (const auto l = comparison(e)) {
    linear.push_back(*l);
  } else if (const auto t = boolean(e)) {
    others.push_back(*t);
  }
}

// `l <= 0` and `-l <= 0` become an equation, which means the same where numbers wrap.
std::vector<Term> FromIntegers::conjuncts(const z3::expr& e) {
  std::vector<Linear> linear;
  std::vector<Term> result;
  collect(e, linear, result);
  for (Linear& l : linear) {
    Linear opposite;
    opposite.add(l, -1);
    if (!l.equation && std::ranges::find(linear, opposite) != linear.end()) l.equation = true;
    result.push_back(term(l));
  }
  std::erase_if(result, [](Term t) { return t.isTrue(); });
  return result;
}

} // namespace heddle::logic::horn
