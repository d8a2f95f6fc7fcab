// Finds counters and goes through their values; see counted.h.
#include "ccfg/analysis/order/counted.h"

#include "ccfg/analysis/graph/reaching.h"
#include "logic/eval.h"

#include <algorithm>

namespace heddle::ccfg::analysis {

namespace {

constexpr size_t maxPasses = 1024;

bool isInBody(const std::vector<LocId>& body, LocId l) { return std::ranges::find(body, l) != body.end(); }

// Locations of the body that an instance at l gets to before it is at the head again.
BitSet withinPass(const Program& p, const Loop& loop, LocId l) {
  BitSet seen(p.locations.size());
  std::vector<LocId> work;
  const auto come = [&](LocId to) {
    if (to == loop.head || seen.test(to) || !isInBody(loop.body, to)) return;
    seen.set(to);
    work.push_back(to);
  };
  come(l);
  while (!work.empty()) {
    const LocId at = work.back();
    work.pop_back();
    for (EdgeId e : p.out(at)) come(p.edges[e].to);
  }
  return seen;
}

bool onlySymbol(Term t, RegId r) {
  const std::vector<RegId> symbols = logic::symbolsOf(t);
  bool plain = symbols.size() == 1 && symbols[0] == r;
  if (plain)
    logic::evaluate(t, [&](Term leaf) {
      plain = plain && leaf.op() == logic::Op::Var;
      return 0;
    });
  return plain;
}

uint64_t valueAt(Term t, uint64_t v) {
  return logic::evaluate(t, [&](Term) { return v; });
}

const Assume* firstAssume(const Edge& e) { return e.ops.empty() ? nullptr : std::get_if<Assume>(&e.ops[0]); }

class Builder {
public:
  Builder(const Program& p, const Dominators& dominators, const Loops& loops, const Loop& loop)
      : program_(p), dominators_(dominators), loops_(loops) {
    result_.loop = loop;
  }

  std::optional<CountedLoop> run() {
    if (!findCounter() || !findStep() || !findStart() || !goThrough()) return std::nullopt;
    return std::move(result_);
  }

private:
  // What decides at the head.
  bool findCounter() {
    result_.counter = none;
    for (EdgeId e : program_.out(result_.loop.head)) {
      const Assume* a = firstAssume(program_.edges[e]);
      if (a == nullptr) return false;
      const std::vector<RegId> symbols = logic::symbolsOf(a->cond);
      if (symbols.size() != 1 || (result_.counter != none && result_.counter != symbols[0])) return false;
      result_.counter = symbols[0];
      if (!onlySymbol(a->cond, result_.counter)) return false;
    }
    return result_.counter != none;
  }

  bool findStep() {
    result_.step = none;
    for (LocId l : result_.loop.body)
      for (EdgeId e : program_.out(l))
        for (size_t i = 0; i < program_.edges[e].ops.size(); ++i) {
          const std::vector<RegId> written = writtenRegisters(program_.edges[e].ops[i]);
          if (std::ranges::find(written, result_.counter) == written.end()) continue;
          if (!isInBody(result_.loop.body, program_.edges[e].to)) continue; // leaves
          if (result_.step != none) return false;
          result_.step = e;
          result_.stepOp = i;
        }
    if (result_.step == none) return false;
    change_ = assignedValue(program_.edges[result_.step].ops[result_.stepOp], result_.counter);
    if (change_.node() == nullptr || !onlySymbol(change_, result_.counter)) return false;
    result_.afterStep = withinPass(program_, result_.loop, program_.edges[result_.step].to);
    if (result_.afterStep.test(program_.edges[result_.step].from)) return false; // several times in a pass
    return std::ranges::all_of(result_.loop.backEdges,
                               [&](EdgeId back) { return dominators_.edgeOverEdge(result_.step, back); });
  }

  bool findStart() {
    const auto& backs = result_.loop.backEdges;
    std::optional<uint64_t> start;
    for (EdgeId e : program_.in(result_.loop.head)) {
      if (std::ranges::find(backs, e) != backs.end()) continue;
      if (loops_.edgeInCycle(e)) return false;
      const auto def = reachingDefinition(program_, {e, program_.edges[e].ops.size()}, result_.counter);
      if (!def) return false;
      const Term value = assignedValue(program_.edges[def->edge].ops[def->op], result_.counter);
      if (value.node() == nullptr || !value.isConst() || (start && *start != value.value())) return false;
      start = value.value();
    }
    if (!start) return false;
    start_ = *start;
    return true;
  }

  bool goThrough() {
    uint64_t v = start_;
    for (; result_.values.size() <= maxPasses; v = valueAt(change_, v)) {
      bool stays = false;
      for (EdgeId e : program_.out(result_.loop.head)) {
        if (valueAt(firstAssume(program_.edges[e])->cond, v) == 0) continue;
        if (isInBody(result_.loop.body, program_.edges[e].to))
          stays = true;
        else
          result_.exits.push_back(e);
      }
      if (stays && !result_.exits.empty()) return false;
      if (!stays) return !result_.exits.empty();
      result_.values.push_back(v);
    }
    return false;
  }

  const Program& program_;
  const Dominators& dominators_;
  const Loops& loops_;
  CountedLoop result_;
  Term change_;
  uint64_t start_ = 0;
};

} // namespace

std::vector<CountedLoop> countedLoops(const Program& p, const Dominators& dominators, const Loops& loops) {
  std::vector<CountedLoop> result;
  for (const Loop& loop : naturalLoops(p))
    if (auto counted = Builder(p, dominators, loops, loop).run()) result.push_back(std::move(*counted));
  return result;
}

bool isInEveryPass(const Program& p, const Dominators& dominators, const CountedLoop& l, EdgeId e,
                   size_t op) {
  const LocId from = p.edges[e].from;
  if (!isInBody(l.loop.body, from) || l.afterStep.test(from) || (e == l.step && op > l.stepOp)) return false;
  return std::ranges::all_of(l.loop.backEdges, [&](EdgeId back) { return dominators.edgeOverEdge(e, back); });
}

bool isOncePerPass(const Program& p, const CountedLoop& l, EdgeId e) {
  return isInBody(l.loop.body, p.edges[e].from) &&
         !withinPass(p, l.loop, p.edges[e].to).test(p.edges[e].from);
}

} // namespace heddle::ccfg::analysis
