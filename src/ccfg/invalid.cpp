// Assumptions about invalid accesses; see invalid.h.
#include "ccfg/invalid.h"

#include <fmt/format.h>

namespace heddle::ccfg {

namespace {

Assumption about(const Program& p, EdgeId access, const char* what, bool missesBehaviours) {
  Assumption a;
  a.kind = AssumptionKind::InvalidAccess;
  a.pos = p.edges[access].pos;
  a.text = fmt::format("{} at {}; `--property memory` reports it", what, p.posString(a.pos));
  a.missesBehaviours = missesBehaviours;
  return a;
}

} // namespace

Assumption endsAtNull(const Program& p, EdgeId access) {
  return about(p, access, "the program may end at an access through a null pointer", false);
}

Assumption endsAtInvalidAccess(const Program& p, EdgeId access) {
  return about(p, access, "paths end at an invalid memory access", true);
}

} // namespace heddle::ccfg
