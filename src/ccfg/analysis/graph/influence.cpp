// See the header. Through memory: a store's value is needed if an object that it may go to is read by a load
// whose register is needed; where an address is not known to point anywhere, all stores are.

#include "ccfg/analysis/graph/influence.h"

#include "ccfg/analysis/memory/pointsto.h"

namespace heddle::ccfg::analysis {

class InfluenceFinder {
public:
  InfluenceFinder(const Program& p, Influence::Stored stored, const PointsTo* pointsTo,
                  std::vector<bool>& needed)
      : p_(p), policy_(stored), pointsTo_(pointsTo), needed_(needed), sources_(p.terms->symbolCount()),
        loads_(p.terms->symbolCount()), read_(p.objects.size(), false), stored_(p.objects.size()) {
    needed_.assign(p.terms->symbolCount(), false);
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
      for (Term address : loads_[r]) readAt(address);
    }
  }

private:
  void collect(const Operation& op) {
    if (const auto* set = std::get_if<Set>(&op)) {
      for (const Assignment& a : set->assignments) sources_[a.reg].push_back(a.value);
      return;
    }
    const auto* load = pointsTo_ != nullptr ? std::get_if<Load>(&op) : nullptr;
    const auto* store = policy_ != Influence::Stored::Counts ? std::get_if<Store>(&op) : nullptr;
    if (load != nullptr) {
      needAll(load->addr);
      loads_[load->dst].push_back(load->addr);
      if (needed_[load->dst]) readAt(load->addr);
    } else if (store != nullptr) {
      needAll(store->addr);
      if (pointsTo_ != nullptr) storeAt(*store);
    } else {
      forEachTerm(op, [&](Term t) { needAll(t); });
    }
  }

  void storeAt(const Store& store) {
    for (const Target& t : pointsTo_->targets(store.addr)) {
      if (read_[t.object])
        needAll(store.value);
      else
        stored_[t.object].push_back(store.value);
    }
  }

  void readAt(Term address) {
    for (const Target& t : pointsTo_->targets(address)) {
      if (read_[t.object]) continue;
      read_[t.object] = true;
      for (Term value : stored_[t.object]) needAll(value);
    }
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

  const Program& p_;
  Influence::Stored policy_;
  const PointsTo* pointsTo_;
  std::vector<bool>& needed_;
  std::vector<std::vector<Term>> sources_; // what is assigned to a register
  std::vector<std::vector<Term>> loads_;   // where a register is loaded from
  std::vector<bool> read_;                 // objects, by a load that matters
  std::vector<std::vector<Term>> stored_;  // into an object that is not read so far
  std::vector<RegId> work_;
};

Influence::Influence(const Program& p, Stored stored, const PointsTo* pointsTo) {
  InfluenceFinder(p, stored, pointsTo, needed_);
}

std::vector<bool> idleChoices(const Facts& facts) {
  const Program& p = facts.program();
  std::vector<bool> idle(p.terms->symbolCount(), false);
  const Influence direct(p, Influence::Stored::Never);
  std::vector<RegId> candidates;
  for (const Edge& e : p.edges)
    for (const Operation& op : e.ops)
      if (const auto* n = std::get_if<Nondet>(&op); n != nullptr && !direct(n->dst))
        candidates.push_back(n->dst);
  if (candidates.empty()) return idle;
  const Influence influence(p, Influence::Stored::MayCount, &facts.pointsTo());
  for (RegId r : candidates) idle[r] = !influence(r);
  return idle;
}

} // namespace heddle::ccfg::analysis
