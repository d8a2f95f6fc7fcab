// The store of terms: interning, traversal, substitution, printing. Simplification is in simplify.cpp, the
// meaning of the operators in eval.cpp. Terms may be many thousand operators deep, so every walk keeps its
// own stack.
#include "logic/term.h"

#include "logic/copy.h"
#include "logic/eval.h"
#include "support/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>

namespace heddle::logic {

namespace {

constexpr std::array opNames = {"const",  "var",     "address", "not",   "neg",   "and",   "or",    "xor",
                                "add",    "sub",     "mul",     "udiv",  "sdiv",  "urem",  "srem",  "shl",
                                "lshr",   "ashr",    "eq",      "ult",   "ule",   "slt",   "sle",   "ite",
                                "concat", "extract", "zext",    "sext",  "saddo", "ssubo", "smulo", "fadd",
                                "fsub",   "fmul",    "fdiv",    "frem",  "fneg",  "foeq",  "folt",  "fole",
                                "funo",   "ftosi",   "ftoui",   "sitof", "uitof", "fext",  "ftrunc"};
static_assert(opNames.size() == static_cast<size_t>(Op::FTrunc) + 1);

uint64_t mix(uint64_t h, uint64_t v) {
  h = (h ^ v) * 0x9e3779b97f4a7c15ull;
  return h ^ (h >> 29);
}

uint64_t structuralHash(const Node& n, const std::string* symbolName) {
  uint64_t h = mix(static_cast<uint64_t>(n.op) + 1, n.width);
  if (symbolName == nullptr)
    h = mix(h, n.value);
  else
    for (char ch : *symbolName) h = mix(h, static_cast<unsigned char>(ch));
  for (const Node* kid : n.kids)
    if (kid != nullptr) h = mix(h, kid->hash);
  return h;
}

} // namespace

std::string_view opName(Op op) { return opNames[static_cast<size_t>(op)]; }

// Not the structural hash alone: symbols of one name share it, and so do all terms over them.
size_t TermManager::NodeHash::operator()(const Node* n) const {
  uint64_t h = mix(n->hash, n->value);
  for (const Node* kid : n->kids)
    if (kid != nullptr) h = mix(h, kid->id);
  return h;
}

bool TermManager::NodeEqual::operator()(const Node* a, const Node* b) const {
  return a->op == b->op && a->width == b->width && a->value == b->value &&
         std::ranges::equal(a->kids, b->kids);
}

Term TermManager::intern(Op op, unsigned width, uint64_t value, Term a, Term b, Term c) {
  HEDDLE_CHECK(width >= 1 && width <= 64, "term width out of range");
  Node n{op, static_cast<uint8_t>(width), 0, value, {a.node(), b.node(), c.node()}, 0};
  n.hash = structuralHash(n, op == Op::Var ? &symbols_[value].name : nullptr);
  if (auto it = table_.find(&n); it != table_.end()) return Term(*it);
  HEDDLE_CHECK(nodes_.size() < UINT32_MAX, "too many terms");
  n.id = static_cast<uint32_t>(nodes_.size());
  nodes_.push_back(n);
  table_.insert(&nodes_.back());
  return Term(&nodes_.back());
}

Term TermManager::constant(uint64_t value, unsigned width) {
  return intern(Op::Const, width, truncateTo(value, width));
}

SymbolId TermManager::newSymbol(std::string name, unsigned width) {
  auto id = static_cast<SymbolId>(symbols_.size());
  symbols_.push_back({std::move(name), width, {}});
  symbols_.back().term = intern(Op::Var, width, id);
  return id;
}

Term TermManager::var(SymbolId symbol) {
  HEDDLE_CHECK(symbol < symbols_.size(), "no such symbol");
  return symbols_[symbol].term;
}

Term TermManager::address(uint64_t object, unsigned pointerWidth) {
  return intern(Op::Address, pointerWidth, object);
}

Term TermManager::resize(Term a, unsigned width) {
  return width >= a.width() ? zext(a, width) : trunc(a, width);
}

void forEachNode(Term t, const std::function<void(Term)>& visit) {
  std::unordered_set<const Node*> seen;
  std::vector<std::pair<const Node*, unsigned>> stack; // node, next operand
  auto enter = [&](const Node* n) {
    if (n != nullptr && seen.insert(n).second) stack.emplace_back(n, 0);
  };
  enter(t.node());
  while (!stack.empty()) {
    auto& [node, next] = stack.back();
    if (next < 3) {
      enter(node->kids[next++]);
      continue;
    }
    Term done(node);
    stack.pop_back();
    visit(done);
  }
}

Term TermManager::substitute(Term t, const std::function<Term(Term leaf)>& replaceLeaf) {
  const auto leaf = [&](Term l) {
    const Term by = replaceLeaf(l);
    return by ? by : l;
  };
  return TermCopier(*this, leaf).copy(t);
}

std::vector<SymbolId> symbolsOf(Term t) {
  std::vector<SymbolId> symbols;
  forEachNode(t, [&](Term n) {
    if (n.op() == Op::Var) symbols.push_back(static_cast<SymbolId>(n.value()));
  });
  return symbols;
}

namespace {

// Prints one term; what is shared in a large term gets a name, since the tree can be exponentially larger.
class Printer {
public:
  Printer(Term t, const std::function<std::string(Term)>& leafName) : leafName_(leafName) {
    std::unordered_map<const Node*, unsigned> uses;
    size_t nodes = 0;
    forEachNode(t, [&](Term n) {
      ++nodes;
      for (unsigned i = 0; i < n.arity(); ++i) ++uses[n.kid(i).node()];
    });
    if (nodes <= smallTerm) return;
    forEachNode(t, [&](Term n) {
      if (n.arity() > 0 && uses[n.node()] > 1) shared_.push_back(n);
    });
  }

