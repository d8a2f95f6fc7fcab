// A proof that unwinds all threads at once (Wachter et al. 2013, Definition 3.1), as evidence: nodes that say
// where every instance stands, the steps that lead to them, labels that hold whenever a node is reached, and
// covers. It speaks of registers of instances and bytes of memory, not of what the engine calls them.
//
// The root is the state before main's first step. Instances are numbered as in an execution: main is 1, then
// in the order of forks. An instance that has ended may give way to one that is started; that one then has
// its number in the tree, but in the execution another: a value of the state.
#pragma once

#include "ccfg/program.h"

#include <memory>

namespace heddle::engine {

// What a symbol of the labels stands for.
struct StateSymbol {
  enum class Kind : uint8_t {
    Register, // `reg` of the instance `thread`; its own number, where it took another one's
    Memory,   // `bytes` at `offset` of a global object
    Block,    // `bytes` at `offset` of what `thread` allocated as its `index`th, from 0
    Alive,    // whether that has not been freed: width 1
  };
  Kind kind = Kind::Register;
  uint32_t thread = 0;
  ccfg::RegId reg = ccfg::none;
  ccfg::ObjectId object = ccfg::none;
  uint32_t index = 0;
  uint64_t offset = 0;
  unsigned bytes = 0;

  bool operator==(const StateSymbol&) const = default;
};

struct ProofNode {
  uint32_t parent = ccfg::none;      // an earlier node; none: the root
  uint32_t thread = 0;               // the instance that makes the step from there
  std::vector<ccfg::EdgeId> edges{}; // the step; other instances may move before and after it
  uint32_t takes = 0; // the instance that gives way to the one that the step starts; 0: none does
  // By allocation of the step: which of the thread's freed blocks gives way to the new one; `none`: none
  // does. Empty: none in all of them.
  std::vector<uint32_t> reuses{};
  std::vector<ccfg::LocId> at;      // where each instance stands
  std::vector<logic::Term> label{}; // all of these hold here
  uint32_t coveredBy = ccfg::none;  // a node that stands for this one and what follows

  bool isCovered() const { return coveredBy != ccfg::none; }
};

// What holds whenever the instances stand where they do at a node, and have allocated the same: for each such
// place there is one.
struct PlaceInvariant {
  uint32_t node = 0;                           // one of those that stand there
  std::vector<std::vector<logic::Term>> anyOf; // of one of these lists all hold
};

struct ProofTree {
  std::shared_ptr<logic::TermManager> terms; // of the labels
  std::vector<StateSymbol> symbols;          // by symbol of these terms
  std::vector<ProofNode> nodes;              // the root first
  std::vector<PlaceInvariant> invariants{};  // what follows from the labels; none: it is not told
  ccfg::PropertySet properties;              // what is proved
  unsigned maxThreads = 0;                   // executions with more instances end
};

} // namespace heddle::engine
