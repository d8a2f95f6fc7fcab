#include "instrument/pointers.h"

#include "instrument/library_calls.h"

#include <llvm/IR/IRBuilder.h>

#include <algorithm>
#include <vector>

namespace heddle::instrument {

namespace {

bool isRecorded(const llvm::Function& f) {
  return f.isDeclaration() && !f.isVarArg() &&
         (findLibraryCall(f.getName()) != nullptr || findWaitCall(f.getName()) != nullptr) &&
         f.getName() != "free"; // orders nothing
}

bool isPointer(const llvm::Use& use) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
  return call == nullptr || !call->isCallee(&use);
}

// One for all modules of a program, so that pointers stay equal.
llvm::Function* wrapperOf(llvm::Function& f) {
  llvm::Module& m = *f.getParent();
  llvm::Function* wrapper = llvm::Function::Create(f.getFunctionType(), llvm::GlobalValue::LinkOnceODRLinkage,
                                                   "__heddle_called_" + f.getName(), m);
  wrapper->setVisibility(llvm::GlobalValue::HiddenVisibility);
  wrapper->setAttributes(f.getAttributes());
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(m.getContext(), "", wrapper));
  std::vector<llvm::Value*> arguments;
  for (llvm::Argument& a : wrapper->args()) arguments.push_back(&a);
  llvm::CallInst* result = b.CreateCall(&f, arguments);
  if (f.getReturnType()->isVoidTy())
    b.CreateRetVoid();
  else
    b.CreateRet(result);
  return wrapper;
}

} // namespace

void wrapPointers(llvm::Module& m) {
  std::vector<llvm::Function*> taken;
  for (llvm::Function& f : m)
    if (isRecorded(f) && std::any_of(f.use_begin(), f.use_end(), isPointer)) taken.push_back(&f);
  for (llvm::Function* f : taken) f->replaceUsesWithIf(wrapperOf(*f), isPointer);
}

} // namespace heddle::instrument
