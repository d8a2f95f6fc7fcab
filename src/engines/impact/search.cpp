#include "engines/impact/search.h"

#include "support/error.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace heddle::impact {

namespace {

constexpr unsigned mostExclusions = 3; // of one step that each need another label
constexpr unsigned mostForced = 3; // covers by force of one node: else a pair may cover and uncover for ever

bool isMonotonic(Configuration c) { return c == Configuration::Dpor || c == Configuration::DporFc; }
bool isThreadBound(const ccfg::Assumption& a) { return a.kind == ccfg::AssumptionKind::ThreadBound; }
bool forces(Configuration c) { return c == Configuration::SporFc || c == Configuration::DporFc; }

} // namespace

void Lessons::turn() {
  if (grants) patience *= 3;
  grants = !grants;
}

Search::Search(const LowerContext& c, const ccfg::analysis::Escape& escape, const ImpactOptions& options,
               bool stopAtCutoffs, const engine::Invariants* seeds, Lessons& lessons, const Log& log,
               const Budget& budget)
    : c_(c), p_(c.program), terms_(c.symbols.terms()), options_(options), stopAtCutoffs_(stopAtCutoffs),
      lessons_(lessons), log_(log), budget_(budget), prover_(terms_, budget), clauses_(terms_, prover_),
      tree_(clauses_), refiner_(tree_, clauses_, prover_, c.symbols, options.refiner), reduction_(c, escape),
      hazards_(c), seeds_(c, seeds) {}

SearchResult Search::run(const engine::ProgressSink& progress) {
  ++lessons_.trees;
  bool turned = false;
  plant();
  while (!stopped()) {
    const auto n = tree_.next(forces(options_.configuration));
    if (!n) break;
    budget_.check();
    if (options_.proofsOnly && !unproved_.empty()) break;
    if (lessons_.series && lessons_.spent + prover_.queries() > lessons_.patience) {
      lessons_.turn();
      result_.again = turned = true;
      break;
    }
    if (progress && tree_.size() % 256 == 0)
      progress({fmt::format("impact: {} nodes, {} covered", tree_.size(), tree_.covered())});
    if (close(*n)) continue;
    if (forces(options_.configuration) && forceCover(*n)) continue;
    expand(*n);
  }
  if (!result_.found && !result_.again && result_.gaveUp.empty()) result_.gaveUp = unproved_;
  if (result_.again) lessons_.queries += prover_.queries();
  if (result_.again) lessons_.spent = turned ? 0 : lessons_.spent + prover_.queries();
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
  before.model = std::make_shared<Model>();
  tree_.add(before);
  Node root;
  root.parent = 0;
  root.control = controls_.intern({{p_.threads[0].entry, {}}});
  root.in = rootAction();
  for (const auto& [symbol, value] : root.in->assign) root.values.set(c_.symbols.index(symbol), value);
  root.model = before.model;
  addChild(std::move(root));
}

void Search::addChild(Node child) {
  const ControlId control = child.control;
  const NodeId n = tree_.add(std::move(child));
  for (const Literals& clause : seeds_.at(control, controls_.of(control))) refiner_.adopt(n, clause);
  tree_.enqueue(n);
}

// ---- actions

Search::ActionPtr Search::actionOf(NodeId n, Choice c) {
  const ControlId control = tree_.at(n).control;
  const ccfg::LocId l = controls_.of(control)[c.first].location;
  const Block& block = c_.blocks.from(l)[c.second];
  Vacant vacant{slotToTake(n, block), blocksToTake(n, c.first, block)};
  ActionPtr& known = actions_[{c.first, l, c.second, block.onControl ? control : ccfg::none, vacant,
                               controls_.of(control)[c.first].anonymous}];
  if (!known)
    known = std::make_shared<Action>(
        Lowering(c_, controls_.of(control), c.first, block, std::move(vacant)).run());
  return known;
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
  for (const auto& [slot, standing] : a.forked) {
    c.resize(std::max<size_t>(c.size(), slot + 1));
    c[slot] = standing;
  }
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
  Model model;
  return ask(node.parent, {depends}, false, model) == Answer::Excluded;
}

