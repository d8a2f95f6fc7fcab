// See the header. An array is left alone unless it is certain that it ends with a zero wherever it is
// printed: a call that fills it dominates each that prints it, and nothing else writes to it but zeros.

#include "llvm2ccfg/printed.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <set>
#include <string>
#include <vector>

namespace heddle::llvm2ccfg {

namespace {

llvm::StringRef calleeName(const llvm::CallBase& call) {
  const llvm::Function* f = call.getCalledFunction();
  return f != nullptr && f->isDeclaration() ? f->getName() : "";
}

bool prints(llvm::StringRef name) {
  static const std::set<std::string> names = {"printf",        "fprintf", "dprintf", "syslog",
                                              "puts",          "fputs",   "perror",  "__printf_chk",
                                              "__fprintf_chk", "warn",    "warnx"};
  return names.contains(name.str());
}

// One local array: all that is done with it.
class PrintedText {
public:
  explicit PrintedText(llvm::AllocaInst& array) : array_(array) {}

  bool isOnlyPrinted(const llvm::DominatorTree& dominators) {
    if (!follow(&array_) || fills_.empty() || prints_.empty()) return false;
    return llvm::all_of(prints_, [&](const llvm::CallInst* print) {
      return llvm::any_of(fills_,
                          [&](const llvm::CallInst* fill) { return dominators.dominates(fill, print); });
    });
  }

  void skip() {
    llvm::Module& m = *array_.getModule();
    for (llvm::CallInst* print : prints_) {
      llvm::IRBuilder<> b(print);
      for (llvm::Use& use : print->args())
        if (places_.contains(use.get())) use.set(b.CreateGlobalString("", "__heddle_text"));
    }
    for (llvm::CallInst* fill : fills_) {
      llvm::IRBuilder<> b(fill);
      std::vector<llvm::Value*> args = {
          b.getInt32(1)}; // a descriptor: the rest is read as if it were printed
      const bool isDate = calleeName(*fill) == "strftime";
      if (isDate) {
        auto* type = llvm::FunctionType::get(b.getVoidTy(), {b.getPtrTy(), b.getPtrTy()}, false);
        b.CreateCall(m.getOrInsertFunction("__heddle_reads_date", type),
                     {fill->getArgOperand(2), fill->getArgOperand(3)});
      } else {
        args.insert(args.end(), fill->arg_begin() + 2, fill->arg_end());
        auto* type = llvm::FunctionType::get(b.getInt32Ty(), {b.getInt32Ty(), b.getPtrTy()}, true);
        b.CreateCall(m.getOrInsertFunction("dprintf", type), args);
      }
      fill->replaceAllUsesWith(llvm::ConstantInt::get(fill->getType(), 0)); // only the place of a final zero
      fill->eraseFromParent();
    }
  }

private:
  uint64_t size() const {
    return array_.getModule()->getDataLayout().getTypeAllocSize(array_.getAllocatedType());
  }

  // Whether its length matters to nobody but a final zero in this array.
  bool isOnlyAnIndex(const llvm::CallInst& fill) {
    return llvm::all_of(fill.users(), [&](const llvm::User* u) {
      const auto* place = llvm::dyn_cast<llvm::GetElementPtrInst>(u);
      return place != nullptr && place->getNumIndices() == 2 && place->getPointerOperand() == &array_ &&
             llvm::all_of(place->users(), [](const llvm::User* w) { return isZeroStore(w); });
    });
  }

  static bool isZeroStore(const llvm::User* u) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(u);
    const auto* zero =
        store != nullptr ? llvm::dyn_cast<llvm::ConstantInt>(store->getValueOperand()) : nullptr;
    return zero != nullptr && zero->isZero() && zero->getBitWidth() == 8;
  }

  bool isFilledBy(const llvm::CallInst& call, const llvm::Value* place, unsigned argument) {
    const llvm::StringRef name = calleeName(call);
    if ((name != "snprintf" && name != "strftime") || argument != 0 || call.arg_size() < 3) return false;
    const auto* most = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1));
    return place->stripPointerCasts() == &array_ && most != nullptr && !most->isZero() &&
           most->getZExtValue() <= size() && (name == "strftime" ? isOnlyAnIndex(call) : call.use_empty());
  }

  bool follow(llvm::Value* place) {
    if (!places_.insert(place).second) return true;
    for (llvm::Use& use : place->uses()) {
      llvm::User* u = use.getUser();
      if (auto* next = llvm::dyn_cast<llvm::GetElementPtrInst>(u)) {
        if (!follow(next)) return false;
      } else if (auto* call = llvm::dyn_cast<llvm::CallInst>(u)) {
        if (call->isLifetimeStartOrEnd() || llvm::isa<llvm::DbgInfoIntrinsic>(call)) continue;
        if (isFilledBy(*call, place, call->getArgOperandNo(&use)))
          fills_.push_back(call);
        else if (prints(calleeName(*call)))
          prints_.push_back(call);
        else
          return false;
      } else if (!isZeroStore(u) || llvm::cast<llvm::StoreInst>(u)->getPointerOperand() != place) {
        return false;
      }
    }
    return true;
  }

  llvm::AllocaInst& array_;
  std::set<const llvm::Value*> places_;
  std::vector<llvm::CallInst*> fills_, prints_;
};

bool takesATime(const llvm::CallInst& call, unsigned argument) {
  static const std::set<std::string> names = {"localtime", "localtime_r", "ctime", "ctime_r"};
  return argument == 0 && names.contains(calleeName(call).str());
}

// A local variable that holds what time() gave, and is only made a local date of: the date is arbitrary
// anyway.
void forgetTime(llvm::AllocaInst& variable) {
  if (!variable.getAllocatedType()->isIntegerTy()) return;
  std::vector<llvm::StoreInst*> stores;
  bool isMadeADate = false;
  for (llvm::Use& use : variable.uses()) {
    auto* store = llvm::dyn_cast<llvm::StoreInst>(use.getUser());
    auto* call = llvm::dyn_cast<llvm::CallInst>(use.getUser());
    const auto* value = store != nullptr ? llvm::dyn_cast<llvm::CallInst>(store->getValueOperand()) : nullptr;
    if (value != nullptr && calleeName(*value) == "time" && value->hasOneUse())
      stores.push_back(store);
    else if (call != nullptr && call->isArgOperand(&use) && takesATime(*call, call->getArgOperandNo(&use)))
      isMadeADate = true;
    else if (call == nullptr || !(call->isLifetimeStartOrEnd() || llvm::isa<llvm::DbgInfoIntrinsic>(call)))
      return;
  }
  if (!isMadeADate) return;
  for (llvm::StoreInst* s : stores) s->eraseFromParent();
}

} // namespace

void skipWhatIsOnlyPrinted(llvm::Module& module) {
  for (llvm::Function& f : module) {
    if (f.isDeclaration()) continue;
    std::vector<llvm::AllocaInst*> locals;
    for (llvm::Instruction& i : llvm::instructions(f))
      if (auto* a = llvm::dyn_cast<llvm::AllocaInst>(&i); a != nullptr && a->isStaticAlloca())
        locals.push_back(a);
    const llvm::DominatorTree dominators(f);
    for (llvm::AllocaInst* a : locals) {
      forgetTime(*a);
      if (!a->getAllocatedType()->isArrayTy() ||
          !a->getAllocatedType()->getArrayElementType()->isIntegerTy(8))
        continue;
      PrintedText text(*a);
      if (text.isOnlyPrinted(dominators)) text.skip();
    }
  }
}

} // namespace heddle::llvm2ccfg
