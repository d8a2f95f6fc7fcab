// The way from a problem to a result that may be told: an engine runs, its counterexample is executed
// (confirm.h), once, and what the result rests on decides what may be claimed.
#pragma once

#include "engine/result.h"
#include "interp/replay.h"

namespace heddle::check {

// `watcher` sees the counterexample executed; its violation becomes what that execution shows.
engine::Result ask(engine::Engine& engine, const engine::Problem& problem, const Budget& budget = {},
                   const engine::ProgressSink& progress = {}, interp::Watcher* watcher = nullptr);

} // namespace heddle::check
