#include "logic/modelview.h"

#include "logic/eval.h"

namespace heddle::logic {

namespace {

// An operand that alone decides a connective of truth values.
bool decides(Op op, uint64_t operand) { return operand == (op == Op::Or ? 1 : 0); }

} // namespace

uint64_t ModelView::value(Term root) {
  if (known(root).is) return known(root).value;
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term t = stack.back();
    uint64_t v[3] = {};
    bool ready = true;
    for (unsigned i = 0; i < t.arity(); ++i) {
      const Known& kid = known(t.kid(i));
      if (!kid.is) {
        stack.push_back(t.kid(i));
        ready = false;
      } else
        v[i] = kid.value;
    }
    if (!ready) continue;
    stack.pop_back();
    Known& k = known(t);
    if (k.is) continue;
    k.is = true;
    if (t.isConst())
      k.value = t.value();
    else
      k.value = t.arity() == 0 ? truncateTo(leaf_(t), t.width()) : applyTo(t, v[0], v[1], v[2]);
  }
  return known(root).value;
}

bool ModelView::visit(Term t) {
  if (t.id() >= visited_.size()) visited_.resize(t.id() + 1);
  if (visited_[t.id()]) return false;
  visited_[t.id()] = true;
  if (t.op() == Op::Var) order_.push_back(t);
  return true;
}

void ModelView::pushReasons(Term t) {
  if ((t.op() == Op::And || t.op() == Op::Or) && t.width() == 1)
    for (unsigned i = 0; i < 2; ++i)
      if (decides(t.op(), value(t.kid(i)))) {
        work_.push_back(t.kid(i));
        return;
      }
  if (t.op() == Op::Ite) {
    work_.push_back(t.kid(0));
    work_.push_back(t.kid(value(t.kid(0)) != 0 ? 1 : 2));
    return;
  }
  for (unsigned i = 0; i < t.arity(); ++i) work_.push_back(t.kid(i));
}

void ModelView::justify(Term root) {
  value(root);
  work_.push_back(root);
  while (!work_.empty()) {
    const Term t = work_.back();
    work_.pop_back();
    if (visit(t)) pushReasons(t);
  }
}

} // namespace heddle::logic
