// Faint registers, without regard to flow: those whose values only go into registers of the same kind.
// Changes edges' operations only; the graph stays.

#include "ccfg/transform/faint.h"

#include <algorithm>

namespace heddle::ccfg::transform {

namespace {

class Needs {
public:
  explicit Needs(const Program& p)
      : needed_(p.terms->symbolCount(), false), sources_(p.terms->symbolCount()) {
    bool resultsAreRead = false;
    for (const Edge& e : p.edges)
      for (const Operation& op : e.ops)
        if (const auto* j = std::get_if<Join>(&op)) resultsAreRead |= j->result != none;
    for (const Thread& t : p.threads)
      if (t.result != none && resultsAreRead) need(t.result);
    for (const Edge& e : p.edges) {
      for (const Operation& op : e.ops) collect(op);
      if (e.sync) needAll(e.sync->object), needAll(e.sync->object2);
    }
    while (!work_.empty()) {
      RegId r = work_.back();
      work_.pop_back();
      for (Term t : sources_[r]) needAll(t);
    }
  }

  bool operator()(RegId r) const { return needed_[r]; }

private:
  void collect(const Operation& op) {
    if (const auto* set = std::get_if<Set>(&op)) {
      for (const Assignment& a : set->assignments) sources_[a.reg].push_back(a.value);
      return;
    }
    forEachTerm(op, [&](Term t) { needAll(t); });
  }
  void needAll(Term t) {
    if (!t) return;
    for (RegId r : logic::symbolsOf(t)) need(r);
  }
  void need(RegId r) {
    if (needed_[r]) return;
    needed_[r] = true;
    work_.push_back(r);
  }

  std::vector<bool> needed_;
  std::vector<std::vector<Term>> sources_; // what is assigned to a register
  std::vector<RegId> work_;
};

} // namespace

void removeFaintOperations(Program& p) {
  const Needs needed(p);
  for (Edge& e : p.edges) {
    for (Operation& op : e.ops)
      if (auto* set = std::get_if<Set>(&op))
        std::erase_if(set->assignments, [&](const Assignment& a) { return !needed(a.reg); });
    std::erase_if(e.ops, [&](const Operation& op) {
      if (const auto* set = std::get_if<Set>(&op)) return set->assignments.empty();
      if (const auto* n = std::get_if<Nondet>(&op)) return !needed(n->dst);
      return false;
    });
  }
}

} // namespace heddle::ccfg::transform
