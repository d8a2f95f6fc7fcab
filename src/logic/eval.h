// The meaning of each operator on concrete values: the one definition that the simplifier, the interpreter
// and the tests share.
#pragma once

#include "logic/term.h"

#include <functional>

namespace heddle::logic {

inline uint64_t maskOf(unsigned width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }
inline uint64_t truncateTo(uint64_t v, unsigned width) { return v & maskOf(width); }
inline int64_t signedOf(uint64_t v, unsigned width) {
  return width >= 64 ? static_cast<int64_t>(v) : static_cast<int64_t>(v << (64 - width)) >> (64 - width);
}

// Result of `op` with result width `width` on operands of width `operandWidth` (of the first operand; for
// Ite that of the second; for Concat that of the second, low, operand). `value` is Node::value.
uint64_t applyOp(Op op, unsigned width, unsigned operandWidth, uint64_t value, uint64_t a, uint64_t b,
                 uint64_t c);

// The same for a node, from the values of its operands; not for leaves.
uint64_t applyTo(Term n, uint64_t a, uint64_t b, uint64_t c);

// Evaluates a whole term; `leaf` gives the value of Var and Address nodes.
uint64_t evaluate(Term t, const std::function<uint64_t(Term leaf)>& leaf);

} // namespace heddle::logic
