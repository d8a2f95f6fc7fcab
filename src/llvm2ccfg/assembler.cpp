// What leaves LLVM's ordinary ways: inline assembler, as far as it does nothing, and computed goto.

#include "llvm2ccfg/walk.h"

#include <llvm/IR/InlineAsm.h>

#include <optional>

namespace heddle::llvm2ccfg {

namespace {

// What the statement orders, if it is one of those that do nothing else; Plain: nothing. Adding 0 to the top
// of the stack in a locked cycle is the older way to write a full fence.
std::optional<ccfg::MemOrder> fenceOf(llvm::StringRef text) {
  std::string words;
  for (char c : text.trim(" \t\n;"))
    if (c == ';' || c == '\n' || c == '\t' || c == ' ') {
      if (!words.ends_with(' ')) words += ' ';
    } else {
      words += c;
    }
  if (words == "mfence") return ccfg::MemOrder::SeqCst;
  if (words == "sfence") return ccfg::MemOrder::Release;
  for (const char* nothing : {"lfence", "pause", "rep nop", "nop"})
    if (words == nothing) return ccfg::MemOrder::Plain;
  llvm::StringRef rest(words);
  if (!rest.consume_front("lock ")) return std::nullopt;
  bool adds = rest.consume_front("addl $$0") || rest.consume_front("addq $$0") ||
              rest.consume_front("orl $$0") || rest.consume_front("orq $$0");
  if (!adds) return std::nullopt;
  rest.consume_front("x0");
  rest = rest.trim(" ,0-123456789");
  return rest == "(%rsp)" || rest == "(%esp)" ? std::optional(ccfg::MemOrder::SeqCst) : std::nullopt;
}

} // namespace

// A statement without text is a barrier for the compiler; it hands on the inputs that share a register with
// an output. Any other output is whatever the register held.
void ThreadWalker::assembler(Item& item, const llvm::CallBase* i) {
  const auto* statement = llvm::cast<llvm::InlineAsm>(i->getCalledOperand());
  std::optional<ccfg::MemOrder> fence = fenceOf(statement->getAsmString());
  if (fence && i->getType()->isVoidTy()) {
    if (*fence == ccfg::MemOrder::Plain) return;
    item.cursor.startEdge(); // it must not hold up the access before it
    item.cursor.append(ccfg::Fence{*fence});
    return;
  }
  if (!statement->getAsmString().empty()) map_.unsupported(i, "inline assembler");
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
