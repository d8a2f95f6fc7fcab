// The terminal: its width and colours, the progress line, and ctrl-C.
#pragma once

#include "cli/options.h"
#include "engine/result.h"

#include <atomic>

namespace heddle::cli {

unsigned outputWidth();             // columns of standard output; a readable default where it is no terminal
bool useColor(Color color);         // for standard output
void warn(const std::string& text); // one line on standard error

// A line on standard error that an engine keeps up to date; nothing where that is no terminal. Gone when
// destroyed.
class ProgressLine {
public:
  explicit ProgressLine(bool wanted);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  engine::ProgressSink sink();
  static void erase(); // by somebody who does not own it

private:
  bool shown_;
};

// The first ctrl-C (or SIGTERM) sets the flag, so that the engine stops and what it knows is printed; the
// second one ends the process.
const std::atomic<bool>* interruptFlag();

} // namespace heddle::cli
