// Makes a failing program small: statements, threads, loops and expressions go as long as it still fails.
#pragma once

#include "ast.h"

#include <functional>

namespace heddle::random {

// `fails(p)` must hold; the result fails too, and no single reduction of it does.
Program shrink(Program p, const std::function<bool(const Program&)>& fails);

} // namespace heddle::random
