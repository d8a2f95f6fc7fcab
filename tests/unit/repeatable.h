// Marks the threads of a model in text form that may have several instances: forked from an edge in a cycle,
// by two forks, or by a thread that may itself have several instances. Sets Thread::repeatable of every
// thread, as the front end does it.
#pragma once

#include "ccfg/analysis/graph/loops.h"

namespace heddle::ccfg {

inline void markRepeatable(Program& p) {
  analysis::Loops loops(p);
  std::vector<std::vector<ThreadId>> forks(p.threads.size()); // by the thread that forks
  std::vector<unsigned> count(p.threads.size());
  for (Thread& t : p.threads) t.repeatable = false;
  for (EdgeId e = 0; e < p.edges.size(); ++e)
    for (const Operation& op : p.edges[e].ops)
      if (const auto* f = std::get_if<Fork>(&op)) {
        forks[p.locations[p.edges[e].from].thread].push_back(f->thread);
        if (++count[f->thread] > 1 || f->thread == 0 || loops.edgeInCycle(e))
          p.threads[f->thread].repeatable = true;
      }
  std::vector<ThreadId> work;
  for (ThreadId t = 0; t < p.threads.size(); ++t)
    if (p.threads[t].repeatable) work.push_back(t);
  while (!work.empty()) {
    ThreadId t = work.back();
    work.pop_back();
    for (ThreadId child : forks[t])
      if (!p.threads[child].repeatable) {
        p.threads[child].repeatable = true;
        work.push_back(child);
      }
  }
}

} // namespace heddle::ccfg
