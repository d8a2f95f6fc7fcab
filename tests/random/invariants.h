// Invariants against concrete states: every state that can be reached must satisfy what is claimed of its
// locations.
#pragma once

#include "engine/result.h"

#include <optional>
#include <string>
#include <utility>

namespace heddle::random {

// What was said of one model, by any number of engines and settings. What several say is looked at once.
class Claims {
public:
  explicit Claims(const ccfg::Program& model) : model_(model), at_(model.locations.size()) {}

  // Facts that were not said before.
  size_t add(const std::vector<engine::Invariant>& invariants, const std::string& by);

  struct At {                // a location
    std::string silent;      // who has not mentioned it, and so takes it that no thread comes here
    std::string unreachable; // who said so
    struct Place {
      engine::Place place;
      std::vector<std::pair<engine::Range, std::string>> ranges;
    };
    std::vector<Place> places;
    std::vector<std::pair<engine::Relation, std::string>> relations;
  };
  const At& at(ccfg::LocId location) const { return at_[location]; }
  const ccfg::Program& model() const { return model_; }

private:
  const ccfg::Program& model_;
  std::vector<At> at_;
};

struct Explored {
  size_t states = 0;
  std::optional<std::string> broken; // which claim, by which value
};

// Walks through all interleavings without reduction, up to so many states.
Explored checkClaims(const Claims& claims, ccfg::PropertySet asked, size_t maxStates);

} // namespace heddle::random
