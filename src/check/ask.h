// The way from a problem to a result that may be told: an engine runs, its counterexample is executed
// (confirm.h), and what the result rests on decides what may be claimed.
#pragma once

#include "engine/result.h"

namespace heddle::check {

engine::Result ask(engine::Engine& engine, const engine::Problem& problem, const Budget& budget = {},
                   const engine::ProgressSink& progress = {});

} // namespace heddle::check
