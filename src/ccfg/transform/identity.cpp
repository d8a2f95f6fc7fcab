// The copy without a change: the least that a transformation is. See derived.h.
#include "ccfg/transform/copier.h"

namespace heddle::ccfg::transform {

Derived copyOf(const Program& p) {
  Copier copier(p);
  copier.copyAllButEdges();
  for (EdgeId e = 0; e < p.edges.size(); ++e) copier.addChain(p.locations[p.edges[e].from].thread, {e});
  return copier.finish();
}

} // namespace heddle::ccfg::transform
