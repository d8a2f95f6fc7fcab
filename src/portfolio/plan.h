// Which engine runs when, and for how long: the rules of the portfolio, as tables. bench/README has the
// measurements behind them.
#pragma once

#include "engines/bounded/bounded.h"
#include "engines/explore/explore.h"
#include "engines/impact/impact.h"
#include "engines/modular/modular.h"
#include "engines/sample/sample.h"

#include <span>

namespace heddle::portfolio {

struct Engines {
  explore::ExploreOptions explore;
  bounded::BoundedOptions bounded;
  modular::ModularOptions modular;
  impact::ImpactOptions impact;
};

enum class Player : uint8_t { Explore, Sample, Modular, Impact, Bounded };

struct Turn {
  Player player;
  double share;   // of the time that is left when it begins
  double most;    // seconds
  double endless; // seconds, where no limit is set
};

// One engine after the other.
std::span<const Turn> turnsOfOne();
// Several at once, each as soon as there is room; the first of all alone, before there are other processes.
std::span<const Turn> turnsOfMany();

std::unique_ptr<engine::Engine> makePlayer(Player player, const Engines& engines);

} // namespace heddle::portfolio
