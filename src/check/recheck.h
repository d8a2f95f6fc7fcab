// Evidence does not go out unchecked: this is the one place that says which checker re-checks which kind, and
// where there is none.
//
//   a schedule    confirm.h: the interpreter executes it
//   invariants    inductive.h: a solver asks which of them hold by themselves
//   a tree        treecheck.h: a solver checks its labels, covers and completeness, one step at a time
#pragma once

#include "engine/result.h"
#include "interp/replay.h"

namespace heddle::check {

// Fills `recheck`, and adds the statistics of the check. A schedule's violation becomes what its execution
// shows; one that shows none is an InternalError (confirm.h). `watcher` sees a schedule executed.
void recheck(const engine::Problem& problem, engine::Result& result, const Budget& budget = {},
             interp::Watcher* watcher = nullptr);

} // namespace heddle::check
