#include "engines/predict/symbolic.h"

#include <algorithm>
#include <set>

namespace heddle::predict {

namespace {

using ccfg::EdgeId;
using ccfg::Program;
using ccfg::ThreadId;

// Changes edges for one question, and puts them back.
class Changes {
public:
  explicit Changes(Program& p) : program_(p) {}
  ~Changes() {
    for (auto& [edge, before] : before_) {
      program_.edges[edge].library = before.library;
      program_.edges[edge].ops = std::move(before.ops);
    }
  }
  Changes(const Changes&) = delete;
  Changes& operator=(const Changes&) = delete;

  // Accesses of library models don't count in blocks (ccfg/blocks.h): all others are taken for such.
  void countOnly(const std::set<EdgeId>& these) {
    for (EdgeId e = 0; e < program_.edges.size(); ++e)
      if (!program_.edges[e].library && !these.contains(e)) change(e).library = true;
  }

  // The other threads are not started; who joins one waits for ever.
  void onlyThreads(const std::set<ThreadId>& these) {
    std::set<ccfg::RegId> handles; // of those that are not started
    for (EdgeId e = 0; e < program_.edges.size(); ++e)
      for (const ccfg::Operation& op : program_.edges[e].ops)
        if (const auto* fork = std::get_if<ccfg::Fork>(&op);
            fork != nullptr && !these.contains(fork->thread)) {
          handles.insert(fork->handle);
          change(e).ops.clear();
          break;
        }
    for (EdgeId e = 0; e < program_.edges.size(); ++e)
      for (const ccfg::Operation& op : program_.edges[e].ops)
        if (const auto* join = std::get_if<ccfg::Join>(&op); join != nullptr && waits(*join, handles)) {
          change(e).ops = {ccfg::Assume{program_.terms->falseTerm()}};
          break;
        }
  }

private:
  // A handle that is no register of its creator may be that of any thread.
  bool waits(const ccfg::Join& join, const std::set<ccfg::RegId>& handles) const {
    for (const ccfg::RegId r : logic::symbolsOf(join.handle))
      if (handles.contains(r)) return true;
    return join.handle.op() != logic::Op::Var || !forked(join.handle);
  }
  bool forked(logic::Term handle) const {
    for (const ccfg::Edge& e : program_.edges)
      for (const ccfg::Operation& op : e.ops)
        if (const auto* fork = std::get_if<ccfg::Fork>(&op);
            fork != nullptr && program_.regTerm(fork->handle) == handle)
          return true;
    return false;
  }

  ccfg::Edge& change(EdgeId e) {
    ccfg::Edge& edge = program_.edges[e];
    const bool first =
        std::none_of(before_.begin(), before_.end(), [e](const auto& b) { return b.first == e; });
    if (first) before_.emplace_back(e, Before{edge.library, edge.ops});
    return edge;
  }

  struct Before {
    bool library;
    std::vector<ccfg::Operation> ops;
  };
  Program& program_;
  std::vector<std::pair<EdgeId, Before>> before_;
};

std::set<EdgeId> edgesOf(const TripleEdges& t) { return {t.first, t.remote, t.second}; }

// The threads of the edges, and those that create them.
std::set<ThreadId> threadsOf(const Program& p, const std::set<EdgeId>& edges) {
  std::set<ThreadId> out = {0};
  for (const EdgeId e : edges) out.insert(p.locations[p.edges[e].from].thread);
  for (bool grown = true; grown;) {
    grown = false;
    for (const ccfg::Edge& e : p.edges)
      for (const ccfg::Operation& op : e.ops)
        if (const auto* fork = std::get_if<ccfg::Fork>(&op); fork != nullptr && out.contains(fork->thread))
          grown |= out.insert(p.locations[e.from].thread).second;
  }
  return out;
}

engine::Result ask(Program& p, engine::Engine& engine, const Budget& budget) {
  ccfg::PropertySet atomicity;
  atomicity.add(ccfg::Property::Atomicity);
  return engine.run(p, atomicity, budget, [](const engine::Progress&) {});
}

} // namespace

std::vector<engine::Result> checkTriples(Program& program, const std::vector<TripleEdges>& triples,
                                         engine::Engine& engine, const Budget& budget) {
  std::vector<engine::Result> out(triples.size());
  std::vector<size_t> open;
  for (size_t i = 0; i < triples.size(); ++i) {
    Changes changes(program);
    changes.countOnly(edgesOf(triples[i]));
    changes.onlyThreads(threadsOf(program, edgesOf(triples[i])));
    out[i] = ask(program, engine, budget);
    if (out[i].verdict != engine::Verdict::False) open.push_back(i);
  }
  if (open.size() > 1) {
    Changes changes(program);
    std::set<EdgeId> all;
    for (const size_t i : open)
      for (const EdgeId e : edgesOf(triples[i])) all.insert(e);
    changes.countOnly(all);
    const engine::Result together = ask(program, engine, budget);
    if (together.verdict == engine::Verdict::True) {
      for (const size_t i : open) out[i] = together;
      return out;
    }
  }
  for (const size_t i : open) {
    Changes changes(program);
    changes.countOnly(edgesOf(triples[i]));
    out[i] = ask(program, engine, budget);
  }
  return out;
}

} // namespace heddle::predict
