// Names that verification tasks use, often without a declaration: compile.cpp asks.
#pragma once

#include <string>

namespace heddle::llvm2ccfg {

bool isVerifiersName(const std::string& name);

} // namespace heddle::llvm2ccfg
