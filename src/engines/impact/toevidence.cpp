// See toevidence.h.
#include "engines/impact/toevidence.h"

#include "logic/copy.h"

#include <algorithm>

namespace heddle::impact {

namespace {

using engine::StateSymbol;
using Kind = StateSymbol::Kind;

// What the engine's state symbols stand for.
std::map<SymbolId, StateSymbol> meanings(const Symbols& symbols) {
  std::map<SymbolId, StateSymbol> all;
  const auto add = [&](Term symbol, const StateSymbol& s) {
    if (!symbol.isConst()) all[static_cast<SymbolId>(symbol.value())] = s;
  };
  for (const auto& [key, symbol] : symbols.registers())
    add(symbol, {.kind = Kind::Register, .thread = key.first + 1, .reg = key.second});
  for (const auto& [key, symbol] : symbols.ofObjects())
    add(symbol,
        {.kind = Kind::Memory, .object = key.first, .offset = key.second, .bytes = symbol.width() / 8});
  for (const auto& [key, symbol] : symbols.ofBlocks()) {
    const auto& [slot, index, offset, bytes] = key;
    add(symbol, {.kind = bytes == 0 ? Kind::Alive : Kind::Block,
                 .thread = slot + 1,
                 .index = index,
                 .offset = offset,
                 .bytes = bytes});
  }
  return all;
}

class Writer {
public:
  Writer(const Search& search, const Symbols& symbols)
      : search_(search), meanings_(meanings(symbols)),
        copier_(*tree_.terms, [this](Term leaf) { return symbolOf(leaf); }) {}

  engine::ProofTree run() {
    const Tree& tree = search_.tree();
    const NodeId root = tree.at(0).children.front();
    for (NodeId n = root; n < tree.size(); ++n)
      if (n == root || isLeft(tree.at(n).parent)) add(n);
    for (NodeId n = root; n < tree.size(); ++n)
      if (const NodeId by = tree.at(n).coveredBy; numbers_.contains(n) && by != ccfg::none)
        tree_.nodes[numbers_.at(n)].coveredBy = numbers_.at(by);
    addInvariants();
    return std::move(tree_);
  }

private:
  bool isLeft(NodeId n) const { return numbers_.contains(n) && search_.tree().at(n).coveredBy == ccfg::none; }

  void add(NodeId n) {
    const Node& node = search_.tree().at(n);
    engine::ProofNode out;
    if (!tree_.nodes.empty()) {
      out.parent = numbers_.at(node.parent);
      out.thread = node.in->slot + 1;
      out.edges = node.in->edges;
      if (const auto& forked = node.in->forked;
          !forked.empty() && forked[0].first < tree_.nodes[out.parent].at.size())
        out.takes = forked[0].first + 1;
      if (std::ranges::any_of(node.in->reused, [](uint32_t k) { return k != ccfg::none; }))
        out.reuses = node.in->reused;
    }
    for (const auto& s : search_.controls().of(node.control)) out.at.push_back(s.location);
    for (ClauseId c : node.label) out.label.push_back(copier_.copy(search_.clauses().term(c)));
    numbers_[n] = static_cast<uint32_t>(tree_.nodes.size());
    tree_.nodes.push_back(std::move(out));
  }

  // A label that says more than another one at the same place adds nothing to their disjunction.
  void addInvariants() {
    std::map<ControlId, std::pair<uint32_t, std::vector<Label>>> places;
    for (NodeId n = search_.tree().at(0).children.front(); n < search_.tree().size(); ++n) {
      const Node& node = search_.tree().at(n);
      if (!numbers_.contains(n) || node.coveredBy != ccfg::none) continue;
      std::vector<Label>& labels =
          places.try_emplace(node.control, numbers_.at(n), std::vector<Label>()).first->second.second;
      const auto saysLess = [](const Label& a, const Label& b) { return std::ranges::includes(b, a); };
      if (std::ranges::any_of(labels, [&](const Label& l) { return saysLess(l, node.label); })) continue;
      std::erase_if(labels, [&](const Label& l) { return saysLess(node.label, l); });
      labels.push_back(node.label);
    }
    for (const auto& [control, place] : places) {
      engine::PlaceInvariant out{.node = place.first, .anyOf = {}};
      for (const Label& label : place.second) {
        out.anyOf.emplace_back();
        for (ClauseId c : label) out.anyOf.back().push_back(copier_.copy(search_.clauses().term(c)));
      }
      tree_.invariants.push_back(std::move(out));
    }
  }

  Term symbolOf(Term leaf) {
    Term& known = symbols_[leaf];
    if (!known) {
      tree_.symbols.push_back(meanings_.at(static_cast<SymbolId>(leaf.value())));
      known = tree_.terms->var(tree_.terms->newSymbol("", leaf.width()));
    }
    return known;
  }

  const Search& search_;
  const std::map<SymbolId, StateSymbol> meanings_;
  engine::ProofTree tree_{.terms = std::make_shared<logic::TermManager>(),
                          .symbols = {},
                          .nodes = {},
                          .invariants = {},
                          .properties = {},
                          .maxThreads = 0};
  std::unordered_map<Term, Term> symbols_;
  std::unordered_map<NodeId, uint32_t> numbers_;
  logic::TermCopier copier_;
};

} // namespace

engine::ProofTree toEvidence(const Search& search, const Symbols& symbols, ccfg::PropertySet properties,
                             unsigned maxThreads) {
  engine::ProofTree tree = Writer(search, symbols).run();
  tree.properties = properties;
  tree.maxThreads = maxThreads;
  return tree;
}

} // namespace heddle::impact
