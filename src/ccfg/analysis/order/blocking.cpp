// The guards of a location's edges over what they all find: registers, and memory at the same addresses,
// which holds the same for each since nothing comes between. If no valuation leaves all of them false, none
// waits.
#include "ccfg/analysis/order/blocking.h"

#include "logic/copy.h"
#include "logic/solver.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace heddle::ccfg::analysis {

using logic::Term;

namespace {

constexpr double mostSeconds = 1; // for one location; then it may block

class Guards {
public:
  Guards(const Program& p, LocId l) : p_(p), t_(*p.terms) {
    for (EdgeId e : p.out(l))
      for (const Operation& op : p.edges[e].ops)
        if (const auto* load = std::get_if<Load>(&op)) loaded_.insert(load->dst);
  }

  // Over registers as they are at the location, and for what is loaded the register that it was first loaded
  // to. Nothing: not told.
  std::optional<Term> of(const Edge& e);

private:
  using Values = std::map<RegId, Term>;

  // Null: it has a register that stands for what is loaded.
  Term evaluate(Term t, const Values& values) {
    const auto leaf = [&](Term l) {
      if (l.op() != logic::Op::Var) return l;
      const auto it = values.find(static_cast<RegId>(l.value()));
      if (it != values.end()) return it->second;
      return loaded_.contains(static_cast<RegId>(l.value())) ? Term() : l;
    };
    return logic::TermCopier(t_, leaf).copy(t);
  }
  bool load(const Load& op, Values& values);
  bool assign(const Set& op, Values& values);

  const Program& p_;
  logic::TermManager& t_;
  std::set<RegId> loaded_;
  std::map<std::pair<uint64_t, unsigned>, RegId> found_; // by address (its term) and bytes: in this register
};

bool Guards::load(const Load& op, Values& values) {
  const Term address = evaluate(op.addr, values);
  if (!address) return false;
  const RegId first = found_.try_emplace({address.id(), op.bytes}, op.dst).first->second;
  if (p_.regWidth(first) != p_.regWidth(op.dst)) return false;
  values[op.dst] = p_.regTerm(first);
  return true;
}

bool Guards::assign(const Set& op, Values& values) {
  Values after = values;
  for (const Assignment& a : op.assignments)
    if (!(after[a.reg] = evaluate(a.value, values))) return false;
  values = std::move(after);
  return true;
}

std::optional<Term> Guards::of(const Edge& e) {
  Values values;
  Term open = t_.trueTerm();
  bool effect = false; // what follows one is told only if it is no guard
  for (const Operation& op : e.ops) {
    if (const auto* assume = std::get_if<Assume>(&op)) {
      const Term cond = effect ? Term() : evaluate(assume->cond, values);
      if (!cond) return std::nullopt;
      open = t_.andOf(open, cond);
    } else if (std::holds_alternative<Join>(op)) {
      return std::nullopt;
    } else if (const auto* l = std::get_if<Load>(&op)) {
      effect = !load(*l, values) || effect;
    } else if (const auto* set = std::get_if<Set>(&op)) {
      effect = !assign(*set, values) || effect;
    } else {
      effect = true;
    }
  }
  return open;
}

bool isValid(logic::TermManager& terms, Term t) {
  if (t.isTrue() || t.isFalse()) return t.isTrue();
  Budget budget;
  budget.setTimeout(mostSeconds);
  const auto solver = logic::makeSatSolver(terms);
  solver->add(terms.notOf(t));
  return solver->check({}, budget) == logic::Answer::Unsat;
}

// The most frequent case by far: if (c) ... else ...
bool isBranch(const Program& p, LocId l) {
  const auto& out = p.out(l);
  if (out.size() != 2 || p.edges[out[0]].ops.empty() || p.edges[out[1]].ops.empty()) return false;
  const auto* first = std::get_if<Assume>(&p.edges[out[0]].ops[0]);
  const auto* second = std::get_if<Assume>(&p.edges[out[1]].ops[0]);
  const auto isOnly = [&](EdgeId e) {
    return std::ranges::count_if(p.edges[e].ops, [](const Operation& op) {
             return std::holds_alternative<Assume>(op) || std::holds_alternative<Join>(op);
           }) == 1;
  };
  return first && second && isOnly(out[0]) && isOnly(out[1]) && p.terms->notOf(first->cond) == second->cond;
}

} // namespace

bool mayBlock(const Program& p, LocId l) {
  if (p.out(l).empty() || isBranch(p, l)) return false;
  Guards guards(p, l);
  Term some = p.terms->falseTerm();
  for (EdgeId e : p.out(l))
    if (const std::optional<Term> guard = guards.of(p.edges[e])) some = p.terms->orOf(some, *guard);
  return !isValid(*p.terms, some);
}

} // namespace heddle::ccfg::analysis
