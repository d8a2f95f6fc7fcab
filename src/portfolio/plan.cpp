// See plan.h.
#include "portfolio/plan.h"

#include <array>

namespace heddle::portfolio {

namespace {

constexpr double any = 1e17;

// `explore` decides most small programs in its first seconds, and `sample` finds most bugs of larger ones.
// `modular` proves fast or never; `impact` needs a while; `bounded` finds the deep bugs. What a longer search
// of all states can still decide comes last.
constexpr std::array<Turn, 6> one = {{
    {Player::Explore, 0.1, 3, 3},
    {Player::Sample, 0.05, 1, 1},
    {Player::Modular, 0.1, 5, 5},
    {Player::Impact, 0.2, 15, 15},
    {Player::Bounded, 0.75, any, 120},
    {Player::Explore, 1, any, any},
}};

// The first turn needs no process: most programs are decided by then, and others lose next to nothing.
constexpr std::array<Turn, 7> many = {{
    {Player::Explore, 0.05, 1, 1},
    {Player::Explore, 0.35, 60, 60},
    {Player::Sample, 0.05, 1, 1},
    {Player::Modular, 0.1, 5, 5},
    {Player::Impact, 0.35, 60, 60},
    {Player::Bounded, 1, any, any},
    {Player::Explore, 1, any, any},
}};

} // namespace

std::span<const Turn> turnsOfOne() { return one; }
std::span<const Turn> turnsOfMany() { return many; }

std::unique_ptr<engine::Engine> makePlayer(Player player, const Engines& engines) {
  switch (player) {
  case Player::Explore:
    return explore::makeExplore(engines.explore);
  case Player::Sample: {
    sample::SampleOptions options;
    options.shorten = engines.bounded.shorten;
    return sample::makeSample(options);
  }
  case Player::Modular:
    return modular::makeModular(engines.modular);
  case Player::Impact: {
    impact::ImpactOptions options = engines.impact;
    options.proofsOnly = true;
    return impact::makeImpact(options);
  }
  case Player::Bounded:
    return bounded::makeBounded(engines.bounded);
  }
  return nullptr;
}

} // namespace heddle::portfolio
