#include "everywhere.h"

#include "invariants.h"
#include "support/error.h"

#include <fmt/format.h>

#include <map>

namespace heddle::random {

namespace {

const std::vector<Setting>& allSettings() {
  static const std::vector<Setting> all = [] {
    std::vector<Setting> settings;
    for (const char* configuration : {"insensitive", "combos", "feasible", "optimized"})
      for (const char* domain :
           {"constants", "sign", "parity", "congruences", "intervals", "product", "octagons"})
        settings.push_back(parseSetting(
            fmt::format("modular --modular {} --domain {} --invariants yes", configuration, domain)));
    return settings;
  }();
  return all;
}

class Everywhere {
public:
  Everywhere(const ccfg::Program& model, const Setting& reference, const EverywhereOptions& options,
             EverywhereTally& tally)
      : model_(model), reference_(reference), o_(options), tally_(tally), claims_(model) {}

  std::optional<std::string> run() {
    tally_.settings = allSettings().size();
    for (const ccfg::PropertySet asked :
         {set({Property::Assert}), set({Property::Race, Property::Deadlock, Property::LockMisuse}),
          set({Property::Memory, Property::Overflow})})
      if (auto wrong = wrongProof(asked)) return wrong;
    const Explored explored = checkClaims(claims_, set({Property::Assert}), o_.states);
    tally_.states += explored.states;
    tally_.complete += explored.states < o_.states;
    return explored.broken;
  }

private:
  using Property = ccfg::Property;

  static ccfg::PropertySet set(std::initializer_list<Property> properties) {
    ccfg::PropertySet s;
    for (const Property p : properties) s.add(p);
    return s;
  }

  std::optional<std::string> wrongProof(ccfg::PropertySet asked) {
    for (const Setting& setting : allSettings()) {
      const engine::Result r = ask(model_, setting, asked, o_.seconds);
      ++tally_.answers;
      // The states that claims are compared with are those of executions that failing assertions end.
      if (asked == set({Property::Assert}) && r.invariants() != nullptr)
        tally_.claims += claims_.add(*r.invariants(), setting.text);
      if (!provesAlone(r)) continue;
      for (const Property p : ccfg::allProperties)
        if (r.proved.has(p))
          if (auto wrong = wrongProofOf(p, setting)) return wrong;
    }
    return std::nullopt;
  }

  // What is proved of executions up to a violation that is not excluded says nothing about the property
  // alone.
  static bool provesAlone(const engine::Result& r) {
    ccfg::PropertySet open = engine::unproved(r);
    open.remove(Property::Race);
    open.remove(Property::Deadlock);
    return open.empty();
  }

  std::optional<std::string> wrongProofOf(Property p, const Setting& setting) {
    ++tally_.proofs;
    const auto [known, added] = right_.try_emplace(p);
    if (added) known->second = ask(model_, reference_, set({p}), o_.seconds).verdict;
    tally_.checked += known->second == engine::Verdict::True;
    tally_.unfinished += added && known->second == engine::Verdict::Unknown;
    if (known->second != engine::Verdict::False) return std::nullopt;
    return fmt::format("{}: `{}' proves what `{}' refutes", set({p}).toString(), setting.text,
                       reference_.text);
  }

  const ccfg::Program& model_;
  const Setting& reference_;
  const EverywhereOptions& o_;
  EverywhereTally& tally_;
  Claims claims_;
  std::map<Property, engine::Verdict> right_; // of what somebody has proved
};

} // namespace

std::optional<std::string> wrongAnywhere(const ccfg::Program& model, const Setting& reference,
                                         const EverywhereOptions& options, EverywhereTally& tally) {
  try {
    return Everywhere(model, reference, options, tally).run();
  } catch (const InternalError& e) {
    return fmt::format("fails: {}", e.what());
  }
}

} // namespace heddle::random
