// Rows: the lines of a counterexample. Steps that a reader takes for one are one row: those of one thread on
// one source line with nobody else in between, and the inside of a library call. Steps without effect are
// left out.
#pragma once

#include "report/story.h"

namespace heddle::report {

struct Row {
  uint32_t thread = 0;
  SourcePos pos;
  std::string call;
  std::vector<Effect> effects;
  bool failing = false;
  size_t omitted = 0;         // not 0: stands for so many rows of this thread that are not shown
  size_t first = 0, last = 0; // of its steps in the story
};

std::vector<Row> rowsOf(const Story& story);

// Keeps the ends of long stretches in which one thread runs alone, so that a loop does not bury the point.
std::vector<Row> shorten(const std::vector<Row>& rows);

} // namespace heddle::report
