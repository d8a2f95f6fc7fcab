// See the header. A place stands before each access to memory that others may see, before each call, and
// where a thread's function returns. While a thread waits in a function that is no cancellation point it
// stands at such a place, too. Inside library functions it ends only where they wait: few of them may be
// cancelled at any time, says POSIX.

#include "llvm2ccfg/asynchronous.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <map>
#include <vector>

namespace heddle::llvm2ccfg {

namespace {

constexpr size_t mostPlaces = 400; // each becomes an end of its thread

bool isUsed(const llvm::Module& m, const char* name) {
  const llvm::Function* f = m.getFunction(name);
  return f != nullptr && !f->use_empty();
}

bool asksForIt(const llvm::Module& m) {
  const llvm::Function* f = m.getFunction("pthread_setcanceltype");
  return f != nullptr && isUsed(m, "pthread_cancel") && llvm::any_of(f->users(), [](const llvm::User* u) {
           const auto* call = llvm::dyn_cast<llvm::CallBase>(u);
           const auto* type = call != nullptr && call->arg_size() > 0
                                  ? llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0))
                                  : nullptr;
           return type == nullptr || !type->isZero();
         });
}

// A thread that ended inside an atomic section would hold it for ever.
bool hasAtomicSections(const llvm::Module& m) {
  return isUsed(m, "__VERIFIER_atomic_begin") || llvm::any_of(m, [](const llvm::Function& f) {
           return f.getName().starts_with("__VERIFIER_atomic_") && !f.isDeclaration();
         });
}

bool isOwn(const llvm::Value* address) {
  const auto* local = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(address));
  return local != nullptr && llvm::all_of(local->users(), [&](const llvm::User* u) {
           const auto* store = llvm::dyn_cast<llvm::StoreInst>(u);
           return llvm::isa<llvm::LoadInst>(u) || (store != nullptr && store->getPointerOperand() == local);
         });
}

bool goesBack(const llvm::Instruction& i, const std::map<const llvm::BasicBlock*, size_t>& order) {
  return i.isTerminator() && llvm::any_of(llvm::successors(&i), [&](const llvm::BasicBlock* to) {
           return order.at(to) <= order.at(i.getParent());
         });
}

bool canBeNoticed(const llvm::Instruction& i) {
  if (llvm::isa<llvm::ReturnInst>(i)) return i.getFunction()->hasAddressTaken();
  if (llvm::isa<llvm::CallBase>(i)) return !llvm::isa<llvm::DbgInfoIntrinsic>(i) && !i.isLifetimeStartOrEnd();
  const llvm::Value* address = llvm::getLoadStorePointerOperand(&i);
  if (address == nullptr) return llvm::isa<llvm::AtomicRMWInst>(i) || llvm::isa<llvm::AtomicCmpXchgInst>(i);
  return !isOwn(address);
}

} // namespace

void letEndAtAnyTime(llvm::Module& module) {
  if (!asksForIt(module) || hasAtomicSections(module)) return;
  std::vector<llvm::Instruction*> places;
  for (llvm::Function& f : module) {
    std::map<const llvm::BasicBlock*, size_t> order;
    for (const llvm::BasicBlock& b : f) order.emplace(&b, order.size());
    for (llvm::Instruction& i : llvm::instructions(f))
      if (canBeNoticed(i) || goesBack(i, order)) places.push_back(&i);
  }
  if (places.size() > mostPlaces) return;
  llvm::FunctionCallee mayEnd = module.getOrInsertFunction(
      "__heddle_may_end", llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), false));
  for (llvm::Instruction* i : places) llvm::IRBuilder<>(i).CreateCall(mayEnd)->setDebugLoc(i->getDebugLoc());
}

} // namespace heddle::llvm2ccfg
