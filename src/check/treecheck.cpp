// What a tree's nodes are, and that it is well-labelled and well covered; see treecheck.h.
#include "check/treecheck.h"

#include "ccfg/analysis/memory/reuse.h"
#include "ccfg/atomicblocks.h"
#include "check/treechecker.h"
#include "interp/code.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::check {

using Outcome = engine::Recheck::Outcome;
using Kind = engine::StateSymbol::Kind;

namespace {

constexpr size_t queriesOfOneSolver = 3000;

// Who asks for `memory` must see that something freed is used.
std::vector<bool> reusingEdges(const engine::Problem& problem) {
  if (problem.question.properties.has(ccfg::Property::Memory))
    return ccfg::analysis::leavesNoPointer(problem.facts);
  return std::vector<bool>(problem.program.edges.size(), true);
}

} // namespace

TreeChecker::TreeChecker(const engine::Problem& problem, const engine::ProofTree& tree, const Budget& budget)
    : problem_(problem), p_(problem.program), tree_(tree), budget_(budget),
      c_(p_, problem.code().layout(), problem.facts.pointsTo(), problem.question.properties, tree.maxThreads,
         reusingEdges(problem)),
      known_(tree.nodes.size()), middles_(p_.locations.size()), stops_(p_.locations.size()) {}

void TreeChecker::reject(NodeId n, const std::string& why) const {
  throw Stop{Outcome::Rejected, fmt::format("node {}: {}", n, why)};
}

void TreeChecker::leaveOpen(const std::string& why) const { throw Stop{Outcome::Open, why}; }

TreeCheck TreeChecker::run() {
  try {
    checkQuestion();
    readNodes();
    findMiddles();
    for (NodeId n = 0; n < tree_.nodes.size(); ++n) {
      if (const auto why = budget_.exhausted()) leaveOpen(*why);
      checkLabel(n);
      if (tree_.nodes[n].isCovered())
        checkCover(n);
      else
        checkSteps(n);
    }
    checkInvariants();
    result_.recheck.outcome = Outcome::Accepted;
  } catch (const Stop& s) {
    result_.recheck.outcome = s.outcome;
    result_.recheck.why = s.why;
  } catch (const OutOfBudget& o) {
    result_.recheck.outcome = Outcome::Open;
    result_.recheck.why = o.why;
  }
  return std::move(result_);
}

// A tree says nothing of these.
void TreeChecker::checkQuestion() const {
  const engine::Question& q = problem_.question;
  if (q.memoryModel != ccfg::MemoryModel::Sc) leaveOpen("trees are about sequentially consistent memory");
  if (q.properties.has(ccfg::Property::Atomicity) && ccfg::hasBlocks(p_))
    leaveOpen("trees are not about the property atomicity");
  if (q.asksPartialDeadlock()) leaveOpen("trees are not about threads that wait while others go on");
  if (tree_.maxThreads > interp::arenaCount) leaveOpen("so many threads share what they allocate");
}

const Everyone* TreeChecker::intern(Everyone e) { return &*everyones_.insert(std::move(e)).first; }

void TreeChecker::readNodes() {
  for (NodeId n = 0; n < tree_.nodes.size(); ++n) {
    const engine::ProofNode& node = tree_.nodes[n];
    if ((node.parent == ccfg::none) != (n == 0) || (n != 0 && node.parent >= n))
      reject(n, "its parent is not before it");
    if (n == 0)
      known_[n].everyone = intern({{p_.threads[0].entry, {}}});
    else
      readStep(n);
    const Everyone& all = *known_[n].everyone;
    if (!std::ranges::equal(node.at, all, {}, {}, &Instance::at))
      reject(n, "threads do not stand where its step leads");
    known_[n].label = read(n, node.label);
  }
  for (NodeId n = 0; n < tree_.nodes.size(); ++n) {
    if (!tree_.nodes[n].isCovered()) continue;
    if (tree_.nodes[n].coveredBy >= tree_.nodes.size()) reject(n, "it is covered by a node that is none");
    known_[tree_.nodes[n].coveredBy].covered.push_back(n);
  }
}

