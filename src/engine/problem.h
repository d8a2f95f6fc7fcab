// What an engine works on: a program, what is asked of it, and what all engines share about it.
#pragma once

#include "ccfg/analysis/facts.h"
#include "engine/question.h"
#include "support/log.h"

namespace heddle::interp {
class Code;
}

namespace heddle::engine {

class Problem {
public:
  Problem(const ccfg::Program& program, const Question& question, Logs logs = {});
  ~Problem();
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  const ccfg::Program& program;
  const Question question;
  const Logs logs; // by engine
  const ccfg::analysis::Facts facts;

  // The program compiled for the memory model of the question, when it is first asked for.
  const interp::Code& code() const;

private:
  mutable std::unique_ptr<const interp::Code> code_;
};

} // namespace heddle::engine
