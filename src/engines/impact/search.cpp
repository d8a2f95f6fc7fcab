#include "engines/impact/search.h"

#include "logic/eval.h"
#include "support/error.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace heddle::impact {

namespace {

constexpr unsigned mostForced = 3; // covers by force of one node: else a pair may cover and uncover for ever

bool isMonotonic(Configuration c) { return c == Configuration::Dpor || c == Configuration::DporFc; }
bool forces(Configuration c) { return c == Configuration::SporFc || c == Configuration::DporFc; }

} // namespace

Search::Search(const LowerContext& c, const ccfg::analysis::Escape& escape, const ImpactOptions& options,
               bool stopAtCutoffs, const Log& log, const Budget& budget)
    : c_(c), p_(c.program), terms_(c.symbols.terms()), options_(options), stopAtCutoffs_(stopAtCutoffs),
      log_(log), budget_(budget), prover_(terms_, budget), clauses_(terms_, prover_), tree_(clauses_),
      refiner_(tree_, clauses_, prover_, c.symbols), reduction_(c, escape), hazards_(c) {}

SearchResult Search::run(const engine::ProgressSink& progress) {
  plant();
  while (!stopped()) {
    const auto n = tree_.next();
    if (!n) break;
    budget_.check();
    if (progress && tree_.size() % 256 == 0)
      progress({fmt::format("impact: {} nodes, {} covered", tree_.size(), tree_.covered())});
    if (close(*n)) continue;
    if (forces(options_.configuration) && forceCover(*n)) continue;
    expand(*n);
  }
  return std::move(result_);
}

// ---- the root: a node before all, whose one step sets up memory and starts main

Search::ActionPtr Search::rootAction() {
  auto a = std::make_shared<Action>();
  const interp::Layout& layout = c_.symbols.layout();
  for (ccfg::ObjectId o = 0; o < p_.objects.size(); ++o) {
    const interp::StaticObject& object = layout.object(o);
    if (p_.objects[o].kind != ccfg::ObjectKind::Global || p_.objects[o].readOnly) continue;
    const std::vector<Unit>* units = c_.storage.units(o, object.size);
    for (const Unit& u : units ? *units : std::vector<Unit>()) {
      const uint8_t* memory = layout.initialMemory().data() - layout.memoryBegin();
      Term value;
      for (unsigned k = 0; k < u.bytes; ++k) {
        const uint64_t at = u.offset + k;
        const bool known =
            object.initialised == ccfg::none || (memory[object.initialised + at / 8] >> at % 8 & 1) != 0;
        Term byte = terms_.constant(memory[object.memory + at], 8);
        if (!known) {
          byte = c_.symbols.input(8);
          a->inputs.push_back(static_cast<SymbolId>(byte.value()));
        }
        value = value ? terms_.concat(byte, value) : byte;
      }
      a->assign.emplace_back(static_cast<SymbolId>(c_.symbols.cell(o, u).value()), value);
    }
  }
  for (ccfg::RegId r : c_.liveness.liveAt(p_.threads[0].entry)) {
    const Term symbol = c_.symbols.reg(0, r);
    if (!symbol.isConst())
      a->assign.emplace_back(static_cast<SymbolId>(symbol.value()), terms_.constant(0, symbol.width()));
  }
  std::ranges::sort(a->assign, {}, &std::pair<SymbolId, Term>::first);
  return a;
}

void Search::plant() {
  Node before;
  before.control = controls_.intern({});
  before.eventsDone = before.ownKnown = true;
  before.model = std::make_shared<std::map<SymbolId, uint64_t>>();
  tree_.add(before);
  Node root;
  root.parent = 0;
  root.control = controls_.intern({{p_.threads[0].entry, {}}});
  root.in = rootAction();
  for (const auto& [symbol, value] : root.in->assign) root.values.set(c_.symbols.index(symbol), value);
  root.model = before.model;
  tree_.enqueue(tree_.add(std::move(root)));
}

// ---- actions

