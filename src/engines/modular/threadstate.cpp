// See threadstate.h.
#include "engines/modular/threadstate.h"

namespace heddle::modular {

Environment join(const Environment& a, const Environment& b) {
  return {abstract::join(a, b), join(a.own, b.own), join(a.writers, b.writers)};
}

Environment widen(const Environment& a, const Environment& b, const domains::Thresholds& thresholds) {
  return {abstract::widen(a, b, thresholds), widen(a.own, b.own, thresholds),
          widen(a.writers, b.writers, thresholds)};
}

bool leq(const Environment& a, const Environment& b) {
  return abstract::leq(a, b) && leq(a.own, b.own) && leq(a.writers, b.writers);
}

Environment stableParts(const Environment& a, const Environment& b) {
  return {abstract::stableParts(a, b), stableParts(a.own, b.own), stableParts(a.writers, b.writers)};
}

} // namespace heddle::modular
