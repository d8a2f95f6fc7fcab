// See oracle.h.
#include "repair/oracle.h"

#include "check/ask.h"
#include "portfolio/portfolio.h"

namespace heddle::repair {

engine::Result Oracle::ask(const ccfg::Program& p, ccfg::PropertySet properties, interp::Watcher* watcher) {
  ++asked_;
  engine::Question question = question_;
  question.properties = properties;
  const engine::Problem problem(p, question);
  const auto engine = portfolio::makePortfolio({}, {.jobs = 1});
  return check::ask(*engine, problem, budget_, progress_, watcher);
}

bool Oracle::someWaitForEver(const ccfg::Program& p) {
  constexpr double seconds = 5;
  ++asked_;
  engine::Question question = question_;
  question.properties = {};
  question.properties.add(ccfg::Property::Deadlock);
  question.partialDeadlock = true;
  const engine::Problem problem(p, question);
  explore::ExploreOptions options;
  options.shorten = false;
  const auto engine = explore::makeExplore(options);
  return check::ask(*engine, problem, budget_.part(seconds), progress_).verdict == engine::Verdict::False;
}

std::vector<TraceStep> originalSteps(const ccfg::transform::Derived& d, const ccfg::Schedule& s) {
  std::vector<TraceStep> out;
  for (const ccfg::ScheduleStep& step : s.steps)
    if (!step.isFlush())
      for (const ccfg::transform::Piece& piece : d.edges.at(step.edge))
        out.push_back({step.thread, piece.edge});
  return out;
}

EdgeId originalEdge(const ccfg::transform::Derived& d, EdgeId e) {
  return e == ccfg::none || d.edges.at(e).empty() ? ccfg::none : d.edges[e].back().edge;
}

} // namespace heddle::repair
