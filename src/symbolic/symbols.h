// State symbols: one for each register of each slot, for each unit of memory of each object instance, and for
// whether an instance is alive. Labels are formulas over them. Inputs are symbols, too, but belong to a step.
#pragma once

#include "interp/layout.h"
#include "logic/term.h"
#include "symbolic/control.h"
#include "symbolic/storage.h"

#include <map>
#include <unordered_map>

namespace heddle::symbolic {

using logic::SymbolId;
using logic::Term;

class Symbols {
public:
  Symbols(const ccfg::Program& p, const interp::Layout& layout) : program_(p), layout_(layout) {}

  logic::TermManager& terms() { return terms_; }
  const interp::Layout& layout() const { return layout_; }

  Term reg(uint32_t slot, ccfg::RegId r, bool anonymous = false); // `self` is a constant, or not if anonymous
  Term cell(ccfg::ObjectId o, const Unit& unit);
  Term cell(uint32_t slot, uint32_t index, const Unit& unit); // of what the slot has made
  Term alive(uint32_t slot, uint32_t index);
  Term input(unsigned width);

  // What there is: by slot and register; by object and offset; by slot, index, offset and bytes (0: alive).
  const auto& registers() const { return registers_; }
  const auto& ofObjects() const { return static_; }
  const auto& ofBlocks() const { return dynamic_; }

  bool isInput(SymbolId s) const { return indexOf_[s] == ccfg::none; }
  uint32_t index(SymbolId s) const { return indexOf_[s]; } // dense, of state symbols
  bool hasInput(Term t) const;

private:
  Term state(const std::string& name, unsigned width);

  const ccfg::Program& program_;
  const interp::Layout& layout_;
  logic::TermManager terms_;
  std::vector<uint32_t> indexOf_; // by symbol
  uint32_t stateSymbols_ = 0;
  std::map<std::pair<uint32_t, ccfg::RegId>, Term> registers_;
  std::map<std::pair<ccfg::ObjectId, uint64_t>, Term> static_;
  std::map<std::tuple<uint32_t, uint32_t, uint64_t, unsigned>, Term> dynamic_; // bytes 0: alive
  mutable std::unordered_map<Term, bool> hasInput_;
};

} // namespace heddle::symbolic