Search::ActionPtr Search::actionOf(NodeId n, Choice c) {
  const ControlId control = tree_.at(n).control;
  const ccfg::LocId l = controls_.of(control)[c.first].location;
  const Block& block = c_.blocks.from(l)[c.second];
  ActionPtr& known = actions_[{c.first, l, c.second, block.onControl ? control : ccfg::none}];
  if (!known) known = std::make_shared<Action>(Lowering(c_, controls_.of(control), c.first, block).run());
  return known;
}

std::vector<Search::ActionPtr> Search::actionsOf(NodeId n, uint32_t slot) {
  std::vector<ActionPtr> result;
  const ccfg::LocId l = controls_.of(tree_.at(n).control)[slot].location;
  for (uint32_t i = 0; i < c_.blocks.from(l).size(); ++i) result.push_back(actionOf(n, {slot, i}));
  return result;
}

// Each step has inputs of its own.
Search::ActionPtr Search::instance(const ActionPtr& a) {
  if (a->inputs.empty()) return a;
  return std::make_shared<Action>(symbolic::withOwnInputs(*a, c_.symbols));
}

ControlId Search::controlAfter(ControlId before, const Action& a) {
  Control c = controls_.of(before);
  c[a.slot].location = a.to;
  c[a.slot].made.insert(c[a.slot].made.end(), a.made.begin(), a.made.end());
  c.insert(c.end(), a.forked.begin(), a.forked.end());
  return controls_.intern(c);
}

// ---- expansion

void Search::addOwn(NodeId n) {
  if (tree_.at(n).ownKnown) return;
  const Control control = controls_.of(tree_.at(n).control);
  const uint32_t holder = holderOf(p_, control);
  std::vector<Choice> own;
  for (uint32_t s = 0; s < control.size(); ++s) {
    if (holder != ccfg::none && s != holder) continue;
    for (uint32_t i = 0; i < c_.blocks.from(control[s].location).size(); ++i)
      if (!isSkipped(n, *actionOf(n, {s, i}))) own.emplace_back(s, i);
  }
  tree_.at(n).required.insert(own.begin(), own.end());
  tree_.at(n).ownKnown = true;
}

// SKIP: a step of a lower slot that might have come before the last one is tried there.
bool Search::isSkipped(NodeId n, const Action& a) {
  if (!isMonotonic(options_.configuration)) return false;
  const Node& node = tree_.at(n);
  const Action& last = *node.in;
  if (node.parent == 0 || a.slot >= last.slot || last.retreats) return false;
  const Term depends = reduction_.depends(last, a);
  if (!depends || depends.isTrue()) return false;
  if (depends.isFalse()) return true;
  if (isExcluded(node.parent, {depends})) return true;
  std::map<SymbolId, uint64_t> model;
  return !isPossible(node.parent, {depends}, model) && result_.gaveUp.empty();
}

void Search::expand(NodeId n) {
  if (!tree_.at(n).eventsDone) {
    const ControlId control = tree_.at(n).control;
    auto known = events_.find(control);
    if (known == events_.end())
      known = events_
                  .emplace(control,
                           hazards_.at(controls_.of(control), [&](uint32_t s) { return actionsOf(n, s); }))
                  .first;
    raise(n, nullptr, known->second);
    if (stopped()) return;
    tree_.at(n).eventsDone = true;
  }
  addOwn(n);
  while (!stopped() && tree_.at(n).isOpen()) {
    const Node& node = tree_.at(n);
    const auto next = std::ranges::find_if(node.required, [&](Choice c) { return !node.done.contains(c); });
    const Choice choice = *next;
    const ActionPtr action = actionOf(n, choice);
    raise(n, action, action->events);
    if (stopped()) return;
    if (tree_.at(n).hidden != 0) return;
    take(n, action);
    tree_.at(n).done.insert(choice);
  }
}

void Search::raise(NodeId n, const ActionPtr& action, const std::vector<Event>& events) {
  for (const Event& e : events) {
    std::map<SymbolId, uint64_t> model;
    if (isExcluded(n, e.condition)) continue;
    if (!isPossible(n, e.condition, model)) {
      if (stopped()) return;
      continue;
    }
    if (action && action->approximate) result_.approximate = true;
    if (!e.cutoff) {
      result_.found = Found{n, action, e, std::move(model)};
      return;
    }
    result_.cutoffs.push_back(*e.cutoff);
    if (stopAtCutoffs_ && e.cutoff->missesBehaviours) result_.gaveUp = e.cutoff->text;
  }
}

