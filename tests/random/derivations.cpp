// See derivations.h. main.cpp counts and shrinks.
#include "derivations.h"

#include "ccfg/text.h"
#include "ccfg/transform/derived.h"
#include "ccfg/transform/memorymodel.h"
#include "check/confirm.h"
#include "dice.h"
#include "interp/unlate.h"
#include "support/error.h"
#include "walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace heddle::random {
namespace {

using ccfg::LocId;
using ccfg::Property;
using ccfg::transform::Derived;
using engine::Verdict;

// Each of the one before it; the first of the program itself.
using Chain = std::vector<Derived>;

bool isRestricted(const Chain& chain) { return std::ranges::any_of(chain, &Derived::restricted); }

ccfg::Schedule lifted(const Chain& chain, ccfg::Schedule s) {
  for (size_t i = chain.size(); i-- > 0;) s = ccfg::transform::lift(chain[i], s);
  return s;
}

using Facts = std::vector<ccfg::transform::Fact>;

Facts lifted(const Chain& chain, const ccfg::Program& original, Facts facts) {
  for (size_t i = chain.size(); i-- > 0;)
    facts = ccfg::transform::lift(chain[i], i == 0 ? original : *chain[i - 1].program, facts);
  return facts;
}

// Which values registers have where, if that can be found out: the strongest fact about each of them.
Facts factsOf(const ccfg::Program& p, size_t mostStates) {
  const interp::Code code(p);
  interp::Machine machine(code, {});
  std::map<std::pair<LocId, ccfg::RegId>, std::set<uint64_t>> values;
  std::set<LocId> reached;
  const size_t states = forEachState(machine, mostStates, [&](const interp::StateView& s) {
    for (uint32_t t = 1; t <= s.threadCount(); ++t) {
      const LocId l = s.location(t);
      reached.insert(l);
      for (const ccfg::RegId r : p.threads[p.locations[l].thread].registers)
        if (const auto value = machine.evaluate(s, t, p.regTerm(r))) values[{l, r}].insert(*value);
    }
    return true;
  });
  if (states >= mostStates) return {};
  Facts facts;
  for (LocId l = 0; l < p.locations.size(); ++l)
    if (!reached.contains(l)) facts.push_back({l, p.terms->falseTerm()});
  for (const auto& [place, all] : values) {
    ccfg::Term fact = p.terms->falseTerm();
    for (const uint64_t v : all)
      fact = p.terms->orOf(
          fact, p.terms->eq(p.regTerm(place.second), p.terms->constant(v, p.regWidth(place.second))));
    facts.push_back({place.first, fact});
  }
  return facts;
}

std::optional<std::string> brokenFact(const ccfg::Program& p, const Facts& facts, size_t mostStates) {
  std::map<LocId, ccfg::Term> at;
  for (const auto& fact : facts) at[fact.location] = fact.term;
  const interp::Code code(p);
  interp::Machine machine(code, {});
  std::optional<std::string> broken;
  forEachState(machine, mostStates, [&](const interp::StateView& s) {
    for (uint32_t t = 1; t <= s.threadCount() && !broken; ++t)
      if (const auto fact = at.find(s.location(t)); fact != at.end())
        if (machine.evaluate(s, t, fact->second) == 0)
          broken = fmt::format("at L{} it is not true that {}", fact->first,
                               ccfg::printOperation(p, ccfg::Assume{fact->second}));
    return !broken;
  });
  return broken;
}

// Between the edges of two statements that a thread executes one after the other; nothing if the place that
// was drawn has none.
std::set<LocId> drawnStretch(const ccfg::Program& p, Dice& dice) {
  constexpr int longest = 12;
  std::set<LocId> inside;
  std::set<std::pair<uint32_t, uint32_t>> lines;
  LocId at = static_cast<LocId>(dice.below(static_cast<int>(p.locations.size())));
  for (int step = 0; step < longest; ++step) {
    const auto& out = p.out(at);
    if (out.empty()) break;
    const ccfg::Edge& e = p.edges[out[static_cast<size_t>(dice.below(static_cast<int>(out.size())))]];
    lines.insert({e.pos.file, e.pos.line});
    const ccfg::Thread& t = p.threads[p.locations[e.to].thread];
    if (lines.size() > 2 || e.to == t.entry || e.to == t.exit) break;
    inside.insert(at = e.to);
  }
  return inside;
}

std::set<LocId> stretch(const ccfg::Program& p, Dice& dice) {
  std::set<LocId> inside;
  for (int attempts = 0; attempts < 10 && inside.size() < 2; ++attempts) inside = drawnStretch(p, dice);
  return inside;
}

std::set<LocId> everything(const ccfg::Program& p) {
  std::set<LocId> all;
  for (LocId l = 0; l < p.locations.size(); ++l) all.insert(l);
  for (const ccfg::Thread& t : p.threads) all.erase(t.entry), all.erase(t.exit);
  return all;
}

std::map<std::string, Chain> rightCopies(const ccfg::Program& p, Dice& dice) {
  using namespace ccfg::transform;
  std::map<std::string, Chain> all;
  all["copied"].push_back(copyOf(p));
  all["with merged edges"].push_back(mergeEdges(p));
  all["with constants"].push_back(withConstants(ccfg::analysis::Facts(p)));
  all["with an atomic section"].push_back(makeAtomic(p, stretch(p, dice)));
  Chain& replicated = all["with a replicated thread"];
  Chain& several = all["with all changes"];
  const auto threads = static_cast<int>(p.threads.size());
  const auto thread = static_cast<ccfg::ThreadId>(threads < 2 ? 0 : 1 + dice.below(threads - 1));
  if (thread != 0) {
    replicated.push_back(replicateThread(p, thread, 2));
    several.push_back(replicateThread(p, thread, 2));
  }
  several.push_back(mergeEdges(several.empty() ? p : *several.back().program));
  several.push_back(makeAtomic(*several.back().program, stretch(*several.back().program, dice)));
  std::erase_if(all, [](const auto& named) { return named.second.empty(); });
  return all;
}

std::map<std::string, Chain> wrongCopies(const ccfg::Program& p, const std::string& how) {
  using namespace ccfg::transform;
  std::map<std::string, Chain> all;
  if (how == "hides") {
    all[how].push_back(makeAtomic(p, everything(p)));
    all[how][0].restricted = false;
  } else if (how == "misleads") {
    all[how].push_back(copyOf(p));
    for (auto& pieces : all[how][0].edges)
      for (auto& piece : pieces) piece.edge = static_cast<ccfg::EdgeId>((piece.edge + 1) % p.edges.size());
  } else if (how == "misplaces") {
    all[how].push_back(copyOf(p));
    std::ranges::rotate(all[how][0].locations, all[how][0].locations.begin() + 1);
  } else {
    throw UsageError("no wrong transformation is called " + how);
  }
  return all;
}

class Derivations {
public:
  Derivations(const ccfg::Program& model, const Setting& setting, const DerivationsOptions& options,
              DerivationsTally& tally)
      : model_(model), setting_(setting), o_(options), tally_(tally) {}

