#include "engines/predict/symbolic.h"

namespace heddle::predict {

namespace {

class Checker {
public:
  Checker(const Program& p, engine::Engine& engine, const Budget& budget)
      : program_(p), engine_(engine), budget_(budget) {}

  // Its threads and their creators, up to the third access: False is final, or else True. Else unknown.
  engine::Result local(const TripleEdges& triple) {
    Part part;
    part.threads = threadsFor(program_, edgesOf(triple));
    part.last[threadOf(program_, triple.second)] = triple.second;
    engine::Result alone = ask(part, triple, false);
    if (alone.verdict == engine::Verdict::False || part.threads.size() == program_.threads.size())
      return alone;
    part.free = true;
    part.asked = edgesOf(triple);
    engine::Result free = ask(part, {triple.first, triple.remote, triple.second, false}, false);
    if (free.verdict == engine::Verdict::True) return free;
    return {};
  }
  engine::Result inAll(const TripleEdges& triple, bool whole) {
    return ask({allThreads(program_)}, triple, whole);
  }

  // Can any of them happen, values aside?
  engine::Result together(const std::vector<TripleEdges>& triples) {
    Question q(program_, {allThreads(program_)});
    std::set<EdgeId> all;
    for (const TripleEdges& t : triples) all.merge(edgesOf(t));
    q.countOnly(all);
    return q.ask(ccfg::Property::Atomicity, engine_, budget_);
  }

private:
  engine::Result ask(const Part& part, const TripleEdges& triple, bool whole) {
    Question q(program_, part);
    askTriple(q, triple, whole);
    return q.ask(ccfg::Property::Assert, engine_, budget_);
  }

  const Program& program_;
  engine::Engine& engine_;
  const Budget& budget_;
};

} // namespace

std::vector<engine::Result> checkTriples(const Program& program, const std::vector<TripleEdges>& triples,
                                         engine::Engine& engine, const Budget& budget) {
  Checker checker(program, engine, budget);
  std::vector<engine::Result> out(triples.size());
  std::vector<size_t> open;
  std::vector<TripleEdges> openEdges;
  for (size_t i = 0; i < triples.size(); ++i) {
    out[i] = checker.local(triples[i]);
    if (out[i].verdict != engine::Verdict::Unknown) continue;
    open.push_back(i);
    openEdges.push_back(triples[i]);
  }
  if (open.size() > 1) {
    const engine::Result together = checker.together(openEdges);
    if (together.verdict == engine::Verdict::True) {
      for (const size_t i : open) out[i] = together;
      return out;
    }
  }
  for (const size_t i : open) out[i] = checker.inAll(triples[i], false);
  return out;
}

std::vector<engine::Result> checkWhole(const Program& program, const std::vector<TripleEdges>& triples,
                                       engine::Engine& engine, const Budget& budget) {
  Checker checker(program, engine, budget);
  std::vector<engine::Result> out;
  for (const TripleEdges& t : triples) out.push_back(checker.inAll(t, true));
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
