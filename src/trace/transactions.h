// The transactional blocks of a recorded run (Wang et al. 2010, section 2), and the variables that its
// threads share.
#pragma once

#include "trace/eventorder.h"

#include <set>
#include <string>
#include <unordered_map>

namespace heddle::trace {

// What one thread does from its outermost mark to the matching end, or to the end of the trace.
struct Block {
  uint32_t thread = 0;         // index into Trace::threads
  uint32_t begin = 0, end = 0; // events: the marks, both inclusive
};

// Marked blocks, calls of functions that are marked, and calls of functions of these names.
std::vector<Block> findBlocks(const Trace& trace, const std::set<std::string>& functions);

using VariableId = uint32_t;
inline constexpr VariableId noVariable = UINT32_MAX;

// Memory that more than one thread accesses, and one of them writes: bytes that accesses have in common are
// one variable. Copies of blocks of memory that are longer than `longestCopy` are not accesses here.
class SharedVariables {
public:
  static constexpr uint64_t longestCopy = 64;
  explicit SharedVariables(const Trace& trace);

  struct Variable {
    uint64_t address = 0, bytes = 0;
    uint32_t site = 0; // of an access, for its name
  };

  VariableId of(const Trace& trace, const Event& e) const;
  size_t count() const { return variables_.size(); }
  const Variable& operator[](VariableId v) const { return variables_[v]; }
  static uint64_t bytesOf(const Trace& trace, const Event& e); // 0: no access that counts

private:
  std::unordered_map<uint64_t, VariableId> byAddress_; // first bytes of accesses
  std::vector<Variable> variables_;
};

} // namespace heddle::trace