  std::string print(Term t) {
    for (Term s : shared_) {
      std::string name = fmt::format("?{}", names_.size());
      text_ += fmt::format("{}({} ", names_.empty() ? "(let " : "", name);
      tree(s);
      text_ += ") ";
      names_.emplace(s.node(), name);
    }
    tree(t);
    if (!names_.empty()) text_ += ")";
    return std::move(text_);
  }

private:
  static constexpr size_t smallTerm = 24;

  void open(Term t) {
    text_ += fmt::format("({}", opName(t.op()));
    if (t.op() == Op::Extract) text_ += fmt::format(" {}", t.value());
    switch (t.op()) {
    case Op::Extract:
    case Op::ZExt:
    case Op::SExt:
    case Op::FToSI:
    case Op::FToUI:
    case Op::SIToF:
    case Op::UIToF:
    case Op::FExt:
    case Op::FTrunc:
      text_ += fmt::format(" {}", t.width()); // does not follow from the operands
      break;
    default:
      break;
    }
  }

  // True if the term was printed whole, without descending.
  bool leaf(Term t) {
    if (auto it = names_.find(t.node()); it != names_.end())
      text_ += it->second;
    else if (t.isConst())
      text_ += fmt::format("{}:{}", t.value(), t.width());
    else if (t.arity() == 0)
      text_ += leafName_(t);
    else
      return false;
    return true;
  }

  void tree(Term t) {
    if (leaf(t)) return;
    std::vector<std::pair<Term, unsigned>> stack{{t, 0}};
    open(t);
    while (!stack.empty()) {
      auto& [node, next] = stack.back();
      if (next == node.arity()) {
        text_ += ")";
        stack.pop_back();
        continue;
      }
      Term kid = node.kid(next++);
      text_ += " ";
      if (leaf(kid)) continue;
      open(kid);
      stack.emplace_back(kid, 0);
    }
  }

  const std::function<std::string(Term)>& leafName_;
  std::vector<Term> shared_;
  std::unordered_map<const Node*, std::string> names_;
  std::string text_;
};

} // namespace

std::string toString(Term t, const std::function<std::string(Term leaf)>& leafName) {
  return Printer(t, leafName).print(t);
}

std::string toString(const TermManager& tm, Term t) {
  return toString(t, [&](Term leaf) {
    if (leaf.op() == Op::Address) return fmt::format("&{}", leaf.value());
    return "%" + tm.symbolName(static_cast<SymbolId>(leaf.value()));
  });
}

} // namespace heddle::logic
