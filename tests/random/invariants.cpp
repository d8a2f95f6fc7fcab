#include "invariants.h"

#include "interp/enumerate.h"
#include "interp/machine.h"

#include <fmt/format.h>

#include <deque>
#include <unordered_set>

namespace heddle::random {

namespace {

class Walker {
public:
  Walker(const ccfg::Program& model, ccfg::PropertySet asked,
         const std::vector<engine::Invariant>& invariants)
      : model_(model), code_(model), machine_(code_, asked), at_(model.locations.size()) {
    for (const engine::Invariant& i : invariants) at_[i.location] = &i;
  }

  Explored run(size_t maxStates) {
    Explored result;
    visit(machine_.initialState());
    while (!work_.empty() && seen_.size() < maxStates) {
      interp::State s(code_.layout());
      s.assign({reinterpret_cast<const uint8_t*>(work_.front().data()), work_.front().size()});
      work_.pop_front();
      if ((result.broken = brokenIn(s.view()))) break;
      successors(s);
    }
    result.states = seen_.size();
    return result;
  }

private:
  void visit(const interp::State& s) {
    const auto bytes = s.bytes();
    std::string key(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (seen_.insert(key).second) work_.push_back(std::move(key));
  }

  void successors(const interp::State& s) {
    const interp::StateView view = s.view();
    uint32_t only = 0; // stands in an atomic section
    for (uint32_t t = 1; t <= view.threadCount(); ++t)
      if (code_.isAtomic(view.location(t))) only = t;
    for (uint32_t t = 1; t <= view.threadCount(); ++t) {
      if (only != 0 && t != only) continue;
      for (ccfg::EdgeId e : model_.out(view.location(t))) {
        choices_.start();
        do {
          interp::State next = s;
          if (machine_.step(next, t, e, choices_) == interp::StepKind::Done) visit(next);
        } while (choices_.next());
      }
    }
  }

  std::optional<std::string> brokenIn(const interp::StateView& s) const {
    for (uint32_t t = 1; t <= s.threadCount(); ++t) {
      const engine::Invariant* i = at_[s.location(t)];
      if (i == nullptr) return fmt::format("thread {} is not said to start", t);
      if (!i->reachable) return fmt::format("L{} is reached", i->location);
      for (const engine::Bound& b : i->bounds) {
        const std::optional<uint64_t> value = valueOf(s, t, b.place);
        if (value && !b.range.contains(*value))
          return fmt::format("at L{} ({}) {} is {}, outside of [{}, {}]", i->location,
                             model_.posString(model_.locations[i->location].pos), nameOf(b.place), *value,
                             b.range.signedMin, b.range.signedMax);
      }
      for (const engine::Relation& r : i->relations) {
        const auto first = valueOf(s, t, r.first), second = valueOf(s, t, r.second);
        if (first && second && !r.holds(*first, *second))
          return fmt::format("at L{} ({}) {} is {} and {} is {}, which are said to be related", i->location,
                             model_.posString(model_.locations[i->location].pos), nameOf(r.first), *first,
                             nameOf(r.second), *second);
      }
    }
    return std::nullopt;
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

  const ccfg::Program& model_;
  interp::Code code_;
  mutable interp::Machine machine_;
  std::vector<const engine::Invariant*> at_; // by location
  interp::Enumerator choices_;
  std::unordered_set<std::string> seen_;
  std::deque<std::string> work_;
};

} // namespace

Explored checkInvariants(const ccfg::Program& model, ccfg::PropertySet asked,
                         const std::vector<engine::Invariant>& invariants, size_t maxStates) {
  return Walker(model, asked, invariants).run(maxStates);
}

} // namespace heddle::random
