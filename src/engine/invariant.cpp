// See invariant.h.
#include "engine/invariant.h"

#include "logic/eval.h"

namespace heddle::engine {

bool Range::contains(uint64_t value) const {
  const int64_t s = logic::signedOf(value, width);
  return unsignedMin <= value && value <= unsignedMax && signedMin <= s && s <= signedMax &&
         value % stride == residue;
}

} // namespace heddle::engine
