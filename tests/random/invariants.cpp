#include "invariants.h"

#include "interp/machine.h"
#include "walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace heddle::random {

namespace {

class Checker {
public:
  Checker(const Claims& claims, ccfg::PropertySet asked)
      : claims_(claims), model_(claims.model()), code_(model_), machine_(code_, asked) {}

  Explored run(size_t maxStates) {
    Explored result;
    result.states = forEachState(machine_, maxStates, [&](const interp::StateView& s) {
      result.broken = brokenIn(s);
      return !result.broken;
    });
    return result;
  }

private:
  std::optional<std::string> brokenIn(const interp::StateView& s) const {
    for (uint32_t t = 1; t <= s.threadCount(); ++t) {
      const ccfg::LocId location = s.location(t);
      const Claims::At& said = claims_.at(location);
      if (!said.silent.empty()) return fmt::format("`{}': thread {} is not said to start", said.silent, t);
      if (!said.unreachable.empty()) return fmt::format("`{}': L{} is reached", said.unreachable, location);
      for (const Claims::At::Place& place : said.places)
        if (auto broken = brokenRange(s, t, location, place)) return broken;
      for (const auto& [relation, by] : said.relations)
        if (auto broken = brokenRelation(s, t, location, relation))
          return fmt::format("`{}': {}", by, *broken);
    }
    return std::nullopt;
  }

  std::optional<std::string> brokenRange(const interp::StateView& s, uint32_t t, ccfg::LocId location,
                                         const Claims::At::Place& said) const {
    const std::optional<uint64_t> value = valueOf(s, t, said.place);
    if (!value) return std::nullopt;
    for (const auto& [range, by] : said.ranges)
      if (!range.contains(*value))
        return fmt::format("`{}': {} {} is {}, outside of [{}, {}]", by, placeOf(location),
                           nameOf(said.place), *value, range.signedMin, range.signedMax);
    return std::nullopt;
  }

  std::optional<std::string> brokenRelation(const interp::StateView& s, uint32_t t, ccfg::LocId location,
                                            const engine::Relation& r) const {
    const auto first = valueOf(s, t, r.first), second = valueOf(s, t, r.second);
    if (!first || !second || r.holds(*first, *second)) return std::nullopt;
    return fmt::format("{} {} is {} and {} is {}, which are said to be related", placeOf(location),
                       nameOf(r.first), *first, nameOf(r.second), *second);
  }

  std::string placeOf(ccfg::LocId location) const {
    return fmt::format("at L{} ({})", location, model_.posString(model_.locations[location].pos));
  }

  std::string nameOf(const engine::Place& p) const {
    return p.reg != ccfg::none ? model_.reg(p.reg).name : model_.objects[p.object].name;
  }

  std::optional<uint64_t> valueOf(const interp::StateView& s, uint32_t t, const engine::Place& p) const {
    return p.reg != ccfg::none ? registerOf(s, t, p.reg) : memoryOf(s, p);
  }

  std::optional<uint64_t> registerOf(const interp::StateView& s, uint32_t t, ccfg::RegId r) const {
    return machine_.evaluate(s, t, model_.regTerm(r));
  }

  // Bytes that were never written have no value yet.
  std::optional<uint64_t> memoryOf(const interp::StateView& s, const engine::Place& b) const {
    const interp::StaticObject& object = code_.layout().object(b.object);
    if (object.memory == ccfg::none || object.readOnly || object.initialised != ccfg::none)
      return std::nullopt;
    uint64_t value = 0;
    std::memcpy(&value, s.at(object.memory + static_cast<uint32_t>(b.offset)), b.bytes);
    return value;
  }

  const Claims& claims_;
  const ccfg::Program& model_;
  interp::Code code_;
  interp::Machine machine_;
};

template <typename List, typename Fact>
bool addOnce(List& list, const Fact& fact, const std::string& by) {
  for (const auto& known : list)
    if (known.first == fact) return false;
  list.emplace_back(fact, by);
  return true;
}

} // namespace

size_t Claims::add(const std::vector<engine::Invariant>& invariants, const std::string& by) {
  size_t added = 0;
  std::vector<bool> mentioned(at_.size());
  for (const engine::Invariant& i : invariants) {
    At& said = at_[i.location];
    mentioned[i.location] = true;
    if (!i.reachable) said.unreachable = by;
    for (const engine::Bound& b : i.bounds) {
      auto place = std::find_if(said.places.begin(), said.places.end(),
                                [&](const At::Place& p) { return p.place == b.place; });
      if (place == said.places.end()) place = said.places.insert(place, {b.place, {}});
      added += addOnce(place->ranges, b.range, by);
    }
    for (const engine::Relation& r : i.relations) added += addOnce(said.relations, r, by);
  }
  for (size_t location = 0; location < at_.size(); ++location)
    if (!mentioned[location]) at_[location].silent = by;
  return added;
}

Explored checkClaims(const Claims& claims, ccfg::PropertySet asked, size_t maxStates) {
  return Checker(claims, asked).run(maxStates);
}

} // namespace heddle::random
