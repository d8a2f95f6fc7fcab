// See known.h.
#include "interp/known.h"

namespace heddle::interp {

Places placesOf(const ccfg::Program& p, const ccfg::Violation& v) {
  Places result{v.property, {}};
  for (const ccfg::EdgeId e : {v.edge, v.otherEdge}) {
    if (e == ccfg::none) continue;
    const SourcePos pos = p.userPlace(p.edges[e].pos, p.edges[e].stack).first;
    // A place without a line is told by its edge alone; no file is numbered 0.
    result.lines.insert(pos.known() ? std::pair(pos.file, pos.line) : std::pair(0u, e));
  }
  return result;
}

bool KnownViolations::has(const ccfg::Violation& v) const {
  if (places_.empty()) return false;
  const auto [it, isNew] = asked_.try_emplace({v.property, v.edge, v.otherEdge}, false);
  if (isNew) it->second = places_.contains(placesOf(p_, v));
  return it->second;
}

} // namespace heddle::interp
