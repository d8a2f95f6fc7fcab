// See prediction.h.
#include "engines/predict/prediction.h"

namespace heddle::predict {

std::string_view eventRoleName(EventRole role) {
  switch (role) {
  case EventRole::First:
    return "first";
  case EventRole::Remote:
    return "remote";
  case EventRole::Second:
    return "second";
  case EventRole::Waits:
    return "waits";
  case EventRole::Destroys:
    return "destroys";
  case EventRole::Unlocks:
    return "unlocks";
  case EventRole::Locks:
    return "locks";
  }
  return "?";
}

void Prediction::stop(const std::string& why) {
  complete = false;
  spent = why;
  notes.push_back("stopped before everything was checked: " + why);
}

bool Prediction::allInfeasible() const {
  const bool askedAll = regions != 0 || !atomicityAsked;
  return violations.empty() && undecided.empty() && unconfirmed.empty() && askedAll && !windowed &&
         complete && !narrowed;
}

} // namespace heddle::predict
