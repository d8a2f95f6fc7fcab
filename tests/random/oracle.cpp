#include "oracle.h"

#include "check/confirm.h"
#include "check/recheck.h"
#include "check/relaxed.h"
#include "dice.h"
#include "engines/bounded/bounded.h"
#include "engines/explore/explore.h"
#include "engines/impact/impact.h"
#include "engines/modular/modular.h"
#include "llvm2ccfg/frontend.h"
#include "support/error.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <unistd.h>

namespace heddle::random {

Workplace::Workplace()
    : path_(std::filesystem::temp_directory_path() / fmt::format("heddle-fuzz-{}", ::getpid())) {
  std::filesystem::create_directories(path_);
}

Workplace::~Workplace() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string Workplace::write(const std::string& name, const std::string& text) const {
  const std::string file = (path_ / name).string();
  std::ofstream out(file);
  out << text;
  out.close();
  if (!out) throw InputError("can't write " + file);
  return file;
}

namespace {

// Sees nothing: by it the tests know that a disagreement would be noticed.
class Blind : public engine::Engine {
public:
  std::string name() const override { return "blind"; }
  engine::Result run(const engine::Problem& problem, const Budget&, const engine::ProgressSink&) override {
    engine::Result r;
    r.verdict = engine::Verdict::True;
    r.engine = name();
    r.asked = r.proved = problem.question.properties;
    return r;
  }
};

// Says that nothing holds, and that no thread gets anywhere: the same for those that compare with it.
class Wrong : public engine::Engine {
public:
  std::string name() const override { return "wrong"; }
  engine::Result run(const engine::Problem& problem, const Budget&, const engine::ProgressSink&) override {
    engine::Result r;
    r.verdict = engine::Verdict::False;
    r.engine = name();
    r.asked = problem.question.properties;
    engine::Invariants nowhere;
    for (ccfg::LocId l = 0; l < problem.program.locations.size(); ++l)
      nowhere.push_back({.location = l, .reachable = false, .bounds = {}, .relations = {}});
    r.evidence = std::move(nowhere);
    return r;
  }
};

void switchOff(bounded::BoundedOptions& o, const std::string& heuristics) {
  const std::pair<const char*, bool*> all[] = {{"S0", &o.prune},       {"S1", &o.biased},
                                               {"S2a", &o.lockValues}, {"S2b", &o.lockOrder},
                                               {"S3", &o.partialP2},   {"layers", &o.layered}};
  std::istringstream names(heuristics);
  for (std::string name; std::getline(names, name, ',');) {
    bool known = false;
    for (const auto& [called, heuristic] : all)
      if (name == called) *heuristic = false, known = true;
    if (!known) throw UsageError("unknown heuristic " + name);
  }
}

// One option and its value; false: there is no such.
bool setOption(engine::Question& q, const std::string& option, const std::string& value) {
  const auto model = ccfg::memoryModelFromName(value);
  if (option == "--deadlock")
    q.partialDeadlock = value == "partial";
  else if (option == "--memory-model" && model)
    q.memoryModel = *model;
  else
    return false;
  return true;
}

bool setOption(explore::ExploreOptions& o, const std::string& option, const std::string& value) {
  const auto reduction = explore::reductionFromName(value);
  if (reduction) o.reduction = *reduction;
  return option == "--por" && reduction;
}

bool setOption(bounded::BoundedOptions& o, const std::string& option, const std::string& value) {
  const auto strategy = bounded::strategyFromName(value);
  if (option == "--strategy" && strategy)
    o.strategy = *strategy;
  else if (option == "--without")
    switchOff(o, value);
  else if (option == "--solver")
    o.z3 = value == "z3";
  else
    return false;
  return true;
}

bool setOption(modular::ModularOptions& o, const std::string& option, const std::string& value) {
  const auto sensitivity = modular::sensitivityFromName(value);
  const auto domain = domains::domainFromName(value);
  if (option == "--modular" && sensitivity)
    o.sensitivity = *sensitivity;
  else if (option == "--domain" && domain)
    o.domain = *domain;
  else if (option == "--combinations")
    o.combinations = static_cast<unsigned>(std::stoul(value));
  else if (option == "--invariants")
    o.invariants = value == "yes";
  else
    return false;
  return true;
}

bool setOption(impact::ImpactOptions& o, const std::string& option, const std::string& value) {
  const auto configuration = impact::configurationFromName(value);
  if (option == "--impact" && configuration)
    o.configuration = *configuration;
  else if (option == "--max-threads")
    o.maxThreads = static_cast<unsigned>(std::stoul(value));
  else if (option == "--take-threads")
    o.takeSlots = value == "on";
  else
    return false;
  return true;
}

template <typename Options>
Setting parseOptions(std::istringstream& words,
                     std::unique_ptr<engine::Engine> (*make)(const Options& options)) {
  Options options;
  engine::Question question;
  std::string option, value;
  while (words >> option)
    if (!(words >> value) || !(setOption(question, option, value) || setOption(options, option, value)))
      throw UsageError("unknown option in setting: " + words.str());
  return {words.str(), [make, options] { return make(options); }, question};
}

} // namespace

Setting parseSetting(const std::string& text) {
  std::istringstream words(text);
  std::string engine;
  words >> engine;
  if (engine == "blind") return {text, [] { return std::make_unique<Blind>(); }, {}};
  if (engine == "wrong") return {text, [] { return std::make_unique<Wrong>(); }, {}};
  if (engine == "explore") return parseOptions(words, explore::makeExplore);
  if (engine == "bounded") return parseOptions(words, bounded::makeBounded);
  if (engine == "modular") return parseOptions(words, modular::makeModular);
  if (engine == "impact") return parseOptions(words, impact::makeImpact);
  throw UsageError("unknown engine in setting: " + text);
}

Setting varied(const Setting& setting, uint64_t seed) {
  if (setting.text.rfind("bounded", 0) != 0) return setting;
  Dice dice(seed);
  std::string without;
  for (const char* heuristic : {"S0", "S1", "S2a", "S2b", "S3", "layers"})
    if (dice.chance(25)) without += (without.empty() ? "" : ",") + std::string(heuristic);
  std::string text = setting.text;
  if (!without.empty()) text += " --without " + without;
  if (dice.chance(5)) text += " --solver z3";
  return parseSetting(text);
}

std::unique_ptr<ccfg::Program> modelOf(const std::string& file, const std::vector<std::string>& flags,
                                       bool spuriousWakeups) {
  llvm2ccfg::FrontendOptions options;
  options.compilerFlags = flags;
  options.spuriousWakeups = spuriousWakeups;
  options.inputs = {file};
  options.checkMemory = true; // some questions are about it
  return llvm2ccfg::translate(options);
}

ccfg::PropertySet only(ccfg::Property property) {
  ccfg::PropertySet set;
  set.add(property);
  return set;
}

std::vector<ccfg::PropertySet> usualQuestions() {
  using ccfg::Property;
  ccfg::PropertySet machine = only(Property::Memory);
  machine.add(Property::Overflow);
  return {only(Property::Assert),
          only(Property::Race),
          only(Property::Deadlock),
          only(Property::LockMisuse),
          machine,
          ccfg::PropertySet::defaults()};
}

engine::Result ask(const ccfg::Program& model, const Setting& setting, ccfg::PropertySet asked,
                   double seconds) {
  Budget budget;
  budget.setTimeout(seconds);
  engine::Question question = setting.question;
  question.properties = asked;
  if (check::isRelaxed(question.memoryModel)) {
    engine::Result relaxed =
        check::askRelaxed(*setting.make(), engine::Problem(model, question), budget).result;
    engine::applyAssumptions(relaxed, false);
    return relaxed;
  }
  const engine::Problem problem(model, question);
  engine::Result r = setting.make()->run(problem, budget, {});
  if (setting.recheck && std::holds_alternative<engine::ProofTree>(r.evidence)) {
    check::recheck(problem, r);
    if (r.recheck.outcome == engine::Recheck::Outcome::Rejected)
      throw InternalError("its proof was rejected: " + r.recheck.why);
  }
  if (r.counterexample() != nullptr) check::confirm(model, *r.counterexample(), asked); // "wrong" has none
  engine::applyAssumptions(r, false);
  return r;
}

} // namespace heddle::random
