#include "engines/predict/symbolic.h"

#include <algorithm>

namespace heddle::predict {

namespace {

// Accesses of library models don't count in blocks (ccfg/blocks.h): for one question all others are taken for
// such.
class OnlyThese {
public:
  OnlyThese(ccfg::Program& p, const TripleEdges& t) : program_(p) {
    for (ccfg::EdgeId e = 0; e < p.edges.size(); ++e) {
      before_.push_back(p.edges[e].library);
      if (e != t.first && e != t.remote && e != t.second) p.edges[e].library = true;
    }
  }
  ~OnlyThese() {
    for (ccfg::EdgeId e = 0; e < program_.edges.size(); ++e) program_.edges[e].library = before_[e];
  }
  OnlyThese(const OnlyThese&) = delete;
  OnlyThese& operator=(const OnlyThese&) = delete;

private:
  ccfg::Program& program_;
  std::vector<bool> before_;
};

} // namespace

engine::Result checkTriple(ccfg::Program& program, const TripleEdges& triple, engine::Engine& engine,
                           const Budget& budget) {
  const OnlyThese only(program, triple);
  ccfg::PropertySet atomicity;
  atomicity.add(ccfg::Property::Atomicity);
  return engine.run(program, atomicity, budget, [](const engine::Progress&) {});
}

} // namespace heddle::predict
