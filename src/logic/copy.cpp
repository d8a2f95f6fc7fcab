// See copy.h. A stack of its own: terms may be deeper than the call stack.
#include "logic/copy.h"

#include "support/error.h"

namespace heddle::logic {

Term TermCopier::copy(Term t) {
  std::vector<Term> work = {t};
  while (!work.empty()) {
    const Term next = work.back();
    const size_t before = work.size();
    if (!done_.contains(next))
      for (unsigned i = 0; i < next.arity(); ++i)
        if (!done_.contains(next.kid(i))) work.push_back(next.kid(i));
    if (work.size() != before) continue;
    work.pop_back();
    if (!done_.contains(next)) done_.emplace(next, copyNode(next));
  }
  return done_.at(t);
}

Term TermCopier::copyNode(Term t) {
  if (t.isConst()) return to_.constant(t.value(), t.width());
  if (t.arity() == 0) {
    const Term leaf = leaf_(t);
    HEDDLE_CHECK(!leaf || leaf.width() == t.width(), "a leaf is copied to one of another width");
    return leaf;
  }
  Term kids[3];
  for (unsigned i = 0; i < t.arity(); ++i) {
    kids[i] = done_.at(t.kid(i));
    if (!kids[i]) return {};
  }
  return to_.make(t.op(), t.width(), kids[0], kids[1], kids[2], t.value());
}

} // namespace heddle::logic
