// Terms: hash-consed expressions over fixed-width bit-vectors.
//
// A Term is a handle on an immutable node that a TermManager owns. Two structurally equal terms of one
// manager are the same node, so equality is pointer equality, and every constructor simplifies. Booleans are
// bit-vectors of width 1; widths go up to 64. Pointers are bit-vectors of the program's pointer width whose
// atoms are `address` terms. Floating-point operations work on the bit patterns of `float` and `double`
// (widths 32 and 64). The meaning of every operator is `applyOp` in eval.h; the simplifier folds with it.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace heddle::logic {

// clang-format off
enum class Op : uint8_t {
  Const,   // value
  Var,     // symbol
  Address, // base address of memory object `value`
  Not, Neg,
  And, Or, Xor, Add, Sub, Mul,
  UDiv, SDiv, URem, SRem, // division by zero as in SMT-LIB
  Shl, LShr, AShr,        // shifting by the width or more gives 0 (or the sign)
  Eq, Ult, Ule, Slt, Sle, // width 1
  Ite,                    // (width 1, w, w)
  Concat,                 // first operand is the high part
  Extract,                // bits value .. value+width-1 of the operand
  ZExt, SExt,
  SAddO, SSubO, SMulO, // width 1: would the signed operation overflow?
  FAdd, FSub, FMul, FDiv, FRem, FNeg,
  FOeq, FOlt, FOle, FUno,                   // width 1: ordered comparisons, and "one is NaN"
  FToSI, FToUI, SIToF, UIToF, FExt, FTrunc, // conversions; widths tell the formats
};
// clang-format on

std::string_view opName(Op op);

struct Node {
  Op op;
  uint8_t width;
  uint32_t id;    // dense, in order of creation: operands have smaller ids
  uint64_t value; // Const: the value; Var: symbol id; Address: object id; Extract: lowest bit
  const Node* kids[3];
  uint64_t hash; // of the structure, names included: does not depend on the order of creation
};

class Term {
public:
  Term() = default;
  explicit Term(const Node* n) : node_(n) {}

  explicit operator bool() const { return node_ != nullptr; }
  bool operator==(const Term& o) const { return node_ == o.node_; }
  bool operator<(const Term& o) const { return id() < o.id(); }

  Op op() const { return node_->op; }
  unsigned width() const { return node_->width; }
  uint32_t id() const { return node_->id; }
  uint64_t value() const { return node_->value; }
  unsigned arity() const {
    return (node_->kids[0] != nullptr) + (node_->kids[1] != nullptr) + (node_->kids[2] != nullptr);
  }
  Term kid(unsigned i) const { return Term(node_->kids[i]); }
  const Node* node() const { return node_; }

  bool isConst() const { return op() == Op::Const; }
  bool isConst(uint64_t v) const { return isConst() && value() == v; }
  bool isTrue() const { return width() == 1 && isConst(1); }
  bool isFalse() const { return width() == 1 && isConst(0); }

private:
  const Node* node_ = nullptr;
};

using SymbolId = uint32_t;

class TermManager {
public:
  TermManager() = default;
  TermManager(const TermManager&) = delete;
  TermManager& operator=(const TermManager&) = delete;

  // Leaves.
  Term constant(uint64_t value, unsigned width); // value is truncated to width
  Term boolean(bool b) { return constant(b, 1); }
  Term trueTerm() { return boolean(true); }
  Term falseTerm() { return boolean(false); }
  SymbolId newSymbol(std::string name, unsigned width);
  Term var(SymbolId symbol);
  Term address(uint64_t object, unsigned pointerWidth);

  const std::string& symbolName(SymbolId s) const { return symbols_[s].name; }
  unsigned symbolWidth(SymbolId s) const { return symbols_[s].width; }
  size_t symbolCount() const { return symbols_.size(); }

  // Any operator; simplifies. Widths of operands must fit (checked in every build).
  Term make(Op op, unsigned width, Term a, Term b = {}, Term c = {}, uint64_t value = 0);

  // Shorthands; the width follows from the operands.
  Term notOf(Term a) { return make(Op::Not, a.width(), a); }
  Term neg(Term a) { return make(Op::Neg, a.width(), a); }
  Term andOf(Term a, Term b) { return make(Op::And, a.width(), a, b); }
  Term orOf(Term a, Term b) { return make(Op::Or, a.width(), a, b); }
  Term xorOf(Term a, Term b) { return make(Op::Xor, a.width(), a, b); }
  Term add(Term a, Term b) { return make(Op::Add, a.width(), a, b); }
  Term sub(Term a, Term b) { return make(Op::Sub, a.width(), a, b); }
  Term mul(Term a, Term b) { return make(Op::Mul, a.width(), a, b); }
  Term eq(Term a, Term b) { return make(Op::Eq, 1, a, b); }
  Term ne(Term a, Term b) { return notOf(eq(a, b)); }
  Term ult(Term a, Term b) { return make(Op::Ult, 1, a, b); }
  Term ule(Term a, Term b) { return make(Op::Ule, 1, a, b); }
  Term slt(Term a, Term b) { return make(Op::Slt, 1, a, b); }
  Term sle(Term a, Term b) { return make(Op::Sle, 1, a, b); }
  Term ite(Term c, Term t, Term e) { return make(Op::Ite, t.width(), c, t, e); }
  Term concat(Term hi, Term lo) { return make(Op::Concat, hi.width() + lo.width(), hi, lo); }
  Term extract(Term a, unsigned lo, unsigned width) { return make(Op::Extract, width, a, {}, {}, lo); }
  Term zext(Term a, unsigned width) { return make(Op::ZExt, width, a); } // same width: a itself
  Term sext(Term a, unsigned width) { return make(Op::SExt, width, a); }
  Term trunc(Term a, unsigned width) { return extract(a, 0, width); }
  Term resize(Term a, unsigned width); // zero-extend or truncate

  // With other variables and addresses; null: it stays. For many terms, and other managers: logic/copy.h.
  Term substitute(Term t, const std::function<Term(Term leaf)>& replaceLeaf);

private:
  struct Symbol {
    std::string name;
    unsigned width;
    Term term;
  };
  struct NodeHash {
    size_t operator()(const Node* n) const;
  };
  struct NodeEqual {
    bool operator()(const Node* a, const Node* b) const;
  };

  Term intern(Op op, unsigned width, uint64_t value, Term a = {}, Term b = {}, Term c = {});

  std::deque<Node> nodes_;
  std::unordered_set<const Node*, NodeHash, NodeEqual> table_;
  std::vector<Symbol> symbols_;
};

// Does the operator take operands of these widths (null: none) and give this width?
bool wellFormed(Op op, unsigned width, Term a, Term b, Term c, uint64_t value);

// Calls `visit` once for each distinct node below t, operands first.
void forEachNode(Term t, const std::function<void(Term)>& visit);

// The symbols that occur in t, each once.
std::vector<SymbolId> symbolsOf(Term t);

// S-expression, as in the model's text form: `(add %x 1:32)`; an address is `&` and its object's number.
// Large terms name what occurs more than once: `(let (?0 (mul %x %y)) (add ?0 (neg ?0)))`.
std::string toString(const TermManager& tm, Term t);
std::string toString(Term t, const std::function<std::string(Term leaf)>& leafName); // leaf: Var or Address

} // namespace heddle::logic

template <>
struct std::hash<heddle::logic::Term> {
  size_t operator()(const heddle::logic::Term& t) const { return t.id() * 0x9e3779b97f4a7c15ull; }
};