  std::optional<std::string> run(Dice& dice) {
    const auto copies = o_.wrong.empty() ? rightCopies(model_, dice) : wrongCopies(model_, o_.wrong);
    // Stores in added sections are not buffered, which lifting does not make up for.
    const bool weak = setting_.text.find("--memory-model") != std::string::npos;
    for (const auto& [name, chain] : copies) {
      if (weak && isRestricted(chain)) continue;
      const ccfg::Program& copy = *chain.back().program;
      ccfg::verify(copy);
      const bool changed = ccfg::printText(copy) != ccfg::printText(model_);
      if (name == "copied" && changed) return "the copy is another program";
      of_ = &tally_.of[name];
      ++of_->copies;
      of_->changed += changed;
      of_->edges += copy.edges.size();
      of_->edgesBefore += model_.edges.size();
      for (const ccfg::PropertySet asked : questions())
        if (const auto wrong = wrongAnswer(chain, asked))
          return fmt::format("{}, {}: {}", name, asked.toString(), *wrong);
      if (const auto wrong = wrongFact(chain)) return fmt::format("{}: {}", name, *wrong);
    }
    return weak ? wrongModel() : std::nullopt;
  }

private:
  std::vector<ccfg::PropertySet> questions() const {
    std::vector<ccfg::PropertySet> all = usualQuestions();
    all.push_back(only(Property::Atomicity));
    return all;
  }

