// See problem.h.
#include "engine/problem.h"

#include "interp/code.h"

namespace heddle::engine {

Problem::Problem(const ccfg::Program& program, const Question& question, Logs logs)
    : program(program), question(question), logs(std::move(logs)), facts(program) {}
Problem::~Problem() = default;

const interp::Code& Problem::code() const {
  if (!code_) code_ = std::make_unique<const interp::Code>(facts, question.memoryModel, question.known);
  return *code_;
}

} // namespace heddle::engine
