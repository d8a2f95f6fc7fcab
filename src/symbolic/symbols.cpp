#include "symbolic/symbols.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::symbolic {

Term Symbols::state(const std::string& name, unsigned width) {
  const SymbolId s = terms_.newSymbol(name, width);
  indexOf_.resize(s + 1, ccfg::none);
  indexOf_[s] = stateSymbols_++;
  return terms_.var(s);
}

Term Symbols::reg(uint32_t slot, ccfg::RegId r, bool anonymous) {
  const ccfg::Register& reg = program_.reg(r);
  if (!anonymous && program_.threads[reg.thread].self == r)
    return terms_.constant(slot + 1, program_.regWidth(r));
  Term& known = registers_[{slot, r}];
  if (!known) known = state(fmt::format("{}:{}", slot + 1, reg.name), program_.regWidth(r));
  return known;
}

Term Symbols::cell(ccfg::ObjectId o, const Unit& unit) {
  Term& known = static_[{o, unit.offset}];
  if (!known) known = state(fmt::format("{}+{}", program_.objects[o].name, unit.offset), 8 * unit.bytes);
  return known;
}

Term Symbols::cell(uint32_t slot, uint32_t index, const Unit& unit) {
  Term& known = dynamic_[{slot, index, unit.offset, unit.bytes}];
  if (!known) known = state(fmt::format("made{}.{}+{}", slot + 1, index, unit.offset), 8 * unit.bytes);
  return known;
}

Term Symbols::alive(uint32_t slot, uint32_t index) {
  Term& known = dynamic_[{slot, index, 0, 0}];
  if (!known) known = state(fmt::format("alive{}.{}", slot + 1, index), 1);
  return known;
}

Term Symbols::input(unsigned width) {
  const SymbolId s = terms_.newSymbol("input", width);
  indexOf_.resize(s + 1, ccfg::none);
  return terms_.var(s);
}

bool Symbols::hasInput(Term t) const {
  const auto known = hasInput_.find(t);
  if (known != hasInput_.end()) return known->second;
  const auto symbols = logic::symbolsOf(t);
  return hasInput_[t] = std::ranges::any_of(symbols, [&](SymbolId s) { return isInput(s); });
}

} // namespace heddle::symbolic
