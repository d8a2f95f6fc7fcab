// Lifts evidence about a derived program to the original; see derived.h. Copies are made by copier.cpp.
#include "ccfg/transform/derived.h"

#include "logic/copy.h"
#include "support/error.h"

#include <algorithm>

namespace heddle::ccfg::transform {

namespace {

bool isInternalOperation(const Operation& op) {
  return std::holds_alternative<Assume>(op) || std::holds_alternative<Set>(op) ||
         std::holds_alternative<Nondet>(op);
}

// The others show in the state after the last step.
bool failsInLastStep(Property p) { return p != Property::Race && p != Property::Deadlock; }

class ScheduleLifter {
public:
  ScheduleLifter(const Derived& d, const Schedule& s) : d_(d), s_(s) {}

  Schedule run() {
    const Violation& v = s_.violation;
    HEDDLE_CHECK(!d_.restricted || v.property != Property::Deadlock,
                 "a deadlock of a restricted copy need not be one of the original");
    HEDDLE_CHECK(!d_.restricted || s_.memoryModel == MemoryModel::Sc,
                 "stores in added atomic sections reach memory in steps that the schedule does not have");
    out_.memoryModel = s_.memoryModel;
    out_.violation = v;
    out_.violation.edge = placeOf(v.edge);
    out_.violation.otherEdge = placeOf(v.otherEdge);
    for (size_t i = 0; i < s_.steps.size(); ++i) {
      if (s_.steps[i].isFlush())
        out_.steps.push_back(s_.steps[i]);
      else
        step(s_.steps[i], i + 1 == s_.steps.size() && failsInLastStep(v.property));
    }
    if (v.property == Property::Race) {
      goToAccess(v.thread, v.edge);
      goToAccess(v.otherThread, v.otherEdge);
    }
    return std::move(out_);
  }

private:
  // The piece that is not internal: where a violation is, and what reads memory.
  size_t mainPiece(EdgeId e) const {
    const auto& ops = d_.program->edges[e].ops;
    const std::vector<Piece>& pieces = d_.edges[e];
    for (size_t i = 0; i < pieces.size(); ++i)
      for (uint32_t k = pieces[i].begin; k < pieces[i].end; ++k)
        if (!isInternalOperation(ops[k])) return i;
    return 0;
  }

  EdgeId placeOf(EdgeId e) const {
    return e == none || d_.edges.at(e).empty() ? none : d_.edges[e][mainPiece(e)].edge;
  }

  size_t choices(EdgeId e, const Piece& piece) const {
    const auto& ops = d_.program->edges[e].ops;
    return static_cast<size_t>(
        std::count_if(ops.begin() + piece.begin, ops.begin() + piece.end,
                      [](const Operation& op) { return std::holds_alternative<Nondet>(op); }));
  }

  // How many values the main piece takes depends on what memory it reads; the others take one a choice, and
  // those before it none.
  void step(const ScheduleStep& step, bool fails) {
    const std::vector<Piece>& pieces = d_.edges.at(step.edge);
    if (pieces.empty()) return;
    const size_t main = mainPiece(step.edge);
    // What fails has not come to the pieces behind. A block that is not atomic shows at the edge's end.
    const bool whole = !fails || s_.violation.property == Property::Atomicity;
    size_t later = 0;
    for (size_t i = main + 1; whole && i < pieces.size(); ++i) later += choices(step.edge, pieces[i]);
    HEDDLE_CHECK(later <= step.values.size(), "a step has fewer values than its edge asks for");
    auto next = step.values.begin();
    for (size_t i = 0; i < (fails ? main + 1 : pieces.size()); ++i) {
      const size_t count = i < main    ? 0
                           : i == main ? step.values.size() - later
                                       : choices(step.edge, pieces[i]);
      const auto end = next + static_cast<std::ptrdiff_t>(count);
      out_.steps.push_back({step.thread, pieces[i].edge, std::vector<uint64_t>(next, end)});
      next = end;
    }
  }

  // What a thread computes before the access that it is about to make, it computes as early as it can: later
  // another may stand in an atomic section.
  void goToAccess(uint32_t thread, EdgeId e) {
    const size_t main = e == none || d_.edges.at(e).empty() ? 0 : mainPiece(e);
    if (main == 0) return;
    const auto last = std::find_if(out_.steps.rbegin(), out_.steps.rend(),
                                   [&](const ScheduleStep& step) { return step.thread == thread; });
    HEDDLE_CHECK(last != out_.steps.rend(), "a thread races by a joined edge and has made no step");
    std::vector<ScheduleStep> before;
    before.reserve(main);
    for (size_t i = 0; i < main; ++i) before.push_back({thread, d_.edges[e][i].edge, {}});
    out_.steps.insert(last.base(), before.begin(), before.end());
  }

  const Derived& d_;
  const Schedule& s_;
  Schedule out_;
};

} // namespace

bool isInternal(const Edge& e) {
  return !e.sync && e.assumption == none &&
         std::ranges::all_of(e.ops, [](const Operation& op) { return isInternalOperation(op); });
}

bool mayWait(const Edge& e) {
  return std::ranges::any_of(e.ops, [](const Operation& op) {
    return std::holds_alternative<Assume>(op) || std::holds_alternative<Join>(op);
  });
}

Schedule lift(const Derived& d, const Schedule& s) { return ScheduleLifter(d, s).run(); }

std::vector<Fact> lift(const Derived& d, const Program& original, const std::vector<Fact>& facts) {
  HEDDLE_CHECK(!d.restricted, "a restricted copy proves nothing of the original");
  logic::TermManager& terms = *original.terms;
  logic::TermCopier copier(terms, [&](Term leaf) {
    const bool isRegister = leaf.op() == logic::Op::Var;
    const uint32_t id = (isRegister ? d.registers : d.objects).at(leaf.value());
    if (id == none) return Term();
    return isRegister ? original.regTerm(id) : original.addressOf(id);
  });
  std::vector<Term> known(d.locations.size()); // by location of the copy; null: nothing
  for (const Fact& f : facts)
    if (const Term t = copier.copy(f.term))
      known.at(f.location) = known[f.location] ? terms.andOf(known[f.location], t) : t;
  std::vector<Term> lifted(original.locations.size());
  for (LocId l = 0; l < known.size(); ++l) {
    if (d.locations[l] == none) continue;
    Term& t = lifted[d.locations[l]];
    const Term here = known[l] ? known[l] : terms.trueTerm();
    t = t ? terms.orOf(t, here) : here;
  }
  std::vector<Fact> out;
  for (LocId l = 0; l < lifted.size(); ++l)
    if (lifted[l] && !lifted[l].isTrue()) out.push_back({l, lifted[l]});
  return out;
}

} // namespace heddle::ccfg::transform
