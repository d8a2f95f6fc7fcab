// What an engine works on: a program, what is asked of it, and what all engines share about it.
#pragma once

#include "ccfg/program.h"
#include "engine/question.h"

namespace heddle::engine {

class Problem {
public:
  Problem(const ccfg::Program& program, const Question& question) : program(program), question(question) {}
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  const ccfg::Program& program;
  const Question question;
};

} // namespace heddle::engine
