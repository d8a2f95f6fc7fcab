// See copy.h. A stack of its own: terms may be deeper than the call stack.
#include "logic/copy.h"

#include "support/error.h"

namespace heddle::logic {

Term TermCopier::copy(Term root, const Leaf& leaf, const Node& node) {
  if (!root) return root;
  std::vector<Term> stack = {root};
  while (!stack.empty()) {
    const Term t = stack.back();
    if (done_.contains(t) || visit(t, leaf, node, stack)) stack.pop_back();
  }
  return done_.at(root);
}

bool TermCopier::visit(Term t, const Leaf& leaf, const Node& node, std::vector<Term>& stack) {
  if (t.arity() == 0) return visitLeaf(t, leaf, stack);
  const size_t before = stack.size();
  Term kids[3];
  bool there = true, same = true;
  for (unsigned i = t.arity(); i-- > 0;) {
    const auto kid = done_.find(t.kid(i));
    if (kid == done_.end()) {
      stack.push_back(t.kid(i));
      continue;
    }
    kids[i] = kid->second;
    there = there && kids[i];
    same = same && kids[i] == t.kid(i);
  }
  if (stack.size() != before) return false;
  Term result;
  if (there && node)
    result = node(t, kids);
  else if (there) // a term of this manager is as simple as it gets
    result = same ? t : to_.make(t.op(), t.width(), kids[0], kids[1], kids[2], t.value());
  done_.emplace(t, result);
  return true;
}

bool TermCopier::visitLeaf(Term t, const Leaf& leaf, std::vector<Term>& stack) {
  if (const auto by = replaced_.find(t); by != replaced_.end()) {
    const auto copied = done_.find(by->second);
    if (copied == done_.end()) {
      stack.push_back(by->second);
      return false;
    }
    const Term result = copied->second;
    done_.emplace(t, result);
    return true;
  }
  const Term result = t.isConst() ? to_.constant(t.value(), t.width()) : leaf(t);
  HEDDLE_CHECK(!result || result.width() == t.width(), "a leaf is copied to one of another width");
  done_.emplace(t, result);
  return true;
}

} // namespace heddle::logic
