// What leaves LLVM's ordinary ways: inline assembler that machine_code.cpp has left alone, and computed goto.

#include "llvm2ccfg/walk.h"

#include <llvm/IR/InlineAsm.h>

namespace heddle::llvm2ccfg {

namespace {

std::string firstLine(llvm::StringRef text) {
  return text.trim(" \t\n;").take_until([](char c) { return c == '\n'; }).str();
}

} // namespace

// A statement without text is a barrier for the compiler; it hands on the inputs that share a register with
// an output. Any other output is whatever the register held.
void ThreadWalker::assembler(Item& item, const llvm::CallBase* i) {
  const auto* statement = llvm::cast<llvm::InlineAsm>(i->getCalledOperand());
  if (!statement->getAsmString().empty())
    map_.unsupported(i, "inline assembler '" + firstLine(statement->getAsmString()) +
                            "'; give the function around it another body, in C, where Heddle reads it");
  if (i->getType()->isVoidTy()) return;
  Cursor& c = item.cursor;
  c.startEdge();
  std::vector<ccfg::RegId> home = c.home(item.activation, i);
  Leaves out;
  llvm::InlineAsm::ConstraintInfoVector constraints = statement->ParseConstraints();
  auto argumentOf = [&](size_t constraint) { // inputs and indirect outputs are arguments, in order
    unsigned n = 0;
    for (size_t k = 0; k < constraint; ++k)
      n += constraints[k].Type == llvm::InlineAsm::isInput || constraints[k].isIndirect ? 1 : 0;
    return i->getArgOperand(n);
  };
  for (const llvm::InlineAsm::ConstraintInfo& k : constraints) {
    if (k.Type != llvm::InlineAsm::isOutput || k.isIndirect) continue;
    if (out.size() >= home.size()) map_.unsupported(i, "inline assembler");
    ccfg::RegId r = home[out.size()];
    if (k.hasMatchingInput()) {
      const llvm::Value* input = argumentOf(static_cast<size_t>(k.MatchingInput));
      Leaves value = c.get(item.activation, input);
      if (value.size() != 1) map_.unsupported(i, "inline assembler");
      out.push_back(map_.terms.resize(value[0], map_.program.regWidth(r)));
      continue;
    }
    c.append(ccfg::Nondet{r, 0, UINT64_MAX, "a register after an assembler statement"});
    out.push_back(map_.program.regTerm(r));
  }
  if (out.size() != home.size()) map_.unsupported(i, "inline assembler");
  c.bind(item.activation, i, std::move(out));
}

ThreadWalker::Flow ThreadWalker::computedGoto(Item& item, const llvm::IndirectBrInst* i) {
  logic::TermManager& tm = map_.terms;
  item.cursor.startEdge();
  Term target = item.cursor.scalar(item.activation, i->getAddress());
  Term nowhere = tm.trueTerm();
  std::set<const llvm::BasicBlock*> drawn; // a label may be listed twice
  for (const llvm::BasicBlock* to : i->successors()) {
    if (!drawn.insert(to).second) continue;
    Term here = tm.eq(target, map_.labelAddress(to));
    nowhere = tm.andOf(nowhere, tm.notOf(here));
    if (here.isFalse()) continue;
    Cursor cursor = item.cursor;
    cursor.append(ccfg::Assume{here});
    pushJump(item, std::move(cursor), i->getParent(), to);
  }
  if (!nowhere.isFalse()) {
    item.cursor.append(ccfg::Assume{nowhere});
    item.cursor.append(
        ccfg::Assert{tm.falseTerm(), ccfg::Property::Memory, "goto through a pointer to no label"});
    halt(item.cursor, ccfg::HaltKind::Abort);
  }
  item.next = nullptr;
  return Flow::Elsewhere;
}

} // namespace heddle::llvm2ccfg
