// Low bits that are surely zero; see alignment.h.
#include "symbolic/alignment.h"

#include <algorithm>
#include <bit>

namespace heddle::symbolic {

using logic::Op;

unsigned Alignment::lowZeroBits(Term t) {
  const auto known = known_.find(t);
  if (known != known_.end()) return known->second;
  logic::forEachNode(t, [&](Term n) {
    if (known_.find(n) == known_.end()) known_.emplace(n, ofNode(n));
  });
  return known_.at(t);
}

unsigned Alignment::ofNode(Term t) const {
  switch (t.op()) {
  case Op::Const:
    return t.value() == 0 ? t.width() : static_cast<unsigned>(std::countr_zero(t.value()));
  case Op::Add:
  case Op::Sub:
  case Op::Or:
    return std::min(known_.at(t.kid(0)), known_.at(t.kid(1)));
  case Op::And:
    return std::max(known_.at(t.kid(0)), known_.at(t.kid(1)));
  case Op::Mul:
    return std::min(t.width(), known_.at(t.kid(0)) + known_.at(t.kid(1)));
  case Op::Shl:
    return known_.at(t.kid(0)) +
           (t.kid(1).isConst() ? static_cast<unsigned>(std::min<uint64_t>(t.kid(1).value(), 64)) : 0);
  case Op::Ite:
    return std::min(known_.at(t.kid(1)), known_.at(t.kid(2)));
  case Op::SExt:
  case Op::ZExt:
    return known_.at(t.kid(0));
  case Op::Concat:
    return known_.at(t.kid(1));
  default:
    return 0;
  }
}

} // namespace heddle::symbolic
