// See walk.h. Shares nothing with `explore` but the interpreter.
#include "walk.h"

#include "interp/enumerate.h"
#include "interp/pending.h"

#include <deque>
#include <string>
#include <unordered_set>

namespace heddle::random {

namespace {

class Walker {
public:
  explicit Walker(interp::Machine& machine) : machine_(machine), code_(machine.code()) {}

  size_t run(size_t most, const std::function<bool(const interp::StateView&)>& look) {
    visit(machine_.initialState());
    while (!work_.empty() && seen_.size() < most) {
      interp::State s(code_.layout());
      s.assign({reinterpret_cast<const uint8_t*>(work_.front().data()), work_.front().size()});
      work_.pop_front();
      if (!look(s.view())) break;
      successors(s);
    }
    return seen_.size();
  }

private:
  void visit(const interp::State& s) {
    const auto bytes = s.bytes();
    std::string key(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (seen_.insert(key).second) work_.push_back(std::move(key));
  }

  void successors(const interp::State& s) {
    const interp::StateView view = s.view();
    const uint32_t only = interp::sectionHolder(code_, view);
    for (uint32_t t = 1; t <= view.threadCount(); ++t) {
      if (only != 0 && t != only) continue;
      for (ccfg::EdgeId e : code_.program().out(view.location(t))) {
        choices_.start();
        do {
          interp::State next = s;
          if (machine_.step(next, t, e, choices_) == interp::StepKind::Done) visit(next);
        } while (choices_.next());
      }
    }
  }

  interp::Machine& machine_;
  const interp::Code& code_;
  interp::Enumerator choices_;
  std::unordered_set<std::string> seen_;
  std::deque<std::string> work_;
};

} // namespace

size_t forEachState(interp::Machine& machine, size_t most,
                    const std::function<bool(const interp::StateView&)>& look) {
  return Walker(machine).run(most, look);
}

} // namespace heddle::random