const std::vector<Event>& Search::hazardsAt(NodeId n) {
  const ControlId control = tree_.at(n).control;
  const auto [known, isNew] = events_.try_emplace(control);
  if (isNew) {
    known->second = hazards_.at(controls_.of(control), [&](uint32_t s) { return actionsOf(n, s); });
    // Those that no state shows need no label.
    std::erase_if(known->second, [&](const Event& e) { return prover_.isUnsat(e.condition); });
  }
  return known->second;
}

void Search::expand(NodeId n) {
  if (!tree_.at(n).eventsDone) {
    raise(n, nullptr, hazardsAt(n), false);
    if (stopped()) return;
    tree_.at(n).eventsDone = true;
  }
  addOwn(n);
  while (!stopped() && tree_.at(n).isOpen()) {
    const Node& node = tree_.at(n);
    const auto next = std::ranges::find_if(node.required, [&](Choice c) { return !node.done.contains(c); });
    const Choice choice = *next;
    const ActionPtr action = actionOf(n, choice);
    raise(n, action, action->events, isSeries(n, choice));
    if (stopped()) return;
    if (tree_.at(n).hidden != 0) return;
    take(n, choice);
    tree_.at(n).done.insert(choice);
  }
}

// Also if the step's guard is not looked at.
bool Search::isImpossibleAnyway(NodeId n, const Action& a, Conjunction what) {
  std::erase_if(what, [&](Term t) { return std::ranges::find(a.guard, t) != a.guard.end(); });
  if (what.empty()) return false;
  if (isExcluded(n, what)) return true;
  const Question q = questionAt(n, what);
  Model model;
  std::set<Term> core;
  return !isDecided(n, q, {}, model, core) && exclude(n, q, core, {});
}

void Search::raise(NodeId n, const ActionPtr& action, const std::vector<Event>& events, bool isSeries) {
  for (const Event& e : events) {
    Model model;
    if (isExcluded(n, e.condition)) continue;
    if (isSeries && isImpossibleAnyway(n, *action, e.condition)) {
      if (stopped()) return;
      continue;
    }
    const Answer answer = ask(n, e.condition, true, model);
    if (answer == Answer::Unshown) unproved_ = "no invariant was found that excludes an infeasible path";
    if (answer != Answer::Possible) {
      if (stopped()) return;
      continue;
    }
    if (action && action->approximate) result_.approximate = true;
    if (!e.cutoff) {
      result_.found = Found{n, action, e, std::move(model)};
      return;
    }
    if (isThreadBound(*e.cutoff) && lessons_.mayTake && !lessons_.takes && hasEnded(n)) {
      lessons_.takes = result_.again = true;
      return;
    }
    result_.cutoffs.push_back(*e.cutoff);
    if (stopAtCutoffs_ && e.cutoff->missesBehaviours) result_.gaveUp = e.cutoff->text;
  }
}

// A loop that is left in its hundredth round is not left in the rounds before. To say so again and again
// makes a series of labels without end. Where it does not end soon, the step is granted from the third time
// on, and labels say that it was impossible only where a violation would follow (the lazy abstraction of
// McMillan 2006, section 3). Labels that said so before stay in the way of covers, so the tree begins anew.
Lessons::Exclusions& Search::exclusionsOf(NodeId n, Choice c) {
  return lessons_.exclusions[{controls_.of(tree_.at(n).control)[c.first].location, c}];
}

void Search::foundSeries(NodeId n, Choice c) {
  lessons_.series = true;
  result_.again = lessons_.grants && !exclusionsOf(n, c).needed;
}

bool Search::hasLooped(NodeId n) const {
  for (NodeId x = n; x != 0; x = tree_.at(x).parent)
    if (tree_.at(x).in->retreats) return true;
  return false;
}

bool Search::isSeries(NodeId n, Choice c) {
  const Lessons::Exclusions& e = exclusionsOf(n, c);
  return lessons_.grants && e.times >= mostExclusions && !e.needed;
}