void TreeChecker::readStep(NodeId n) {
  const engine::ProofNode& node = tree_.nodes[n];
  const NodeId parent = node.parent;
  if (tree_.nodes[parent].isCovered()) reject(parent, "it is covered and has a child");
  if (node.thread == 0 || node.thread > known_[parent].everyone->size())
    reject(n, "its step is of a thread that is not there");
  if (node.edges.empty()) reject(n, "its step has no edge");
  if (const uint32_t only = holder(parent); only != 0 && only != node.thread)
    reject(n, "its step is of a thread that can't move while another one is in an atomic section");
  ccfg::LocId at = standing(parent, node.thread);
  for (ccfg::EdgeId e : node.edges) {
    if (p_.edges[e].from != at) reject(n, "the edges of its step do not follow each other");
    at = p_.edges[e].to;
  }
  readTaken(n);
  known_[parent].children.push_back(n);
  const GlobalStep& s = step(parent, node.thread, node.edges, {node.takes, node.reuses});
  if (s.ends()) reject(n, "an execution ends with its step");
  if (node.takes != 0 && !s.starts(node.takes)) reject(n, "an instance gives way to none");
  Everyone after = s.after();
  after[node.thread - 1].at = at; // also where the step is impossible
  known_[n].everyone = intern(std::move(after));
}

// Any instance that has ended may give way: what is forgotten of it leaves more executions, not less.
void TreeChecker::readTaken(NodeId n) {
  const engine::ProofNode& node = tree_.nodes[n];
  const Everyone& all = *known_[node.parent].everyone;
  if (node.takes > all.size()) reject(n, "an instance gives way that is not there");
  if (node.takes != 0) {
    const ccfg::LocId at = all[node.takes - 1].at;
    if (p_.threads[p_.locations[at].thread].exit != at) reject(n, "an instance gives way that has not ended");
  }
}

// Symbols of the tree become variables of the state; what is not there has none.
Term TreeChecker::variableOf(NodeId n, const engine::StateSymbol& s, unsigned width) {
  const Everyone& all = *known_[n].everyone;
  const auto isThread = [&](uint32_t k) { return k >= 1 && k <= all.size(); };
  const auto bytesOf = [&](Cell cell, uint64_t size) {
    if (s.bytes == 0 || 8 * s.bytes != width || s.bytes > size || s.offset > size - s.bytes)
      reject(n, "its label speaks of bytes that are not there");
    Term whole;
    for (unsigned i = 0; i < s.bytes; ++i) {
      cell.offset = s.offset + i;
      const Term byte = c_.variable(cell, 8);
      whole = whole ? c_.terms.concat(byte, whole) : byte;
    }
    return whole;
  };
  switch (s.kind) {
  case Kind::Register:
    if (!isThread(s.thread) || s.reg >= p_.registerCount() || p_.regWidth(s.reg) != width ||
        p_.reg(s.reg).thread != p_.locations[all[s.thread - 1].at].thread)
      reject(n, "its label speaks of a register that is not there");
    return c_.variable(c_.reg(all, s.thread, s.reg), width);
  case Kind::Memory:
    if (s.object >= p_.objects.size() || p_.objects[s.object].kind != ccfg::ObjectKind::Global)
      reject(n, "its label speaks of an object that is not there");
    return bytesOf({Cell::Kind::Byte, 0, s.object, 0}, p_.objects[s.object].size);
  case Kind::Block:
  case Kind::Alive:
    break;
  }
  if (!isThread(s.thread) || s.index >= all[s.thread - 1].blocks.size())
    reject(n, "its label speaks of a block that is not there");
  if (s.kind == Kind::Block)
    return bytesOf({Cell::Kind::BlockByte, s.thread, s.index, 0}, all[s.thread - 1].blocks[s.index].size);
  if (width != 1) reject(n, "its label speaks of a life that is not one bit");
  return c_.variable({Cell::Kind::Alive, s.thread, s.index, 0}, 1);
}

std::vector<Term> TreeChecker::read(NodeId n, const std::vector<Term>& conditions) {
  std::vector<Term> all;
  for (Term t : conditions) {
    if (t.width() != 1) reject(n, "its label has a term that is no condition");
    all.push_back(c_.copied(t, [&](Term leaf) {
      const auto s = static_cast<logic::SymbolId>(leaf.value());
      if (leaf.op() != logic::Op::Var || s >= tree_.symbols.size())
        reject(n, "its label has a symbol that means nothing");
      return variableOf(n, tree_.symbols[s], leaf.width());
    }));
  }
  return all;
}

// Where an instance stands at some node it always stops.
void TreeChecker::findMiddles() {
  for (const engine::ProofNode& node : tree_.nodes)
    for (size_t i = 1; i < node.edges.size(); ++i) middles_[p_.edges[node.edges[i]].from] = true;
  for (NodeId n = 0; n < tree_.nodes.size(); ++n)
    for (ccfg::LocId l : tree_.nodes[n].at) {
      if (middles_[l]) reject(n, "a thread stands in the middle of a step");
      stops_[l] = true;
    }
}

