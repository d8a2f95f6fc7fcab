// Clang keeps annotations in a global array of (function, text, ...); see annotations.h.

#include "llvm2ccfg/annotations.h"

#include "support/error.h"

#include <llvm/IR/Constants.h>

namespace heddle::llvm2ccfg {

namespace {

constexpr const char* annotation = "heddle_atomic"; // as in heddle.h

bool isAnnotation(const llvm::Constant* text) {
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(text->stripPointerCasts());
  const auto* data = global != nullptr && global->hasInitializer()
                         ? llvm::dyn_cast<llvm::ConstantDataSequential>(global->getInitializer())
                         : nullptr;
  return data != nullptr && data->isCString() && data->getAsCString() == annotation;
}

} // namespace

std::set<const llvm::Function*> functionsMeantAtomic(const llvm::Module& m,
                                                     const std::vector<std::string>& named) {
  std::set<const llvm::Function*> found;
  for (const std::string& name : named) {
    const llvm::Function* f = m.getFunction(name);
    if (f == nullptr || f->isDeclaration())
      throw InputError("no function '" + name + "' in the program, which --atomic names");
    found.insert(f);
  }
  const llvm::GlobalVariable* all = m.getGlobalVariable("llvm.global.annotations");
  if (all == nullptr || !all->hasInitializer()) return found;
  const auto* entries = llvm::dyn_cast<llvm::ConstantArray>(all->getInitializer());
  for (unsigned i = 0; entries != nullptr && i < entries->getNumOperands(); ++i) {
    const auto* entry = llvm::dyn_cast<llvm::ConstantStruct>(entries->getOperand(i));
    if (entry == nullptr || !isAnnotation(entry->getOperand(1))) continue;
    if (const auto* f = llvm::dyn_cast<llvm::Function>(entry->getOperand(0)->stripPointerCasts()))
      found.insert(f);
  }
  return found;
}

} // namespace heddle::llvm2ccfg
