// See invariant.h.
#include "engine/invariant.h"

#include "logic/eval.h"

namespace heddle::engine {

bool Range::contains(uint64_t value) const {
  const int64_t s = logic::signedOf(value, width);
  return unsignedMin <= value && value <= unsignedMax && signedMin <= s && s <= signedMax &&
         value % stride == residue;
}

bool Relation::holds(uint64_t a, uint64_t b) const {
  if (kind == Kind::Equal) return logic::truncateTo(b + static_cast<uint64_t>(bound), firstWidth) == a;
  __extension__ using Wide = __int128;
  const Wide x = logic::signedOf(a, firstWidth), y = logic::signedOf(b, secondWidth);
  return firstSign * x + secondSign * y <= bound;
}

} // namespace heddle::engine
