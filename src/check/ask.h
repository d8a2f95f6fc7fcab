// The way from a problem to a result that may be told: an engine runs, its evidence is re-checked
// (recheck.h), and what the result rests on decides what may be claimed.
#pragma once

#include "engine/result.h"
#include "interp/replay.h"

namespace heddle::check {

// A counterexample is executed, once, and `watcher` sees it; its violation becomes what that execution shows.
// Evidence that its checker rejects is an InternalError. Invariants are re-checked only if asked for: that
// may take as long as finding them.
engine::Result ask(engine::Engine& engine, const engine::Problem& problem, const Budget& budget = {},
                   const engine::ProgressSink& progress = {}, interp::Watcher* watcher = nullptr);

} // namespace heddle::check
