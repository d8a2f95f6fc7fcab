// Where a step goes on at once, without a chance for other threads in between.
#pragma once

#include "ccfg/analysis/memory/escape.h"
#include "engines/explore/independence.h"

namespace heddle::explore {

class RunOn {
public:
  virtual ~RunOn() = default;
  virtual bool from(const interp::StateView& s, uint32_t thread) = 0;
};

// From locations all of whose edges touch nothing that is shared. One that waits for the thread's stores is
// no such edge: it may be enabled later, and must not be passed by.
class RunOnLocally : public RunOn {
public:
  RunOnLocally(const interp::Code& code, const ccfg::analysis::Escape& escape)
      : local_(code.program().locations.size()) {
    const ccfg::Program& p = code.program();
    for (ccfg::LocId l = 0; l < p.locations.size(); ++l) {
      local_[l] = !p.out(l).empty();
      for (ccfg::EdgeId e : p.out(l))
        if (!escape.isLocal(e) || code.edge(e).drains) local_[l] = false;
    }
  }
  bool from(const interp::StateView& s, uint32_t thread) override { return local_[s.location(thread)]; }

private:
  std::vector<bool> local_; // by location
};

// Also from where nothing conflicts with what the other threads of this state may still do.
class RunOnAlone : public RunOnLocally {
public:
  RunOnAlone(const interp::Code& code, const ccfg::analysis::Escape& escape, Independence& independence)
      : RunOnLocally(code, escape), independence_(independence) {}
  bool from(const interp::StateView& s, uint32_t thread) override {
    return RunOnLocally::from(s, thread) || independence_.isAlone(s, thread);
  }

private:
  Independence& independence_;
};

} // namespace heddle::explore
