// States by combination, ascending and descending passes; see interpreter.h.
#include "engines/modular/interpreter.h"

#include <algorithm>
#include <map>

namespace heddle::modular {

using ccfg::EdgeId;
using ccfg::LocId;
using fixpoint::Growth;

namespace {

constexpr int descendingPasses = 2;
constexpr size_t statesApart = 16; // at a location; beyond that, those of equal environments are one

auto placeFor(std::vector<State>& states, const Combination& c) {
  return std::lower_bound(states.begin(), states.end(), c,
                          [](const State& s, const Combination& k) { return s.combination < k; });
}

} // namespace

Interpreter::Interpreter(const Facts& facts, ThreadTransfer& transfer, ccfg::ThreadId thread,
                         size_t maxCombinations, const Plan& plan, const Budget& budget)
    : facts_(facts), transfer_(transfer), thread_(thread), maxCombinations_(maxCombinations), plan_(plan),
      budget_(budget), localOf_(facts.program.locations.size(), ccfg::none), ascent_({}, {}) {
  const auto& all = facts.program.locations;
  for (LocId l = 0; l < all.size(); ++l)
    if (all[l].thread == thread) locations_.push_back(l);
  std::sort(locations_.begin(), locations_.end(),
            [&](LocId a, LocId b) { return facts.nesting.position(a) < facts.nesting.position(b); });
  for (uint32_t i = 0; i < locations_.size(); ++i) localOf_[locations_[i]] = i;
  places_.resize(locations_.size());
  ascent_ = makeAscent();
}

fixpoint::Ascent Interpreter::makeAscent() const {
  std::vector<uint32_t> positions;
  std::vector<bool> heads;
  for (LocId l : locations_) {
    positions.push_back(facts_.nesting.position(l));
    heads.push_back(facts_.nesting.isHead(l));
  }
  return {std::move(positions), std::move(heads)};
}

bool Interpreter::run() { return ascend() && (!widened_ || descend()); }

bool Interpreter::ascend() {
  const uint32_t entry = localOf_[facts_.program.threads[thread_].entry];
  insert(places_[entry], transfer_.entry(), Growth::Join);
  ascent_.enqueue(entry);
  while (const auto next = ascent_.next()) {
    if (outOfBudget()) return false;
    visit(locations_[*next]);
  }
  return true;
}

void Interpreter::visit(LocId l) {
  Place& place = places_[localOf_[l]];
  std::vector<State> todo;
  for (size_t i = 0; i < place.states.size(); ++i)
    if (place.dirty[i]) todo.push_back(place.states[i]);
  place.dirty.assign(place.states.size(), false);
  for (EdgeId e : facts_.program.out(l)) {
    const uint32_t to = localOf_[facts_.program.edges[e].to];
    const Growth growth = ascent_.arrive(to);
    bool changed = false;
    for (const State& s : todo) {
      ++steps_;
      for (State& after : transfer_.execute(e, s, nullptr))
        if (insert(places_[to], std::move(after), growth)) changed = true;
    }
    if (changed) ascent_.enqueue(to);
  }
}

bool Interpreter::insert(Place& place, State s, Growth growth) {
  std::erase_if(s.combination, [&](const ReadsFrom& r) { return place.forgotten.contains(r.load); });
  const auto covers = [&](const State& old) {
    return implies(s.combination, old.combination) && leq(s.env, old.env);
  };
  if (std::ranges::any_of(place.states, covers)) return false;
  if (plan_.groupEqual && place.states.size() >= statesApart && mergeEqual(place, s, growth)) return true;
  const auto at = placeFor(place.states, s.combination);
  const auto index = static_cast<size_t>(at - place.states.begin());
  if (at == place.states.end() || at->combination != s.combination) {
    place.states.insert(at, std::move(s));
    place.dirty.insert(place.dirty.begin() + static_cast<std::ptrdiff_t>(index), true);
    limit(place);
    return true;
  }
  grow(place, index, s.env, growth);
  return true;
}

void Interpreter::grow(Place& place, size_t index, const Environment& by, Growth growth) {
  Environment& env = place.states[index].env;
  env = growth == Growth::Join    ? join(env, by)
        : growth == Growth::Widen ? widen(env, by, facts_.thresholds)
                                  : stableParts(env, by);
  widened_ = widened_ || growth != Growth::Join;
  place.dirty[index] = true;
}

void Interpreter::limit(Place& place) {
  while (place.states.size() > maxCombinations_) {
    forget(place, leastEffect(place));
    ++merges_;
  }
}

// Of the loads of other threads first; of those, which the fewest properties depend on; then the first.
LoadId Interpreter::leastEffect(const Place& place) const {
  const auto rank = [&](LoadId l) {
    const size_t properties = plan_.clusters.empty() ? 0 : plan_.clusters[l].count();
    return std::tuple(facts_.sites.loads()[l].thread == thread_, properties, l);
  };
  LoadId least = ccfg::none;
  for (const State& s : place.states)
    for (const ReadsFrom& r : s.combination)
      if (least == ccfg::none || rank(r.load) < rank(least)) least = r.load;
  return least;
}

// A state with the same environment stands for both from here on. True if there is one.
bool Interpreter::mergeEqual(Place& place, const State& s, Growth growth) {
  const auto same = std::ranges::find(place.states, s.env, &State::env);
  if (same == place.states.end()) return false;
  State merged{common(same->combination, s.combination), s.env};
  const auto index = static_cast<size_t>(same - place.states.begin());
  place.states.erase(same);
  place.dirty.erase(place.dirty.begin() + static_cast<std::ptrdiff_t>(index));
  const auto at = placeFor(place.states, merged.combination);
  const auto to = static_cast<size_t>(at - place.states.begin());
  if (at != place.states.end() && at->combination == merged.combination) {
    grow(place, to, merged.env, growth);
    return true;
  }
  place.states.insert(at, std::move(merged));
  place.dirty.insert(place.dirty.begin() + static_cast<std::ptrdiff_t>(to), true);
  return true;
}

void Interpreter::forget(Place& place, LoadId load) {
  place.forgotten.insert(load);
  std::map<Combination, Environment> merged;
  for (State& s : place.states) {
    std::erase_if(s.combination, [&](const ReadsFrom& r) { return r.load == load; });
    const auto [at, isNew] = merged.emplace(s.combination, s.env);
    if (!isNew) at->second = join(at->second, s.env);
  }
  place.states.clear();
  for (auto& [combination, env] : merged) place.states.push_back({combination, std::move(env)});
  place.dirty.assign(place.states.size(), true);
}

// Each location once more from what leads to it: less than before, and still all there is, since what it is
// made from was all there is.
bool Interpreter::descend() {
  for (int pass = 0; pass < descendingPasses; ++pass)
    for (LocId l : locations_) {
      if (outOfBudget()) return false;
      Place fresh;
      fresh.forgotten = places_[localOf_[l]].forgotten;
      if (l == facts_.program.threads[thread_].entry) insert(fresh, transfer_.entry(), Growth::Join);
      for (EdgeId e : facts_.program.in(l))
        for (const State& s : at(facts_.program.edges[e].from)) {
          ++steps_;
          for (State& after : transfer_.execute(e, s, nullptr)) insert(fresh, std::move(after), Growth::Join);
        }
      places_[localOf_[l]] = std::move(fresh);
    }
  return true;
}

Effects Interpreter::effects() {
  Effects result;
  const ccfg::Thread& t = facts_.program.threads[thread_];
  const unsigned width = t.result == ccfg::none ? 32 : facts_.program.regWidth(t.result);
  result.result = Value::of(Number::bottom(width));
  for (LocId l : locations_) {
    if (!at(l).empty()) result.locations.insert(l);
    for (const State& s : at(l))
      for (EdgeId e : facts_.program.out(l)) transfer_.execute(e, s, &result);
  }
  for (const State& s : at(t.exit)) {
    const Value* v = t.result == ccfg::none ? nullptr : s.env.registers.find(t.result);
    result.result = join(result.result, v != nullptr ? *v : Value::top(width));
  }
  return result;
}

} // namespace heddle::modular