void Search::take(NodeId n, const ActionPtr& action) {
  if (!action->possible || action->ends) return;
  if (isExcluded(n, action->guard)) return;
  std::map<SymbolId, uint64_t> model;
  if (!isPossible(n, action->guard, model)) return;
  Node child;
  child.parent = n;
  child.control = controlAfter(tree_.at(n).control, *action);
  child.in = instance(action);
  child.values = tree_.at(n).values;
  for (const auto& [symbol, value] : child.in->assign)
    child.values.set(c_.symbols.index(symbol), evaluate(tree_.at(n).values, value));
  for (Term g : child.in->guard) child.path.push_back(evaluate(tree_.at(n).values, g));
  for (size_t i = 0; i < action->inputs.size(); ++i) model[child.in->inputs[i]] = model[action->inputs[i]];
  child.model = std::make_shared<std::map<SymbolId, uint64_t>>(std::move(model));
  if (action->approximate) result_.approximate = true;
  tree_.enqueue(tree_.add(std::move(child)));
}

// ---- covers

bool Search::close(NodeId n) {
  for (NodeId w : tree_.twins(n)) {
    if (w >= n) break;
    if (tree_.at(w).hidden != 0) continue;
    if (!clauses_.implies(tree_.at(n).label, tree_.at(w).label)) continue;
    finishCover(n, w);
    return tree_.at(n).hidden != 0;
  }
  return false;
}

// CLOSE of Algorithm 2: what would have been expanded at the covered node is expanded at the one that covers
// it. That is everything that it would not skip itself, and what it took over from others.
void Search::finishCover(NodeId n, NodeId by) {
  if (isMonotonic(options_.configuration) && options_.coverExpansions) {
    addOwn(n);
    // To find out what is skipped may have refined labels on the way.
    if (stopped() || tree_.at(n).hidden != 0 || tree_.at(by).hidden != 0) return;
    if (!clauses_.implies(tree_.at(n).label, tree_.at(by).label)) return;
    addOwn(by);
    if (stopped() || tree_.at(n).hidden != 0 || tree_.at(by).hidden != 0) return;
    if (!clauses_.implies(tree_.at(n).label, tree_.at(by).label)) return;
    const size_t before = tree_.at(by).required.size();
    tree_.at(by).required.insert(tree_.at(n).required.begin(), tree_.at(n).required.end());
    coverExpansions_ += tree_.at(by).required.size() - before;
  }
  tree_.cover(n, by);
  if (tree_.at(by).isOpen()) tree_.enqueue(by);
}

// In the one state that the node's model leads to; a clause that does not hold there can't be carried there.
bool Search::mayForce(NodeId n, NodeId by) {
  Node& node = tree_.at(n);
  return std::ranges::all_of(tree_.at(by).label, [&](ClauseId c) {
    const auto [known, isNew] = node.holds.try_emplace(c, false);
    if (isNew) known->second = holdsIn(*node.model, {evaluate(node.values, clauses_.term(c))});
    return known->second;
  });
}

// The label of an older node is carried to this one, from where their ways part.
bool Search::forceCover(NodeId n) {
  if (tree_.at(n).forced >= mostForced) return false;
  const std::vector<NodeId> twins = tree_.twins(n);
  for (NodeId w : twins) {
    if (w >= n) break;
    if (tree_.at(w).hidden != 0 || !mayForce(n, w)) continue;
    const NodeId from = tree_.commonAncestor(n, w);
    const Label wanted = tree_.at(w).label;
    bool all = true;
    for (ClauseId c : wanted)
      all = all && (clauses_.implies(tree_.at(n).label, c) || refiner_.carry(from, n, c));
    if (!all) continue;
    ++tree_.at(n).forced;
    ++forced_;
    if (log_.tells(LogLevel::Details)) tellLabel(n, "the label of an older node holds here, too");
    closePath(n);
    if (tree_.at(n).hidden != 0) return true;
  }
  return false;
}

void Search::closePath(NodeId n) {
  for (NodeId x : tree_.path(n)) {
    if (x == 0) continue;
    if (tree_.at(n).hidden != 0 || stopped()) return;
    close(x);
  }
}

