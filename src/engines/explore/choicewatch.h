// Tells whether a step chooses anything, for one who only makes steps that don't.
#pragma once

#include "interp/chooser.h"

namespace heddle::explore {

class ChoiceWatch : public interp::Chooser {
public:
  uint64_t choose(const interp::Choice& c) override {
    asked = true;
    return c.lo;
  }
  bool asked = false;
};

} // namespace heddle::explore
