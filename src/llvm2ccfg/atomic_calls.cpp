// See the header. The values are in memory, which is accessed as any other.

#include "llvm2ccfg/atomic_calls.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <vector>

namespace heddle::llvm2ccfg {

namespace {

using llvm::AtomicOrdering;

// As C11 numbers them; one that is not known is the strongest.
AtomicOrdering ordering(const llvm::Value* v) {
  static const AtomicOrdering all[] = {AtomicOrdering::Monotonic, AtomicOrdering::Acquire,
                                       AtomicOrdering::Acquire, AtomicOrdering::Release,
                                       AtomicOrdering::AcquireRelease};
  const auto* c = llvm::dyn_cast<llvm::ConstantInt>(v);
  return c != nullptr && c->getZExtValue() < 5 ? all[c->getZExtValue()]
                                               : AtomicOrdering::SequentiallyConsistent;
}

AtomicOrdering forLoad(AtomicOrdering o) {
  return o == AtomicOrdering::Release          ? AtomicOrdering::Monotonic
         : o == AtomicOrdering::AcquireRelease ? AtomicOrdering::Acquire
                                               : o;
}

AtomicOrdering forStore(AtomicOrdering o) {
  return o == AtomicOrdering::Acquire          ? AtomicOrdering::Monotonic
         : o == AtomicOrdering::AcquireRelease ? AtomicOrdering::Release
                                               : o;
}

// The value that stands for the call; null: it stays.
llvm::Value* lowered(llvm::CallInst& call, llvm::StringRef operation) {
  const auto* size = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
  if (size == nullptr || !llvm::isPowerOf2_64(size->getZExtValue()) || size->getZExtValue() > 16)
    return nullptr;
  llvm::IRBuilder<> b(&call);
  const llvm::Align align(size->getZExtValue());
  llvm::Type* type = b.getIntNTy(static_cast<unsigned>(8 * size->getZExtValue()));
  llvm::Value* object = call.getArgOperand(1);
  const auto value = [&](unsigned n) { return b.CreateLoad(type, call.getArgOperand(n)); };
  const AtomicOrdering order =
      ordering(call.getArgOperand(operation == "compare_exchange" ? 4 : call.arg_size() - 1));
  if (operation == "load") {
    llvm::LoadInst* l = b.CreateAlignedLoad(type, object, align);
    l->setAtomic(forLoad(order));
    return b.CreateStore(l, call.getArgOperand(2));
  }
  if (operation == "store") {
    llvm::StoreInst* s = b.CreateAlignedStore(value(2), object, align);
    s->setAtomic(forStore(order));
    return s;
  }
  if (operation == "exchange")
    return b.CreateStore(b.CreateAtomicRMW(llvm::AtomicRMWInst::Xchg, object, value(2), align, order),
                         call.getArgOperand(3));
  llvm::Value *expected = value(2), *desired = value(3);
  llvm::Value* both = b.CreateAtomicCmpXchg(object, expected, desired, align, order,
                                            forLoad(ordering(call.getArgOperand(5))));
  llvm::Value* succeeds = b.CreateExtractValue(both, 1);
  // What was expected is overwritten only if it was wrong.
  llvm::Value *found = b.CreateExtractValue(both, 0), *fails = b.CreateNot(succeeds);
  llvm::Instruction* wrong = llvm::SplitBlockAndInsertIfThen(fails, call.getIterator(), false);
  llvm::IRBuilder<>(wrong).CreateStore(found, call.getArgOperand(2));
  b.SetInsertPoint(&call);
  return b.CreateZExtOrTrunc(succeeds, call.getType());
}

} // namespace

void lowerAtomicCalls(llvm::Module& module) {
  for (const char* operation : {"load", "store", "exchange", "compare_exchange"}) {
    const llvm::Function* f = module.getFunction(std::string("__atomic_") + operation);
    if (f == nullptr || !f->isDeclaration()) continue;
    std::vector<llvm::CallInst*> calls;
    for (const llvm::User* user : f->users())
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(const_cast<llvm::User*>(user));
          call != nullptr && call->getCalledFunction() == f && call->arg_size() >= 4)
        calls.push_back(call);
    for (llvm::CallInst* call : calls)
      if (llvm::Value* v = lowered(*call, operation)) {
        if (!call->getType()->isVoidTy()) call->replaceAllUsesWith(v);
        call->eraseFromParent();
      }
  }
}

} // namespace heddle::llvm2ccfg
