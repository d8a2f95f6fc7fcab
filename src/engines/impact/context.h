// What the parts of the engine know of a program: its edges as guarded assignments to state symbols
// (symbolic/lowering.h), and which of them make one step.
#pragma once

#include "engines/impact/blocks.h"
#include "symbolic/lowering.h"

namespace heddle::impact {

using logic::SymbolId;
using logic::Term;
using symbolic::Action;
using symbolic::Block;
using symbolic::Conjunction;
using symbolic::Control;
using symbolic::ControlId;
using symbolic::Controls;
using symbolic::Event;
using symbolic::holderOf;
using symbolic::isAtExit;
using symbolic::Lowering;
using symbolic::PendingAccess;
using symbolic::Standing;
using symbolic::Storage;
using symbolic::Symbols;
using symbolic::Unit;
using symbolic::Vacant;

struct LowerContext : symbolic::LowerContext {
  const Blocks& blocks;
  std::vector<bool> joinable; // by thread: a Join may wait for an instance of it
};

} // namespace heddle::impact
