// Several templates for one thread, as a parameterised program would have instances: what the copies do is
// the same, so nobody can tell which one was started. See derived.h.
#include "ccfg/transform/copier.h"

#include "support/error.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::ccfg::transform {

namespace {

bool forks(const Edge& e, ThreadId thread) {
  return std::ranges::any_of(e.ops, [&](const Operation& op) {
    const auto* fork = std::get_if<Fork>(&op);
    return fork != nullptr && fork->thread == thread;
  });
}

void redirect(Edge& e, ThreadId from, ThreadId to) {
  for (Operation& op : e.ops)
    if (auto* fork = std::get_if<Fork>(&op); fork != nullptr && fork->thread == from) fork->thread = to;
}

std::string unusedName(const Program& p, const std::string& base) {
  for (unsigned n = 2;; ++n) {
    std::string name = fmt::format("{}#{}", base, n);
    if (std::ranges::none_of(p.threads, [&](const Thread& t) { return t.name == name; })) return name;
  }
}

} // namespace

Derived replicateThread(const Program& p, ThreadId thread, unsigned copies) {
  HEDDLE_CHECK(thread > 0 && thread < p.threads.size() && copies > 0, "no thread that can be replicated");
  Copier copier(p);
  copier.copyAllButEdges();
  std::vector<ThreadId> templates = {thread};
  while (templates.size() < copies)
    templates.push_back(copier.addWholeThread(thread, unusedName(copier.program(), p.threads[thread].name)));
  for (EdgeId e = 0; e < p.edges.size(); ++e) {
    const ThreadId owner = p.locations[p.edges[e].from].thread;
    const std::vector<ThreadId> owners = owner == thread ? templates : std::vector{owner};
    const std::vector<ThreadId> started = forks(p.edges[e], thread) ? templates : std::vector{thread};
    for (const ThreadId in : owners)
      for (const ThreadId t : started) redirect(copier.program().edges[copier.addChain(in, {e})], thread, t);
  }
  return copier.finish();
}

} // namespace heddle::ccfg::transform
