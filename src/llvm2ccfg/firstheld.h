// What a heap block is called in reports: by the variable that its address is first given to, and by that
// variable's type.
#pragma once

#include "llvm2ccfg/activation.h"

namespace heddle::llvm2ccfg {

// Sets the object's `pointer` and `type`, as far as the debug information tells. `call` gives the address.
void nameByPointer(ModuleMap& map, const Activation* activation, const llvm::CallBase* call,
                   ccfg::Object& object);

} // namespace heddle::llvm2ccfg
