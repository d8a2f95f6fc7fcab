// The table of failures, and the rewriting: before each call a choice (models/environment.cpp draws it) that
// skips the call, hands on the error, and leaves everything else as it was.

#include "llvm2ccfg/may_fail.h"

#include "support/error.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <map>

namespace heddle::llvm2ccfg {

namespace {

enum : int {
  Perm = 1,
  Srch = 3,
  Intr = 4,
  Again = 11,
  Nomem = 12,
  Acces = 13,
  Busy = 16,
  Inval = 22,
  Mfile = 24,
  Nospc = 28,
  Deadlk = 35,
  Overflow = 75
};
enum : int { ThrdBusy = 1, ThrdError = 2, ThrdNomem = 3 };

enum class Tells {
  Code,  // the result is the error
  Errno, // the result is -1, or null, and errno the error
};

struct Failure {
  Tells tells;
  std::vector<int> errors;
};

using Table = std::map<std::string, Failure>;

void addAll(Table& t, const Failure& f, std::initializer_list<const char*> names) {
  for (const char* name : names) t[name] = f;
}

const Table& table() {
  static const Table rows = [] {
    Table t;
    addAll(t, {Tells::Errno, {Nomem}},
           {"malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "memalign", "valloc", "strdup",
            "strndup"});
    addAll(t, {Tells::Code, {Nomem}},
           {"posix_memalign", "pthread_attr_init", "pthread_mutexattr_init", "pthread_condattr_init",
            "pthread_rwlockattr_init", "pthread_barrierattr_init", "pthread_setspecific"});
    addAll(t, {Tells::Code, {Again}},
           {"pthread_create", "pthread_rwlock_rdlock", "pthread_rwlock_tryrdlock"});
    addAll(t, {Tells::Code, {Again, Nomem}},
           {"pthread_mutex_init", "pthread_rwlock_init", "pthread_cond_init", "pthread_barrier_init",
            "pthread_spin_init", "pthread_key_create"});
    addAll(t, {Tells::Code, {Inval, Again}},
           {"pthread_mutex_lock", "pthread_mutex_trylock", "pthread_mutex_timedlock",
            "pthread_mutex_clocklock", "pthread_rwlock_timedrdlock", "pthread_rwlock_clockrdlock"});
    addAll(t, {Tells::Code, {Inval, Deadlk}}, {"pthread_rwlock_timedwrlock", "pthread_rwlock_clockwrlock"});
    addAll(t, {Tells::Code, {Perm}}, {"pthread_mutex_unlock", "pthread_rwlock_unlock"});
    addAll(t, {Tells::Code, {Deadlk}}, {"pthread_rwlock_wrlock", "pthread_spin_lock"});
    addAll(t, {Tells::Code, {Inval, Perm}},
           {"pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait"});
    addAll(t, {Tells::Code, {Inval}},
           {"pthread_cond_signal", "pthread_cond_broadcast", "pthread_barrier_wait", "pthread_join",
            "pthread_detach"});
    addAll(t, {Tells::Code, {Busy}},
           {"pthread_mutex_destroy", "pthread_rwlock_destroy", "pthread_cond_destroy",
            "pthread_barrier_destroy"});
    addAll(t, {Tells::Code, {Srch}}, {"pthread_cancel"});
    addAll(t, {Tells::Errno, {Nospc, Perm}}, {"sem_init"});
    addAll(t, {Tells::Errno, {Intr}}, {"sem_wait", "sem_trywait", "sem_timedwait", "sem_clockwait"});
    addAll(t, {Tells::Errno, {Overflow}}, {"sem_post"});
    addAll(t, {Tells::Errno, {Busy}}, {"sem_destroy"});
    addAll(t, {Tells::Errno, {Mfile, Nomem, Acces}}, {"sem_open"});
    addAll(t, {Tells::Errno, {Acces}}, {"sem_unlink"});
    addAll(t, {Tells::Code, {ThrdError, ThrdNomem}}, {"thrd_create", "cnd_init"});
    addAll(t, {Tells::Code, {ThrdBusy, ThrdError}}, {"mtx_trylock"});
    addAll(t, {Tells::Code, {ThrdError}},
           {"mtx_init", "mtx_lock", "mtx_timedlock", "mtx_unlock", "cnd_wait", "cnd_timedwait", "cnd_signal",
            "cnd_broadcast", "thrd_join", "thrd_detach", "tss_create", "tss_set"});
    return t;
  }();
  return rows;
}

// Which error it is: the choice is 1 for the first.
llvm::Value* errorFor(llvm::IRBuilder<>& b, llvm::Value* choice, const std::vector<int>& errors) {
  llvm::Value* error = b.getInt32(errors[0]);
  for (size_t k = 1; k < errors.size(); ++k)
    error = b.CreateSelect(b.CreateICmpEQ(choice, b.getInt32(k + 1)), b.getInt32(errors[k]), error);
  return error;
}

llvm::Value* fail(llvm::IRBuilder<>& b, llvm::Module& m, llvm::Value* choice, const Failure& f,
                  llvm::Type* result) {
  llvm::Value* error = errorFor(b, choice, f.errors);
  if (f.tells == Tells::Errno) {
    llvm::FunctionCallee place = m.getOrInsertFunction("__errno_location", b.getPtrTy());
    b.CreateStore(error, b.CreateCall(place));
    if (result->isPointerTy()) return llvm::ConstantPointerNull::get(llvm::cast<llvm::PointerType>(result));
    return llvm::ConstantInt::getSigned(result, -1);
  }
  return b.CreateIntCast(error, result, true);
}

void letCallFail(llvm::CallInst* call, const std::string& name, const Failure& f) {
  llvm::Module& m = *call->getModule();
  llvm::IRBuilder<> b(call);
  llvm::FunctionCallee chooser =
      m.getOrInsertFunction("__heddle_fails", b.getInt32Ty(), b.getInt32Ty(), b.getPtrTy());
  llvm::Value* choice =
      b.CreateCall(chooser, {b.getInt32(f.errors.size()), b.CreateGlobalString(name, "__heddle_name")});
  llvm::Instruction *failing = nullptr, *calling = nullptr;
  llvm::SplitBlockAndInsertIfThenElse(b.CreateICmpNE(choice, b.getInt32(0)), call->getIterator(), &failing,
                                      &calling);
  llvm::BasicBlock* after = call->getParent();
  llvm::Instruction* next = call->getNextNode();
  call->moveBefore(calling);
  b.SetInsertPoint(failing);
  b.SetCurrentDebugLocation(call->getDebugLoc());
  failing->setDebugLoc(call->getDebugLoc());
  calling->setDebugLoc(call->getDebugLoc());
  if (call->getType()->isVoidTy()) return;
  llvm::Value* failed = fail(b, m, choice, f, call->getType());
  b.SetInsertPoint(after, after->begin());
  llvm::PHINode* result = b.CreatePHI(call->getType(), 2);
  result->setDebugLoc(next->getDebugLoc());
  call->replaceAllUsesWith(result);
  result->addIncoming(failed, failing->getParent());
  result->addIncoming(call, calling->getParent());
}

// A call through a pointer reaches the function by one that only calls it.
void wrapAddress(llvm::Function* f) {
  llvm::Function* wrapper = llvm::Function::Create(f->getFunctionType(), llvm::Function::InternalLinkage,
                                                   "__heddle_calls_" + f->getName(), f->getParent());
  f->replaceUsesWithIf(wrapper, [f](llvm::Use& u) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(u.getUser());
    return call == nullptr || !call->isCallee(&u);
  });
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(f->getContext(), "", wrapper));
  std::vector<llvm::Value*> args;
  for (llvm::Argument& a : wrapper->args()) args.push_back(&a);
  llvm::CallInst* call = b.CreateCall(f, args);
  if (call->getType()->isVoidTy())
    b.CreateRetVoid();
  else
    b.CreateRet(call);
}

} // namespace

std::vector<std::string> functionsThatMayFail() {
  std::vector<std::string> out;
  for (const auto& [name, failure] : table()) out.push_back(name);
  return out;
}

void letFail(llvm::Module& module, const std::vector<std::string>& functions) {
  for (const std::string& name : functions) {
    auto row = table().find(name);
    if (row == table().end()) throw UsageError("--may-fail: '" + name + "' is not known to fail");
    llvm::Function* f = module.getFunction(name);
    if (f == nullptr || !f->isDeclaration()) continue;
    if (f->hasAddressTaken() && !f->isVarArg()) wrapAddress(f);
    std::vector<llvm::CallInst*> calls;
    for (llvm::User* user : f->users())
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(user); call != nullptr && call->getCalledOperand() == f)
        calls.push_back(call);
    for (llvm::CallInst* call : calls) letCallFail(call, name, row->second);
  }
}

} // namespace heddle::llvm2ccfg
