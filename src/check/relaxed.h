// Memory models that the interpreter does not have (rmo, power): the question is asked of a copy of the
// program that has the model written into it (ccfg/transform/memorymodel.h), under sequential consistency.
#pragma once

#include "engine/result.h"
#include "interp/replay.h"

#include <memory>

namespace heddle::check {

inline bool isRelaxed(ccfg::MemoryModel m) { return m >= ccfg::MemoryModel::Rmo; }

struct Relaxed {
  engine::Result result;
  std::unique_ptr<ccfg::Program> copy; // what its counterexample belongs to; null: the program itself
};

// Like `ask` (ask.h).
Relaxed askRelaxed(engine::Engine& engine, const engine::Problem& problem, const Budget& budget = {},
                   const engine::ProgressSink& progress = {}, interp::Watcher* watcher = nullptr);

} // namespace heddle::check
