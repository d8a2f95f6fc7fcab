// Inside logic/ only: what the files of the simplifier share. simplify.cpp dispatches and has the arithmetic
// and bitwise rules, simplify_compare.cpp the comparisons, simplify_shape.cpp ite, concatenation, extraction,
// extension.
//
// A rule that matches returns its result, built through `make` again; a function in which none matches
// returns the null term, and the node is made as it stands. So rebuilding a simplified term bottom-up gives
// the same term.
//
// Trap: no rule may recurse along a chain of operators, since terms are thousands deep. Each rule looks at
// one level and leaves a term on which only a bounded number of rules can match (widths shrink, constants
// merge).
#pragma once

#include "logic/eval.h"
#include "logic/term.h"

namespace heddle::logic {

struct Match {
  TermManager& tm;
  Op op;
  unsigned width;
  Term a, b, c;
  uint64_t value;

  Term constant(uint64_t v) const { return tm.constant(v, width); }
  Term same(Term x, Term y) const { return tm.make(op, width, x, y); } // the same operator again
  uint64_t ones() const { return maskOf(a.width()); }
};

inline bool isConstAt(Term t, unsigned kid) { return t.arity() > kid && t.kid(kid).isConst(); }
inline bool isPlusConst(Term t) { return t.op() == Op::Add && isConstAt(t, 1); }
inline bool complements(Term x, Term y) {
  return (x.op() == Op::Not && x.kid(0) == y) || (y.op() == Op::Not && y.kid(0) == x);
}
inline bool has(Term t, Op op, Term kid) { return t.op() == op && (t.kid(0) == kid || t.kid(1) == kid); }
inline Term other(Term t, Term kid) { return t.kid(0) == kid ? t.kid(1) : t.kid(0); }
inline bool isExtension(Term t) { return t.op() == Op::ZExt || t.op() == Op::SExt; }
inline uint64_t signBit(unsigned width) { return 1ull << (width - 1); }

Term simplifyEq(const Match& m);
Term simplifyUlt(const Match& m);
Term simplifyUle(const Match& m);
Term simplifySlt(const Match& m);
Term simplifySle(const Match& m);
Term simplifyIte(const Match& m);
Term simplifyConcat(const Match& m);
Term simplifyExtract(const Match& m);
Term simplifyExtension(const Match& m);

} // namespace heddle::logic
