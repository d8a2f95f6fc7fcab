// Violations that are states, not steps: races and deadlocks. Monotonic paths visit every state that
// interleavings of whole blocks reach, so they are looked for at every node.
#pragma once

#include "engines/impact/context.h"

#include <functional>

namespace heddle::impact {

// The actions from where a slot stands.
using ActionsOf = std::function<std::vector<std::shared_ptr<const Action>>(uint32_t slot)>;

class Hazards {
public:
  explicit Hazards(const LowerContext& c) : c_(c) {}

  std::vector<Event> at(const Control& control, const ActionsOf& actionsOf) const;

private:
  void races(const Control& control, const ActionsOf& actionsOf, std::vector<Event>& to) const;
  void deadlock(const Control& control, const ActionsOf& actionsOf, std::vector<Event>& to) const;
  bool raceBetween(const Action& a, const Action& b, std::vector<Event>& to) const;

  const LowerContext& c_;
};

} // namespace heddle::impact
