// A Program compiled for execution: per edge a straight run of instructions over numbered temporaries.
//
// Within an edge every value has its own temporary; the first temporaries of all edges are the program's
// constants (static addresses among them), filled in once. Register slots in the State are read when first
// needed and written only at the end, by the edge's commits: those that are live at the target get their
// value, those that died are zeroed.
#pragma once

#include "ccfg/analysis/facts.h"
#include "ccfg/analysis/graph/liveness.h"
#include "ccfg/buffering.h"
#include "interp/known.h"
#include "interp/layout.h"

namespace heddle::interp {

enum class Do : uint8_t {
  // terms: dst := ...(a, b, c)
  Add,
  Sub,
  Mul,
  And,
  Or,
  Xor,
  Not,
  Eq,
  Ult,
  Ule,
  Slt,
  Sle,
  Ite,
  SExt,
  Extract,
  Apply, // any other operator, by logic::applyOp
  // registers: dst := the slot at offset a, or the thread's number
  Slot4,
  Slot8,
  Self,
  // operations; c is the operation's index in its edge
  Assume,      // a: condition
  LoadDirect,  // dst := bytes at State offset imm; a: the address, for the log
  StoreDirect, // b: value
  Load,        // a: address
  Store,       // a: address, b: value; imm: StoreWay
  Barrier,     // between the stores before and those after it
  Nondet,      // a: 0 if nobody looks at the value
  Alloc,
  Free,
  Fork,
  Join,
  Assert,

  Halt,
  Compare, // a, b: two values that may be addresses are compared
};

using ccfg::StoreWay;

struct Instruction {
  Do what;
  uint8_t width = 0;        // of the result
  uint8_t operandWidth = 0; // as logic::applyOp takes it; bytes of an access
  logic::Op op = logic::Op::Const;
  uint32_t dst = 0, a = 0, b = 0, c = 0;
  uint64_t imm = 0; // the node's value, the mask of the result, the State offset of a direct access, ...
};

struct Commit {
  uint32_t slot; // offset in the thread's slots
  uint32_t temp;
  bool wide;
};

struct RegisterWrite { // for logs: after instruction `position`, `reg` has the value of `temp`
  ccfg::RegId reg;
  uint32_t temp;
  uint32_t position;
};

struct EdgeCode {
  uint32_t begin = 0, end = 0; // instructions
  uint32_t commitBegin = 0, commitEnd = 0;
  ccfg::LocId to = 0;
  bool drains = false;                        // enabled only if all stores of its thread have reached memory
  ccfg::AssumptionId assumption = ccfg::none; // what an execution rests on that takes the edge
  std::vector<RegisterWrite> writes;
};

struct Slot {
  uint32_t offset = ccfg::none; // none: the register is nowhere live
  bool wide = false;
};

struct ThreadCode {
  uint32_t slotBytes = 0;
  std::vector<Slot> params; // offset none: not live at the entry
  Slot result;              // at the exit
  bool resultIsSelf = false;
};

class Code {
public:
  explicit Code(const ccfg::analysis::Facts& facts, ccfg::MemoryModel model = ccfg::MemoryModel::Sc,
                std::set<Places> known = {});
  explicit Code(const ccfg::Program& p, ccfg::MemoryModel model = ccfg::MemoryModel::Sc); // facts of its own

  const ccfg::Program& program() const { return facts_.program(); }
  ccfg::MemoryModel memoryModel() const { return model_; }
  bool hasBuffers() const { return model_ != ccfg::MemoryModel::Sc; }
  const Layout& layout() const { return layout_; }
  const KnownViolations& known() const { return known_; } // that are passed over
  const EdgeCode& edge(ccfg::EdgeId e) const { return edges_[e]; }
  const ThreadCode& thread(ccfg::ThreadId t) const { return threads_[t]; }
  const Instruction* instructions() const { return instructions_.data(); }
  const Commit* commits() const { return commits_.data(); }
  const std::vector<uint64_t>& constants() const { return constants_; }
  uint32_t temps() const { return temps_; } // constants included
  const std::vector<uint32_t>& arguments() const {
    return arguments_;
  } // of Forks: a .. a+b in their instruction
  bool isExit(ccfg::LocId l) const { return exits_[l]; }
  bool isAtomic(ccfg::LocId l) const { return atomic_[l]; }
  // Where the value of a register is while its thread stands at a location where it is live.
  const Slot& slotOf(ccfg::RegId r) const { return slots_[r]; }
  bool isLive(ccfg::LocId l, ccfg::RegId r) const { return live_.isLive(l, r); }

private:
  friend class Compiler;

  std::unique_ptr<const ccfg::analysis::Facts> own_;
  const ccfg::analysis::Facts& facts_;
  ccfg::MemoryModel model_;
  KnownViolations known_;
  Layout layout_;
  const ccfg::analysis::Liveness& live_;
  std::vector<EdgeCode> edges_;
  std::vector<ThreadCode> threads_;
  std::vector<Slot> slots_; // by register
  std::vector<Instruction> instructions_;
  std::vector<Commit> commits_;
  std::vector<uint64_t> constants_;
  std::vector<uint32_t> arguments_;
  std::vector<bool> exits_, atomic_;
  uint32_t temps_ = 0;
};

} // namespace heddle::interp