void Search::take(NodeId n, Choice c) {
  const ActionPtr action = actionOf(n, c);
  if (!action->possible) ++impossible_;
  if (!action->possible || action->ends) return;
  ++impossible_;
  if (isExcluded(n, action->guard)) return;
  Model model;
  Node child;
  if (isSeries(n, c)) {
    const Question q = questionAt(n, action->guard);
    std::set<Term> core;
    child.granted = !isDecided(n, q, {}, model, core);
  } else {
    const size_t before = clauses_.size();
    const Answer answer = ask(n, action->guard, false, model);
    if (answer == Answer::Excluded) {
      if (clauses_.size() > before && hasLooped(n) && ++exclusionsOf(n, c).times == mostExclusions)
        foundSeries(n, c);
      return;
    }
    child.granted = answer == Answer::Unshown;
  }
  --impossible_;
  child.parent = n;
  child.choice = c;
  child.control = controlAfter(tree_.at(n).control, *action);
  child.in = instance(action);
  child.values = tree_.at(n).values;
  child.joined = joinedAfter(n, *action);
  for (const auto& [symbol, value] : child.in->assign)
    child.values.set(c_.symbols.index(symbol), evaluate(tree_.at(n).values, value));
  for (Term g : child.in->guard) child.path.push_back(evaluate(tree_.at(n).values, g));
  for (size_t i = 0; i < action->inputs.size(); ++i) model[child.in->inputs[i]] = model[action->inputs[i]];
  child.model = std::make_shared<Model>(std::move(model));
  if (action->approximate) result_.approximate = true;
  addChild(std::move(child));
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
    budget_.check(); // one strengthening may have many nodes looked at again
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

bool Search::holdsIn(const Model& model, const Conjunction& executed) const {
  return std::ranges::all_of(executed, [&](Term t) { return valueIn(model, t) != 0; });
}

bool Search::isExcluded(NodeId n, const Conjunction& what) {
  const auto clause = negated(terms_, what);
  if (!clause) return true;
  return clauses_.implies(tree_.at(n).label, clauses_.intern(*clause));
}

Search::Question Search::questionAt(NodeId n, const Conjunction& what) {
  Question q{what, {}};
  for (Term t : what) q.executed.push_back(evaluate(tree_.at(n).values, t));
  return q;
}

bool Search::isDecided(NodeId n, const Question& q, const Granted& granted, Model& model,
                       std::set<Term>& core) {
  if (!tree_.at(n).impossible || granted.empty()) {
    model = *tree_.at(n).model;
    if (holdsIn(model, q.executed)) return true;
  }
  std::vector<Term> query = q.executed;
  tree_.addConditions(n, granted, query);
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

// That a granted step is impossible is a reason of last resort, and only to exclude violations. Which of them
// it is was worth to be known, so it is not granted again.
Search::Answer Search::ask(NodeId n, const Conjunction& what, bool isViolation, Model& model) {
  const Question q = questionAt(n, what);
  std::set<Term> core;
  Granted granted;
  bool possible = isDecided(n, q, granted, model, core);
  if (possible && isViolation && tree_.at(n).impossible) {
    for (NodeId x = n; x != ccfg::none && possible; x = tree_.at(x).parent) {
      if (!tree_.at(x).granted) continue;
      granted.insert(x);
      possible = isDecided(n, q, granted, model, core);
    }
    for (NodeId x : granted) exclusionsOf(tree_.at(x).parent, tree_.at(x).choice).needed = true;
  }
  if (possible) return Answer::Possible;
  return exclude(n, q, core, granted) ? Answer::Excluded : Answer::Unshown;
}

bool Search::exclude(NodeId n, const Question& q, const std::set<Term>& core, const Granted& granted) {
  std::vector<bool> inCore;
  for (Term t : q.executed) inCore.push_back(core.contains(t));
  if (!refiner_.exclude(n, q.conjuncts, inCore, core, granted, !granted.empty())) return false;
  if (log_.tells(LogLevel::Details)) tellLabel(n, "what it excludes can't happen");
  closePath(n);
  return true;
}

void Search::tellLabel(NodeId n, const char* why) const {
  std::string label;
  for (ClauseId c : tree_.at(n).label)
    label += (label.empty() ? "" : " and ") + logic::toString(terms_, clauses_.term(c));
  log_.detail("node {}, depth {}: {}: {}", n, tree_.at(n).depth, why, label);
}

} // namespace heddle::impact