void TreeChecker::checkLabel(NodeId n) {
  const NodeId parent = tree_.nodes[n].parent;
  if (n == 0) return checkStart();
  const engine::ProofNode& node = tree_.nodes[n];
  GlobalStep& s = step(parent, node.thread, node.edges, {node.takes, node.reuses});
  for (const auto& stillThere : s.gaveWay())
    if (!isImpossible(parent, stillThere)) reject(n, "a block gives way that may still be there");
  Term all = c_.terms.trueTerm();
  for (Term t : known_[n].label) {
    ++result_.labels;
    const Term before = s.before(t);
    if (std::ranges::find(known_[parent].label, before) == known_[parent].label.end())
      all = c_.terms.andOf(all, before);
  }
  std::vector<Term> query = s.path();
  query.push_back(c_.terms.notOf(all));
  if (!isImpossible(parent, query)) reject(n, "the label of its parent and the step do not imply its label");
}

void TreeChecker::checkStart() {
  Term all = c_.terms.trueTerm();
  for (Term t : known_[0].label)
    all = c_.terms.andOf(all, c_.terms.substitute(t, [&](Term leaf) {
      const auto cell = leaf.op() == logic::Op::Var ? c_.cellOf(leaf) : std::nullopt;
      return cell ? c_.initial(*cell) : Term();
    }));
  if (!isUnsat({c_.terms.notOf(all)})) reject(0, "its label need not hold at the start");
}

void TreeChecker::checkCover(NodeId n) {
  ++result_.covers;
  const NodeId by = tree_.nodes[n].coveredBy;
  if (by == n || tree_.nodes[by].isCovered()) reject(n, "what covers it is covered itself");
  if (known_[n].everyone != known_[by].everyone)
    reject(n, "threads stand elsewhere at the node that covers it");
  Term all = c_.terms.trueTerm();
  for (Term t : known_[by].label)
    if (std::ranges::find(known_[n].label, t) == known_[n].label.end()) all = c_.terms.andOf(all, t);
  if (!isImpossible(n, {c_.terms.notOf(all)})) reject(n, "its label does not imply that of its cover");
}

// Whoever stands somewhere is in a state that an uncovered node there stands for.
void TreeChecker::checkInvariants() {
  std::map<const Everyone*, std::vector<std::vector<Term>>> places;
  for (const engine::PlaceInvariant& i : tree_.invariants) {
    if (i.node >= tree_.nodes.size()) reject(i.node, "an invariant is about it, and there is no such node");
    const auto [place, isNew] = places.try_emplace(known_[i.node].everyone);
    if (!isNew) reject(i.node, "there are two invariants about where threads stand");
    for (const auto& all : i.anyOf) place->second.push_back(read(i.node, all));
  }
  for (NodeId n = 0; n < tree_.nodes.size() && !places.empty(); ++n) {
    if (tree_.nodes[n].isCovered()) continue;
    const auto place = places.find(known_[n].everyone);
    if (place == places.end()) reject(n, "there is no invariant about where threads stand");
    if (!impliesAny(n, place->second)) reject(n, "its label does not imply the invariant");
  }
  result_.invariants = places.size();
}

bool TreeChecker::impliesAny(NodeId n, const std::vector<std::vector<Term>>& anyOf) {
  const std::vector<Term>& label = known_[n].label;
  std::vector<Term> none;
  for (const auto& all : anyOf) {
    Term conjunction = c_.terms.trueTerm();
    for (Term t : all)
      if (std::ranges::find(label, t) == label.end()) conjunction = c_.terms.andOf(conjunction, t);
    if (conjunction.isTrue()) return true;
    none.push_back(c_.terms.notOf(conjunction));
  }
  return isImpossible(n, none);
}

bool TreeChecker::isImpossible(NodeId n, std::vector<Term> conjuncts) {
  conjuncts.insert(conjuncts.end(), known_[n].label.begin(), known_[n].label.end());
  return isUnsat(conjuncts);
}

bool TreeChecker::isUnsat(const std::vector<Term>& conjuncts) {
  std::vector<Term> query;
  for (Term t : conjuncts) {
    if (t.isFalse()) return true;
    if (!t.isTrue()) query.push_back(t);
  }
  if (query.empty()) return false;
  if (!solver_ || ++sinceRenewal_ > queriesOfOneSolver) {
    logic::SatOptions options;
    options.manyChecks = true;
    solver_ = logic::makeSatSolver(c_.terms, options);
    solver_->limit(budget_);
    sinceRenewal_ = 0;
  }
  ++result_.queries;
  const logic::Answer answer = solver_->check(query, budget_);
  if (answer != logic::Answer::Sat && answer != logic::Answer::Unsat) leaveOpen(solver_->reason());
  return answer == logic::Answer::Unsat;
}

TreeCheck checkTree(const engine::Problem& problem, const engine::ProofTree& tree, const Budget& budget) {
  return TreeChecker(problem, tree, budget).run();
}

} // namespace heddle::check
