// A story with what it takes to show it elsewhere than on the terminal.
#pragma once

#include "report/story.h"

namespace heddle::report {

struct Told {
  const Story* story = nullptr;
  const FileTable* files = nullptr;
  const ccfg::Program* program = nullptr; // for the names of functions; null: not known
  std::string note{};                     // "reproduced on the program", ...
  std::string command{};                  // that shows it again; empty: that of the page

  // That the step is in; empty: not known.
  std::string functionOf(const Event& event) const {
    return program == nullptr || event.stack == 0 ? "" : program->stacks[event.stack].function;
  }
};

} // namespace heddle::report
