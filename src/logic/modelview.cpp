#include "logic/modelview.h"

#include "logic/eval.h"

namespace heddle::logic {

namespace {

// An operand that alone decides a connective of truth values.
bool decides(Op op, uint64_t operand) { return operand == (op == Op::Or ? 1 : 0); }

} // namespace

uint64_t ModelView::value(Term root) {
  if (const auto known = values_.find(root); known != values_.end()) return known->second;
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term t = stack.back();
    if (values_.count(t) != 0) {
      stack.pop_back();
      continue;
    }
    uint64_t v[3] = {};
    bool ready = true;
    for (unsigned i = 0; i < t.arity(); ++i) {
      const auto kid = values_.find(t.kid(i));
      if (kid == values_.end()) {
        stack.push_back(t.kid(i));
        ready = false;
      } else
        v[i] = kid->second;
    }
    if (!ready) continue;
    stack.pop_back();
    if (t.isConst())
      values_[t] = t.value();
    else
      values_[t] = t.arity() == 0 ? truncateTo(leaf_(t), t.width()) : applyTo(t, v[0], v[1], v[2]);
  }
  return values_.at(root);
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
    if (!visited_.insert(t).second) continue;
    if (t.op() == Op::Var && marked_.insert(t).second) order_.push_back(t);
    pushReasons(t);
  }
}

} // namespace heddle::logic
