#include "logic/rewrite.h"

namespace heddle::logic {

bool Rewrite::visit(Term t, std::vector<Term>& stack) {
  if (const auto by = replaced_.find(t); by != replaced_.end()) {
    const auto done = known_.find(by->second);
    if (done == known_.end())
      stack.push_back(by->second);
    else
      known_[t] = done->second;
    return known_.count(t) != 0;
  }
  Term kids[3];
  bool ready = true, changed = false;
  for (unsigned i = 0; i < t.arity(); ++i) {
    const auto kid = known_.find(t.kid(i));
    if (kid == known_.end()) {
      stack.push_back(t.kid(i));
      ready = false;
      continue;
    }
    kids[i] = kid->second;
    changed = changed || !(kids[i] == t.kid(i));
  }
  if (ready) known_[t] = changed ? t_.make(t.op(), t.width(), kids[0], kids[1], kids[2], t.value()) : t;
  return ready;
}

Term Rewrite::operator()(Term root) {
  if (!root) return root;
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term t = stack.back();
    if (known_.count(t) != 0 || visit(t, stack)) stack.pop_back();
  }
  return known_.at(root);
}

} // namespace heddle::logic
