// The macro keeps a buffer, a routine and its argument in locals. It calls __sigsetjmp, and where that
// returns for the second time the routine and then __pthread_unwind_next: there the locals are found.

#include "llvm2ccfg/unwind.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <map>
#include <set>

namespace heddle::llvm2ccfg {

namespace {

using Calls = std::vector<llvm::CallInst*>;

Calls callsOf(llvm::Module& m, const char* name) {
  Calls out;
  if (llvm::Function* f = m.getFunction(name))
    for (llvm::User* u : f->users())
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(u)) out.push_back(call);
  return out;
}

// The local whose address, or a part of it, this is.
llvm::Value* localOf(llvm::Value* v) { return v->stripInBoundsConstantOffsets(); }

struct Handler {
  llvm::Value *routine = nullptr, *argument = nullptr; // the locals
};

// By buffer. The call of the routine stands before that of __pthread_unwind_next.
std::map<llvm::Value*, Handler> findHandlers(llvm::Module& m) {
  std::map<llvm::Value*, Handler> out;
  for (llvm::CallInst* next : callsOf(m, "__pthread_unwind_next")) {
    llvm::CallInst* runs = nullptr;
    for (llvm::Instruction& i : *next->getParent()) {
      if (&i == next) break;
      auto* call = llvm::dyn_cast<llvm::CallInst>(&i);
      if (call != nullptr && call->getCalledFunction() == nullptr && call->arg_size() == 1) runs = call;
    }
    if (runs == nullptr) continue;
    auto* routine = llvm::dyn_cast<llvm::LoadInst>(runs->getCalledOperand());
    auto* argument = llvm::dyn_cast<llvm::LoadInst>(runs->getArgOperand(0));
    if (routine != nullptr && argument != nullptr)
      out[localOf(next->getArgOperand(0))] = {routine->getPointerOperand(), argument->getPointerOperand()};
  }
  return out;
}

// Functions that are stored in a routine; false: there is something else.
bool collectRoutines(const Handler& h, std::set<llvm::Function*>& routines) {
  for (llvm::User* u : h.routine->users()) {
    auto* store = llvm::dyn_cast<llvm::StoreInst>(u);
    if (store == nullptr) continue;
    auto* f = llvm::dyn_cast<llvm::Function>(store->getValueOperand()->stripPointerCasts());
    if (f == nullptr) return false;
    routines.insert(f);
  }
  return true;
}

// Only handlers: a call through the pointer itself would mean every function of that shape.
void writeRunner(llvm::Module& m, const std::set<llvm::Function*>& routines) {
  llvm::LLVMContext& context = m.getContext();
  llvm::IRBuilder<> b(context);
  auto* type = llvm::FunctionType::get(b.getVoidTy(), {b.getPtrTy(), b.getPtrTy()}, false);
  auto* runner = llvm::Function::Create(type, llvm::Function::ExternalLinkage, "__heddle_run_handler", m);
  auto* end = llvm::BasicBlock::Create(context, "end", runner);
  llvm::ReturnInst::Create(context, end);
  llvm::BasicBlock* at = llvm::BasicBlock::Create(context, "start", runner, &runner->front());
  std::vector<llvm::Function*> ordered;
  for (llvm::Function& f : m)
    if (routines.contains(&f)) ordered.push_back(&f);
  for (llvm::Function* f : ordered) {
    auto* here = llvm::BasicBlock::Create(context, "", runner, end);
    auto* other = llvm::BasicBlock::Create(context, "", runner, end);
    b.SetInsertPoint(at);
    b.CreateCondBr(b.CreateICmpEQ(runner->getArg(0), f), here, other);
    b.SetInsertPoint(here);
    llvm::Value* argument = runner->getArg(1);
    b.CreateCall(f, f->arg_size() == 1 ? llvm::ArrayRef<llvm::Value*>(argument)
                                       : llvm::ArrayRef<llvm::Value*>());
    b.CreateBr(end);
    at = other;
  }
  b.SetInsertPoint(at);
  b.CreateBr(end);
}

void replaceCall(llvm::CallInst* call, const char* name, std::vector<llvm::Value*> args) {
  llvm::IRBuilder<> b(call);
  std::vector<llvm::Type*> types(args.size(), b.getPtrTy());
  b.CreateCall(
      call->getModule()->getOrInsertFunction(name, llvm::FunctionType::get(b.getVoidTy(), types, false)),
      args);
  call->eraseFromParent();
}

// Where the macros call the routine.
Calls callsOfRoutine(const Handler& h) {
  Calls out;
  for (llvm::User* load : h.routine->users())
    for (llvm::User* u : load->users())
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(u);
          call != nullptr && call->getCalledOperand() == load && call->arg_size() == 1)
        out.push_back(call);
  return out;
}

} // namespace

void showCleanupHandlers(llvm::Module& m) {
  const std::map<llvm::Value*, Handler> handlers = findHandlers(m);
  std::set<llvm::Function*> routines;
  for (const auto& [buffer, handler] : handlers)
    if (!collectRoutines(handler, routines)) return; // __sigsetjmp stays, and is refused
  if (handlers.empty()) return;
  writeRunner(m, routines);
  for (const auto& [buffer, handler] : handlers)
    for (llvm::CallInst* call : callsOfRoutine(handler))
      replaceCall(call, "__heddle_run_handler", {call->getCalledOperand(), call->getArgOperand(0)});
  for (llvm::CallInst* call : callsOf(m, "__pthread_register_cancel"))
    if (auto h = handlers.find(localOf(call->getArgOperand(0))); h != handlers.end()) {
      llvm::IRBuilder<> b(call);
      llvm::Value* routine = b.CreateLoad(b.getPtrTy(), h->second.routine);
      llvm::Value* argument = b.CreateLoad(b.getPtrTy(), h->second.argument);
      replaceCall(call, "__heddle_push_handler", {call->getArgOperand(0), routine, argument});
    }
  for (llvm::CallInst* call : callsOf(m, "__pthread_unregister_cancel"))
    if (handlers.contains(localOf(call->getArgOperand(0))))
      replaceCall(call, "__heddle_pop_handler", {call->getArgOperand(0)});
  for (llvm::CallInst* call : callsOf(m, "__sigsetjmp"))
    if (handlers.contains(localOf(call->getArgOperand(0)))) {
      call->replaceAllUsesWith(llvm::ConstantInt::get(call->getType(), 0));
      call->eraseFromParent();
    }
}

} // namespace heddle::llvm2ccfg
