// Follows an address through the code: over local pointer variables and into the functions that it is given
// to. Whatever else may happen to it may keep it. Neighbour: walk.cpp, which draws the ends of lives.
#include "llvm2ccfg/outlives.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Function.h>

#include <set>
#include <vector>

namespace heddle::llvm2ccfg {

namespace {

// Functions without a body, of the models: they use what they are given, and keep nothing.
bool keepsArgument(const llvm::Function& f, unsigned argument) {
  const llvm::StringRef name = f.getName();
  if (name == "pthread_create") return argument == 3;
  if (name == "thrd_create") return argument == 2;
  if (name == "__heddle_create") return argument == 1;
  return !llvm::StringSwitch<bool>(name)
              .StartsWith("pthread_mutex", false)
              .StartsWith("pthread_cond", false)
              .StartsWith("pthread_rwlock", false)
              .StartsWith("pthread_spin", false)
              .StartsWith("pthread_barrier", false)
              .StartsWith("sem_", false)
              .StartsWith("mtx_", false)
              .StartsWith("cnd_", false)
              .Cases("pthread_join", "thrd_join", false)
              .StartsWith("__heddle_join", false)
              .Default(true);
}

class Follow {
public:
  bool mayBeKept(const llvm::Value* start) {
    follow(start);
    while (!work_.empty() && !kept_) {
      const llvm::Value* v = work_.back();
      work_.pop_back();
      for (const llvm::Use& use : v->uses()) look(use);
    }
    return kept_;
  }

private:
  static constexpr size_t most = 500; // values; beyond them it is taken as kept

  void follow(const llvm::Value* v) {
    if (seen_.insert(v).second) work_.push_back(v);
    kept_ = kept_ || seen_.size() > most;
  }

  void look(const llvm::Use& use) {
    const llvm::User* user = use.getUser();
    if (llvm::isa<llvm::LoadInst>(user) || llvm::isa<llvm::ICmpInst>(user)) return;
    if (llvm::isa<llvm::GetElementPtrInst>(user) || llvm::isa<llvm::PHINode>(user) ||
        llvm::isa<llvm::SelectInst>(user) || llvm::isa<llvm::BitCastInst>(user))
      return follow(user);
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      if (use.getOperandNo() == 0) intoVariable(store->getPointerOperand());
      return;
    }
    if (llvm::isa<llvm::AtomicRMWInst>(user) || llvm::isa<llvm::AtomicCmpXchgInst>(user)) {
      kept_ = kept_ || use.getOperandNo() != 0;
      return;
    }
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user)) return given(*call, use);
    kept_ = true;
  }

  // Into a local variable that is only loaded and stored: whoever loads it has the address.
  void intoVariable(const llvm::Value* place) {
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(place);
    if (variable == nullptr) {
      kept_ = true;
      return;
    }
    for (const llvm::Use& use : variable->uses()) {
      const llvm::User* user = use.getUser();
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      if (llvm::isa<llvm::LoadInst>(user))
        follow(user);
      else
        kept_ = kept_ || store == nullptr || use.getOperandNo() == 0;
    }
  }

  void given(const llvm::CallBase& call, const llvm::Use& use) {
    const llvm::Function* f = call.getCalledFunction();
    if (f == nullptr || !call.isArgOperand(&use)) {
      kept_ = true;
      return;
    }
    const unsigned argument = call.getArgOperandNo(&use);
    if (f->isIntrinsic()) { // memcpy and the like, markers; or an address in another form
      if (call.getType()->isPointerTy()) follow(&call);
      return;
    }
    if (f->isDeclaration())
      kept_ = kept_ || keepsArgument(*f, argument);
    else if (argument < f->arg_size())
      follow(f->getArg(argument));
    else
      kept_ = true;
  }

  std::set<const llvm::Value*> seen_;
  std::vector<const llvm::Value*> work_;
  bool kept_ = false;
};

} // namespace

bool addressMayOutlive(const llvm::Value* variable) { return Follow().mayBeKept(variable); }

} // namespace heddle::llvm2ccfg
