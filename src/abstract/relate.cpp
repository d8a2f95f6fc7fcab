// Relations between variables: what assignments and comparisons tell about them; see evaluate.h.
//
// Octagons are about integers, the machine's arithmetic is modulo two to the width: a term is handed over
// only where the bounds of its parts show that nothing wraps around. Equalities hold either way.
#include "abstract/evaluate.h"

#include "logic/eval.h"

namespace heddle::abstract {

using domains::Equalities;
using domains::Form;
using domains::Linear;
using domains::Offset;
using logic::Op;
using logic::Term;

namespace {

__extension__ using Wide = __int128;

constexpr unsigned maxRelatedDepth = 8;

// Do signed values between lo and hi fit?
bool fits(Wide lo, Wide hi, unsigned width) {
  const Number whole = Number::top(width);
  return lo >= whole.signedMin() && hi <= whole.signedMax();
}

std::optional<Linear> sum(std::optional<Linear> a, const std::optional<Linear>& b, int64_t factor) {
  if (!a || !b || !a->add(*b, factor)) return std::nullopt;
  return a;
}

std::optional<Offset> moduloOf(Term t) {
  if (t.isConst()) return Offset{Equalities::zero, t.value()};
  if (t.op() == Op::Var) return Offset{static_cast<Variable>(t.value()), 0};
  if (t.op() != Op::Add && t.op() != Op::Sub) return std::nullopt;
  const bool first = t.kid(1).isConst(); // a constant second
  if (!first && (t.op() == Op::Sub || !t.kid(0).isConst())) return std::nullopt;
  auto inner = moduloOf(first ? t.kid(0) : t.kid(1));
  if (!inner) return std::nullopt;
  const uint64_t by = first ? t.kid(1).value() : t.kid(0).value();
  inner->offset = logic::truncateTo(t.op() == Op::Sub ? inner->offset - by : inner->offset + by, t.width());
  return inner;
}

} // namespace

std::optional<Linear> Evaluator::exactOf(Term t, const Environment& env, unsigned depth) {
  if (t.isConst()) return Linear{{}, logic::signedOf(t.value(), t.width())};
  if (t.op() == Op::Var) {
    const auto r = static_cast<ccfg::RegId>(t.value());
    if (t.width() == 1 || r == program_.threads[thread_].self) return std::nullopt;
    return Linear{{{r, 1}}, 0};
  }
  if (depth > maxRelatedDepth || t.arity() == 0) return std::nullopt;
  const auto kid = [&](unsigned i) { return exactOf(t.kid(i), env, depth + 1); };
  const Number a = plainNumber(evaluate(t.kid(0), env));
  const auto lo = static_cast<Wide>(a.signedMin()), hi = static_cast<Wide>(a.signedMax());
  switch (t.op()) {
  case Op::Add:
  case Op::Sub: {
    const Number b = plainNumber(evaluate(t.kid(1), env));
    const bool plus = t.op() == Op::Add;
    const Wide least = plus ? lo + b.signedMin() : lo - b.signedMax();
    const Wide greatest = plus ? hi + b.signedMax() : hi - b.signedMin();
    if (!fits(least, greatest, t.width())) return std::nullopt;
    return sum(kid(0), kid(1), plus ? 1 : -1);
  }
  case Op::Neg:
    if (!fits(-hi, -lo, t.width())) return std::nullopt;
    return sum(Linear{}, kid(0), -1);
  case Op::SExt:
    return kid(0);
  case Op::ZExt:
    if (lo < 0) return std::nullopt;
    return kid(0);
  case Op::Extract:
    if (t.value() != 0 || !fits(lo, hi, t.width())) return std::nullopt;
    return kid(0);
  default:
    return std::nullopt;
  }
}

Form Evaluator::formOf(Term t, const Environment& env) {
  if (packs_.empty()) return {};
  return {exactOf(t, env, 0), moduloOf(t)};
}

bool Evaluator::relate(Variable v, const Form& form, const Value& value, Environment& env) const {
  const uint32_t pack = packs_.packOf(v);
  if (pack == ccfg::none) return true;
  Form kept = form;
  const auto here = [&](Variable other) { return packs_.packOf(other) == pack; };
  if (kept.exact)
    for (const auto& [variable, coefficient] : form.exact->terms)
      if (!here(variable)) kept.exact.reset();
  if (kept.modulo && kept.modulo->base != Equalities::zero && !here(kept.modulo->base)) kept.modulo.reset();
  return env.relations.change(pack,
                              [&](domains::Relation& r) { return r.assign(v, kept, plainNumber(value)); });
}

// The pack that all registers of both terms are in.
uint32_t Evaluator::commonPack(Term a, Term b) const {
  uint32_t pack = ccfg::none;
  for (Term t : {a, b})
    for (ccfg::RegId r : logic::symbolsOf(t)) {
      const uint32_t other = packs_.packOf(r);
      if (other == ccfg::none || (pack != ccfg::none && pack != other)) return ccfg::none;
      pack = other;
    }
  return pack;
}

bool Evaluator::relateEqual(Term a, Term b, bool holds, Environment& env) {
  if (packs_.empty() || a.width() == 1) return true;
  const uint32_t pack = commonPack(a, b);
  if (pack == ccfg::none) return true;
  const Form left = formOf(a, env), right = formOf(b, env);
  const auto step = [&](domains::Relation& r) {
    return holds ? r.assumeEqual(left, right, a.width()) : r.assumeDifferent(left, right, a.width());
  };
  return env.relations.change(pack, step) && share(pack, a, b, env);
}

bool Evaluator::relateOrder(Op op, Term a, Term b, bool holds, Environment& env) {
  if (packs_.empty()) return true;
  const uint32_t pack = commonPack(a, b);
  if (pack == ccfg::none) return true;
  const bool isUnsigned = op == Op::Ult || op == Op::Ule;
  const auto mayBeNegative = [&](Term t) { return plainNumber(evaluate(t, env)).signedMin() < 0; };
  if (isUnsigned && (mayBeNegative(a) || mayBeNegative(b))) return share(pack, a, b, env);
  // not (a < b) is b <= a
  auto difference = sum(exactOf(holds ? a : b, env, 0), exactOf(holds ? b : a, env, 0), -1);
  if (!difference) return share(pack, a, b, env);
  const bool strict = holds == (op == Op::Ult || op == Op::Slt);
  if (strict && !difference->add(Linear{{}, 1}, 1)) return share(pack, a, b, env);
  return env.relations.change(pack, [&](domains::Relation& r) { return r.assumeAtMost(*difference); }) &&
         share(pack, a, b, env);
}

bool Evaluator::share(uint32_t pack, Term a, Term b, Environment& env) const {
  const auto boundAll = [&](domains::Relation& r) {
    for (Term t : {a, b})
      for (ccfg::RegId reg : logic::symbolsOf(t))
        if (!r.bound(reg, plainNumber(ofRegister(reg, env)))) return false;
    return true;
  };
  if (!env.relations.change(pack, boundAll)) return false;
  const Relation* relation = env.relations.find(pack);
  if (relation == nullptr) return true;
  for (Variable v : relation->variables()) {
    const Value* content = isCell(v) ? env.cells.find(cellOf(v)) : nullptr;
    if (isCell(v) && content == nullptr) continue;
    const Value known = isCell(v) ? *content : ofRegister(v, env);
    if (!known.isNumber()) continue;
    const Number both = domains::meet(known.number, relation->numberOf(v, known.width()));
    if (both.isBottom()) return false;
    if (both == known.number) continue;
    if (isCell(v))
      env.cells.set(cellOf(v), Value::of(both));
    else
      env.registers.set(v, Value::of(both));
  }
  return true;
}

} // namespace heddle::abstract