  // The copy that has the memory model written into it, under sequential consistency.
  std::optional<std::string> wrongModel() {
    const ccfg::analysis::Facts facts(model_);
    const auto [copy, why, isInexact] =
        ccfg::transform::withMemoryModel(facts, setting_.question.memoryModel);
    if (!why.empty() || isInexact) return std::nullopt;
    of_ = &tally_.of["with its memory model"];
    ++of_->copies;
    of_->changed += copy.program->edges.size() != model_.edges.size();
    of_->edges += copy.program->edges.size();
    of_->edgesBefore += model_.edges.size();
    for (ccfg::PropertySet asked : usualQuestions()) {
      asked.remove(Property::Race);
      if (asked.empty()) continue;
      if (const auto wrong = wrongUnderModel(copy, asked))
        return fmt::format("with its memory model, {}: {}", asked.toString(), *wrong);
    }
    return std::nullopt;
  }

  std::optional<std::string> wrongUnderModel(const Derived& copy, ccfg::PropertySet asked) {
    Setting sc = setting_;
    sc.question.memoryModel = ccfg::MemoryModel::Sc;
    const engine::Result r = ask(*copy.program, sc, asked, o_.seconds);
    if (r.counterexample() != nullptr) {
      const interp::Code code(model_, setting_.question.memoryModel), ofCopy(*copy.program);
      interp::Machine machine(code, asked), copyMachine(ofCopy, asked);
      if (const auto lifted = interp::liftLate(copy, *r.counterexample(), copyMachine, machine)) {
        check::confirm(model_, *lifted, asked);
        ++of_->lifted;
      }
    }
    const Verdict original = answer(asked);
    if (original == Verdict::Unknown || r.verdict == Verdict::Unknown) {
      ++tally_.unfinished;
      return std::nullopt;
    }
    ++of_->compared;
    if (r.verdict == original) return std::nullopt;
    return fmt::format("`{}' says {} of the copy, not of the program", setting_.text,
                       r.verdict == Verdict::True ? "true" : "false");
  }

  std::optional<std::string> wrongFact(const Chain& chain) {
    if (isRestricted(chain)) return std::nullopt;
    const Facts facts = lifted(chain, model_, factsOf(*chain.back().program, o_.states));
    of_->facts += facts.size();
    return facts.empty() ? std::nullopt : brokenFact(model_, facts, o_.states);
  }

  // InternalError if a lifted schedule does not reproduce.
  std::optional<std::string> wrongAnswer(const Chain& chain, ccfg::PropertySet asked) {
    const bool restricted = isRestricted(chain);
    const engine::Result r = ask(*chain.back().program, setting_, asked, o_.seconds);
    // Where fewer threads may move, others wait for ever that did not.
    if (restricted && r.counterexample() != nullptr &&
        r.counterexample()->violation.property == Property::Deadlock)
      return std::nullopt;
    if (r.counterexample() != nullptr) {
      check::confirm(model_, lifted(chain, *r.counterexample()), asked);
      ++of_->lifted;
    }
    const Verdict original = answer(asked);
    if (original == Verdict::Unknown || r.verdict == Verdict::Unknown) {
      ++tally_.unfinished;
      return std::nullopt;
    }
    ++of_->compared;
    of_->proved += r.verdict == Verdict::True && original == Verdict::False;
    const bool agree = r.verdict == original || (restricted && r.verdict == Verdict::True);
    if (agree) return std::nullopt;
    return fmt::format("`{}' says {} of the copy, not of the program", setting_.text,
                       r.verdict == Verdict::True ? "true" : "false");
  }

  Verdict answer(ccfg::PropertySet asked) {
    const std::string key = asked.toString();
    const auto [known, added] = answers_.try_emplace(key);
    if (added) known->second = ask(model_, setting_, asked, o_.seconds).verdict;
    return known->second;
  }

  const ccfg::Program& model_;
  const Setting& setting_;
  const DerivationsOptions& o_;
  DerivationsTally& tally_;
  DerivationsTally::Of* of_ = nullptr;     // of the copy that is looked at
  std::map<std::string, Verdict> answers_; // about the program itself
};

} // namespace

std::optional<std::string> wrongDerivation(const ccfg::Program& model, const Setting& setting, uint64_t seed,
                                           const DerivationsOptions& options, DerivationsTally& tally) {
  try {
    Dice dice(seed);
    return Derivations(model, setting, options, tally).run(dice);
  } catch (const InternalError& e) {
    return fmt::format("fails: {}", e.what());
  }
}

} // namespace heddle::random