// ---- questions

Term Search::evaluate(const Values& values, Term t) {
  return terms_.substitute(t, [&](Term leaf) {
    if (leaf.op() != logic::Op::Var) return Term();
    const auto s = static_cast<SymbolId>(leaf.value());
    if (c_.symbols.isInput(s)) return Term();
    const Term value = values.get(c_.symbols.index(s));
    HEDDLE_CHECK(value, "a state symbol has no value: " + terms_.symbolName(s));
    return value;
  });
}

bool Search::holdsIn(const std::map<SymbolId, uint64_t>& model, const Conjunction& executed) const {
  return std::ranges::all_of(executed, [&](Term t) {
    return logic::evaluate(t, [&](Term leaf) {
             const auto it = model.find(static_cast<SymbolId>(leaf.value()));
             return it == model.end() ? 0 : it->second;
           }) != 0;
  });
}

bool Search::isExcluded(NodeId n, const Conjunction& what) {
  const auto clause = negated(terms_, what);
  if (!clause) return true;
  return clauses_.implies(tree_.at(n).label, clauses_.intern(*clause));
}

bool Search::isDecided(NodeId n, const Question& q, std::map<SymbolId, uint64_t>& model,
                       std::set<Term>& core) {
  model = *tree_.at(n).model;
  if (holdsIn(model, q.executed)) return true;
  std::vector<Term> query = q.executed;
  for (NodeId x = n; x != ccfg::none; x = tree_.at(x).parent)
    query.insert(query.end(), tree_.at(x).path.begin(), tree_.at(x).path.end());
  if (prover_.isUnsat(query)) {
    core.insert(prover_.core().begin(), prover_.core().end());
    return false;
  }
  const auto read = [&](SymbolId s) { model[s] = prover_.value(terms_.var(s)); };
  for (NodeId x = n; x != ccfg::none; x = tree_.at(x).parent)
    if (tree_.at(x).in) std::ranges::for_each(tree_.at(x).in->inputs, read);
  for (Term t : q.executed) std::ranges::for_each(logic::symbolsOf(t), read);
  return true;
}

bool Search::isPossible(NodeId n, const Conjunction& what, std::map<SymbolId, uint64_t>& model) {
  Question q{what, {}};
  for (Term t : what) q.executed.push_back(evaluate(tree_.at(n).values, t));
  std::set<Term> core;
  if (isDecided(n, q, model, core)) return true;
  exclude(n, q, core);
  return false;
}

void Search::exclude(NodeId n, const Question& q, const std::set<Term>& core) {
  std::vector<bool> inCore;
  for (Term t : q.executed) inCore.push_back(core.contains(t));
  if (!refiner_.exclude(n, q.conjuncts, inCore, core)) {
    result_.gaveUp = "no invariant was found that excludes an infeasible path";
    return;
  }
  if (log_.tells(LogLevel::Details)) tellLabel(n, "what it excludes can't happen");
  closePath(n);
}

void Search::tellLabel(NodeId n, const char* why) const {
  std::string label;
  for (ClauseId c : tree_.at(n).label)
    label += (label.empty() ? "" : " and ") + logic::toString(terms_, clauses_.term(c));
  log_.detail("node {}, depth {}: {}: {}", n, tree_.at(n).depth, why, label);
}

void Search::statistics(Statistics& s) const {
  s.set("impact.nodes", static_cast<double>(tree_.size()));
  s.set("impact.covered", static_cast<double>(tree_.covered()));
  s.set("impact.coveredByForce", static_cast<double>(forced_));
  s.set("impact.coverExpansions", static_cast<double>(coverExpansions_));
  s.set("impact.controls", static_cast<double>(controls_.size()));
  s.set("impact.refinements", static_cast<double>(refiner_.refinements()));
  s.set("impact.implications.syntactic", static_cast<double>(clauses_.counts().syntactic));
  s.set("impact.implications.table", static_cast<double>(clauses_.counts().table));
  s.set("impact.implications.solver", static_cast<double>(clauses_.counts().solver));
  s.set("impact.queries", static_cast<double>(prover_.queries()));
}

} // namespace heddle::impact
