#include "engines/predict/symboliccheck.h"

namespace heddle::predict {

engine::Result decide(const Program& program, const Asked& asked, engine::Engine& engine,
                      const Budget& budget) {
  if (const auto spent = budget.exhausted()) {
    engine::Result stopped;
    stopped.why = *spent;
    return stopped;
  }
  const auto ask = [&](const Part& part) {
    Query q(program, part);
    for (const EdgeId e : asked.edges) // behind a join of a thread that is left out
      if (q.edge(e) == ccfg::none) return engine::Result{};
    asked.write(q, !part.free);
    return q.ask(ccfg::Property::Assert, engine, budget);
  };
  Part part{asked.allThreads ? allThreads(program) : threadsFor(program, asked.edges), asked.last, false,
            asked.edges};
  engine::Result alone = ask(part);
  const bool all = part.threads.size() == program.threads.size();
  if (all || alone.verdict == engine::Verdict::False) return alone;
  part.free = true;
  engine::Result free = ask(part);
  return free.verdict == engine::Verdict::True ? free : engine::Result{};
}

engine::Result decideFully(const Program& program, Asked asked, engine::Engine& engine,
                           const Budget& budget) {
  engine::Result local = decide(program, asked, engine, budget);
  if (local.verdict != engine::Verdict::Unknown || asked.allThreads) return local;
  asked.allThreads = true;
  return decide(program, asked, engine, budget);
}

namespace {

Asked askedOf(const Program& program, const TripleEdges& triple) {
  Asked out;
  out.edges = edgesOf(triple);
  out.last[threadOf(program, triple.second)] = triple.second;
  out.write = [triple](Query& q, bool exact) {
    TripleEdges t = triple;
    t.byValues &= exact;
    askTriple(q, t, false);
  };
  return out;
}

// Can any of them happen, values aside?
engine::Result together(const Program& program, const std::vector<TripleEdges>& triples,
                        engine::Engine& engine, const Budget& budget) {
  Query q(program, {allThreads(program)});
  std::set<EdgeId> all;
  for (const TripleEdges& t : triples) all.merge(edgesOf(t));
  q.countOnly(all);
  return q.ask(ccfg::Property::Atomicity, engine, budget);
}

} // namespace

std::vector<engine::Result> checkTriples(const Program& program, const std::vector<TripleEdges>& triples,
                                         engine::Engine& engine, const Budget& budget) {
  std::vector<engine::Result> out(triples.size());
  std::vector<size_t> open;
  std::vector<TripleEdges> openEdges;
  for (size_t i = 0; i < triples.size(); ++i) {
    out[i] = decide(program, askedOf(program, triples[i]), engine, budget);
    if (out[i].verdict != engine::Verdict::Unknown) continue;
    open.push_back(i);
    openEdges.push_back(triples[i]);
  }
  if (open.size() > 1) {
    const engine::Result none = together(program, openEdges, engine, budget);
    if (none.verdict == engine::Verdict::True) {
      for (const size_t i : open) out[i] = none;
      return out;
    }
  }
  for (const size_t i : open) {
    Asked asked = askedOf(program, triples[i]);
    asked.allThreads = true;
    out[i] = decide(program, asked, engine, budget);
  }
  return out;
}

std::vector<engine::Result> checkWhole(const Program& program, const std::vector<TripleEdges>& triples,
                                       engine::Engine& engine, const Budget& budget) {
  std::vector<engine::Result> out;
  for (const TripleEdges& t : triples) {
    Query q(program, {allThreads(program)});
    askTriple(q, t, true);
    out.push_back(q.ask(ccfg::Property::Assert, engine, budget));
  }
  return out;
}

void fixValues(Program& program, const std::map<EdgeId, uint64_t>& values) {
  for (const auto& [edge, value] : values) {
    std::vector<ccfg::Operation>& ops = program.edges[edge].ops;
    for (size_t i = 0; i < ops.size(); ++i)
      if (const auto* load = std::get_if<ccfg::Load>(&ops[i])) {
        const Term same =
            program.terms->eq(program.regTerm(load->dst), program.terms->constant(value, 8 * load->bytes));
        ops.insert(ops.begin() + static_cast<ptrdiff_t>(i) + 1, ccfg::Assume{same});
        break;
      }
  }
}

} // namespace heddle::predict
