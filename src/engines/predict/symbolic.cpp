#include "engines/predict/symbolic.h"

namespace heddle::predict {

namespace {

engine::Result run(const Program& p, ccfg::Property property, engine::Engine& engine, const Budget& budget) {
  ccfg::PropertySet asked;
  asked.add(property);
  return engine.run(p, asked, budget, [](const engine::Progress&) {});
}

class Checker {
public:
  Checker(Program& p, engine::Engine& engine, const Budget& budget)
      : program_(p), account_(p), engine_(engine), budget_(budget) {}

  engine::Result alone(const TripleEdges& triple) { return ask(triple, true, false); }
  engine::Result inAll(const TripleEdges& triple, bool whole) { return ask(triple, false, whole); }

  // Can any of them happen, values aside?
  engine::Result together(const std::vector<TripleEdges>& triples) {
    Edits edits(program_);
    std::set<EdgeId> all;
    for (const TripleEdges& t : triples) all.merge(edgesOf(t));
    edits.countOnly(all);
    return run(program_, ccfg::Property::Atomicity, engine_, budget_);
  }

private:
  engine::Result ask(const TripleEdges& triple, bool alone, bool whole) {
    Edits edits(program_);
    if (alone) edits.onlyThreads(threadsFor(program_, edgesOf(triple)));
    askTriple(account_, edits, triple, whole);
    return run(program_, ccfg::Property::Assert, engine_, budget_);
  }

  Program& program_;
  Account account_;
  engine::Engine& engine_;
  const Budget& budget_;
};

} // namespace

std::vector<engine::Result> checkTriples(Program& program, const std::vector<TripleEdges>& triples,
                                         engine::Engine& engine, const Budget& budget) {
  Checker checker(program, engine, budget);
  std::vector<engine::Result> out(triples.size());
  std::vector<size_t> open;
  std::vector<TripleEdges> openEdges;
  for (size_t i = 0; i < triples.size(); ++i) {
    out[i] = checker.alone(triples[i]);
    if (out[i].verdict == engine::Verdict::False) continue;
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

std::vector<engine::Result> checkWhole(Program& program, const std::vector<TripleEdges>& triples,
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
