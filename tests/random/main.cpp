// heddle-fuzz: random programs against the engines.
//
//   heddle-fuzz --count N --seed S --left "explore --por none" --right "explore --por persistent"
//       both settings must give the same verdict on each property of each program, and on sets of them;
//       --right may come several times, --vary switches heuristics of `bounded` off at random, --unrolls
//       draws programs that a bound can be complete for, --blocks some with blocks that are meant to be
//       atomic, --waits some with more of condition variables, --orders some whose threads wait for each
//       other in more ways, --rounds some whose threads are created and joined several times, --heap some
//       that share blocks of memory; --property asks for one only; --proofs asks the right side first, and
//       the left side only about what that has proved: for an engine that never answers `false'; --recheck
//       has each proof as a tree re-checked (check/treecheck.h)
//   heddle-fuzz --count N --seed S --invariants STATES --right "modular --invariants yes"
//       every invariant must hold in every state, of the first STATES that are reached
//   heddle-fuzz --count N --seed S --everywhere STATES
//       both of these for `modular` in every configuration and domain
//   heddle-fuzz --count N --seed S --derived [--wrong hides|misleads|misplaces] --right explore
//       derived programs have the verdicts of the program that they are made from, and their counterexamples
//       and facts are lifted to it; the wrong ones must be noticed
//   heddle-fuzz --count N --seed S --native RUNS
//       what a native run ends with, `explore` must find too
//   heddle-fuzz --count N --seed S --sequential
//       a program with one thread must compute what its native run computes
//   heddle-fuzz --switches FILE... [--draws N] [--seed S]
//       each program, which says what is right of it, with N drawn strategies and combinations of heuristics
//       of `bounded`, or with all
//   heddle-fuzz --count N --seed S --verdicts --right "explore"
//       what each setting on the right says of each question, to be compared with another version's answers
//   heddle-fuzz --seed S --print
//
// A disagreement is shrunk and written to OUT/disagree-SEED-NUMBER.c; exit code 1.
#include "derivations.h"
#include "everywhere.h"
#include "generate.h"
#include "invariants.h"
#include "native.h"
#include "options.h"
#include "oracle.h"
#include "print.h"
#include "sequential.h"
#include "shrink.h"
#include "support/error.h"
#include "switches.h"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>

namespace heddle::random {
namespace {

struct Tally {
  int programs = 0, violations = 0, unfinished = 0, outcomes = 0, disagreements = 0;
};

struct Agreement { // of one setting with the left one
  int questions = 0, decided = 0, programsDecided = 0, disagreements = 0;
  int rechecked = 0, open = 0; // proofs as trees

  void count(const engine::Result& r) {
    if (!std::holds_alternative<engine::ProofTree>(r.evidence)) return;
    ++(r.recheck.outcome == engine::Recheck::Outcome::Accepted ? rechecked : open);
    if (r.recheck.outcome == engine::Recheck::Outcome::Open && !r.recheck.why.empty())
      fmt::print("not re-checked: {}\n", r.recheck.why);
  }
};

class Driver {
public:
  explicit Driver(Options o)
      : o_(std::move(o)), left_(parseSetting(o_.left)), right_(parseSetting(o_.right.front())),
        agreements_(o_.right.size()) {}

  int run() {
    if (o_.sequential)
      runSequentialMode();
    else if (o_.invariants > 0)
      runInvariantMode();
    else if (o_.everywhere > 0)
      runEverywhereMode();
    else if (o_.derived)
      runDerivedMode();
    else if (o_.verdicts)
      runVerdictMode();
    else if (o_.nativeRuns > 0)
      runNativeMode();
    else
      runCompareMode();
    fmt::print("{} programs, {} violations, {} native outcomes, {} questions unfinished, {} disagreements\n",
               tally_.programs, tally_.violations, tally_.outcomes, tally_.unfinished, tally_.disagreements);
    const bool isOpen =
        std::ranges::any_of(agreements_, [&](const Agreement& a) { return o_.recheck && a.open > 0; });
    return tally_.disagreements == 0 && !isOpen ? 0 : 1;
  }

private:
  using Complaint = std::optional<std::string>;

  void runCompareMode() {
    for (int i = 0; i < o_.count; ++i) {
      const uint64_t seed = o_.seed + static_cast<uint64_t>(i);
      const Program p = generate(seed, o_.generation());
      ++tally_.programs;
      answered_.clear();
      for (size_t k = 0; k < o_.right.size(); ++k) {
        right_ = parseSetting(o_.right[k]);
        right_.recheck = o_.recheck;
        if (o_.vary) right_ = varied(right_, seed * o_.right.size() + k);
        agreement_ = &agreements_[k];
        compareAndShrink(p);
      }
    }
    for (size_t k = 0; k < o_.right.size(); ++k)
      fmt::print("`{}': {} questions, {} decided by both, on {} programs all; {} disagreements\n",
                 o_.right[k], agreements_[k].questions, agreements_[k].decided,
                 agreements_[k].programsDecided, agreements_[k].disagreements);
    for (size_t k = 0; o_.recheck && k < o_.right.size(); ++k)
      fmt::print("`{}': {} proofs re-checked, {} not\n", o_.right[k], agreements_[k].rechecked,
                 agreements_[k].open);
  }

  void compareAndShrink(const Program& p) {
    const int before = agreement_->questions - agreement_->decided;
    const Complaint c = compare(p);
    agreement_->programsDecided += agreement_->questions - agreement_->decided == before;
    if (!c) return;
    ++agreement_->disagreements;
    disagree(p, *c, [&](const Program& q) { return compare(q); });
  }

  std::vector<ccfg::PropertySet> questions() const {
    using ccfg::Property;
    if (o_.property) return {only(*o_.property)};
    std::vector<ccfg::PropertySet> all = usualQuestions();
    if (!o_.blocks) return all;
    all.push_back(only(Property::Atomicity));
    all.push_back(ccfg::PropertySet::defaults());
    all.back().add(Property::Atomicity);
    return all;
  }

  Complaint compare(const Program& p) {
    const auto model = modelOf(place_.write("fuzz.c", printC(p, {})), {}, p.spuriousWakeups);
    size_t number = 0;
    for (const ccfg::PropertySet asked : questions()) {
      engine::Result l, r;
      if (!o_.proofs) l = left(*model, asked, number++);
      try {
        r = ask(*model, right_, asked, o_.seconds);
      } catch (const InternalError& e) {
        return fmt::format("{}: `{}' fails: {}", asked.toString(), right_.text, e.what());
      }
      if (!shrinking_) agreement_->count(r);
      if (o_.proofs && !shrinking_) ++agreement_->questions;
      if (o_.proofs && r.verdict != engine::Verdict::True) continue;
      if (o_.proofs) l = ask(*model, left_, asked, o_.seconds);
      if (o_.proofs && !shrinking_) --agreement_->questions;
      const bool decided = l.verdict != engine::Verdict::Unknown && r.verdict != engine::Verdict::Unknown;
      if (!shrinking_) ++agreement_->questions, agreement_->decided += decided;
      if (asked.has(ccfg::Property::Memory) && comparesStale(l) && r.verdict == engine::Verdict::True)
        return fmt::format("{}: `{}' meets a comparison of a stale pointer, `{}' none", asked.toString(),
                           left_.text, right_.text);
      if (!decided) {
        unfinished(p, l, r);
        continue;
      }
      if (l.verdict == engine::Verdict::False && !shrinking_) ++tally_.violations;
      if (l.verdict != r.verdict)
        return fmt::format("{}: `{}' says {}, `{}' says {}", asked.toString(), left_.text, name(l.verdict),
                           right_.text, name(r.verdict));
    }
    return std::nullopt;
  }

  // The answers to a whole program's questions are kept for all settings that it is compared with.
  engine::Result left(const ccfg::Program& model, ccfg::PropertySet asked, size_t number) {
    if (shrinking_) return ask(model, left_, asked, o_.seconds);
    if (number == answered_.size()) answered_.push_back(ask(model, left_, asked, o_.seconds));
    return answered_[number];
  }

  static bool comparesStale(const engine::Result& r) {
    return std::ranges::any_of(r.assumptions, [](const ccfg::Assumption& a) {
      return a.kind == ccfg::AssumptionKind::AddressReuse;
    });
  }

  static const char* name(engine::Verdict v) {
    return v == engine::Verdict::True ? "true" : v == engine::Verdict::False ? "false" : "unknown";
  }

  void runVerdictMode() {
    for (int i = 0; i < o_.count; ++i) {
      const Program p = generate(o_.seed + static_cast<uint64_t>(i), o_.generation());
      ++tally_.programs;
      const auto model = modelOf(place_.write("fuzz.c", printC(p, {})), {}, p.spuriousWakeups);
      for (const std::string& setting : o_.right)
        for (const ccfg::PropertySet asked : questions())
          fmt::print("{} {} {}: {}\n", p.seed, setting, asked.toString(),
                     name(ask(*model, parseSetting(setting), asked, o_.seconds).verdict));
      std::fflush(stdout);
    }
  }

  void runInvariantMode() {
    size_t states = 0, bounds = 0;
    for (int i = 0; i < o_.count; ++i) {
      const Program p = generate(o_.seed + static_cast<uint64_t>(i), o_.generation());
      ++tally_.programs;
      for (const std::string& setting : o_.right) {
        right_ = parseSetting(setting);
        const auto check = [&](const Program& q) { return brokenInvariant(q, states, bounds); };
        if (const Complaint c = check(p)) disagree(p, *c, check);
      }
    }
    fmt::print("{} bounds held in {} states\n", bounds, states);
  }

  Complaint brokenInvariant(const Program& p, size_t& states, size_t& bounds) {
    const auto model = modelOf(place_.write("fuzz.c", printC(p, {})), {}, p.spuriousWakeups);
    const ccfg::PropertySet asked = only(ccfg::Property::Assert);
    const engine::Result r = ask(*model, right_, asked, o_.seconds);
    if (r.invariants() == nullptr || r.invariants()->empty()) {
      unfinished(p, r);
      return std::nullopt;
    }
    Claims claims(*model);
    const size_t facts = claims.add(*r.invariants(), right_.text);
    const Explored explored = checkClaims(claims, asked, o_.invariants);
    if (!shrinking_) states += explored.states, bounds += facts;
    return explored.broken;
  }

  void runEverywhereMode() {
    EverywhereOptions options{.states = o_.everywhere, .seconds = o_.seconds};
    EverywhereTally tally, shrinking;
    const auto check = [&](const Program& q) {
      const auto model = modelOf(place_.write("fuzz.c", printC(q, {})), {}, q.spuriousWakeups);
      return wrongAnywhere(*model, left_, options, shrinking_ ? shrinking : tally);
    };
    for (int i = 0; i < o_.count; ++i) {
      const Program p = generate(o_.seed + static_cast<uint64_t>(i), o_.generation());
      ++tally_.programs;
      if (const Complaint c = check(p)) disagree(p, *c, check);
    }
    tally_.unfinished += tally.unfinished;
    fmt::print("{} settings: {} answers, {} proofs, {} of them checked; {} claims held in {} states, all of "
               "{} programs\n",
               tally.settings, tally.answers, tally.proofs, tally.checked, tally.claims, tally.states,
               tally.complete);
  }

  void runDerivedMode() {
    const DerivationsOptions options{.seconds = o_.seconds, .wrong = o_.wrong};
    DerivationsTally tally, shrinking;
    for (int i = 0; i < o_.count; ++i) {
      const uint64_t seed = o_.seed + static_cast<uint64_t>(i);
      const auto check = [&](const Program& q) {
        const auto model = modelOf(place_.write("fuzz.c", printC(q, {})), {}, q.spuriousWakeups);
        return wrongDerivation(*model, right_, seed, options, shrinking_ ? shrinking : tally);
      };
      const Program p = generate(seed, o_.generation());
      ++tally_.programs;
      if (const Complaint c = check(p)) disagree(p, *c, check);
    }
    tally_.unfinished += tally.unfinished;
    for (const auto& [name, t] : tally.of)
      fmt::print("{}: {} copies, {} changed, {} edges for {}; {} verdicts compared, {} of them true of the "
                 "copy only; {} "
                 "schedules lifted, {} facts\n",
                 name, t.copies, t.changed, t.edges, t.edgesBefore, t.compared, t.proved, t.lifted, t.facts);
  }

  void runNativeMode() {
    constexpr int batchSize = 20;
    for (int done = 0; done < o_.count; done += batchSize) {
      std::vector<Program> batch;
      for (int i = done; i < std::min(done + batchSize, o_.count); ++i)
        batch.push_back(generate(o_.seed + static_cast<uint64_t>(i), {.racy = false, .nativeOnly = true}));
      const auto outcomes = runNative(batch, o_.nativeRuns, place_);
      for (size_t i = 0; i < batch.size(); ++i) {
        ++tally_.programs;
        if (const Complaint c = missing(batch[i], outcomes[i]))
          disagree(batch[i], *c,
                   [&](const Program& q) { return missing(q, runNative({q}, o_.nativeRuns, place_)[0]); });
      }
    }
  }

  // An outcome that the engine does not find.
  Complaint missing(const Program& p, const std::set<Outcome>& outcomes) {
    for (const Outcome& o : outcomes) {
      if (!shrinking_) ++tally_.outcomes;
      PrintOptions print{.asserts = PrintOptions::noAsserts};
      if (o.kind == Outcome::Kind::Done) print.forbidden = o.values;
      if (o.kind == Outcome::Kind::Assert) print.asserts = o.values.at(0);
      const auto model = modelOf(place_.write("fuzz.c", printC(p, print)));
      const auto property = o.kind == Outcome::Kind::Hang ? ccfg::Property::Deadlock : ccfg::Property::Assert;
      const engine::Result r = ask(*model, right_, only(property), o_.seconds);
      if (r.verdict == engine::Verdict::Unknown) unfinished(p, r);
      if (r.verdict == engine::Verdict::True)
        return fmt::format("a native run {}, which `{}' does not find", o.toString(), right_.text);
    }
    return std::nullopt;
  }

  void runSequentialMode() {
    for (int i = 0; i < o_.count; ++i) {
      SequentialProgram p = generateSequential(o_.seed + static_cast<uint64_t>(i));
      ++tally_.programs;
      Complaint c = differs(p);
      if (!c) continue;
      ++tally_.disagreements;
      fmt::print("seed {}: {}\n", p.seed, *c);
      for (size_t s = p.statements.size(); s-- > 0;) {
        SequentialProgram smaller = p;
        smaller.statements.erase(smaller.statements.begin() + static_cast<std::ptrdiff_t>(s));
        if (Complaint still = differs(smaller)) p = std::move(smaller), c = still;
      }
      write(p.seed, *c, printDiffer(p, runSequential(printNative(p), place_)));
    }
  }

  Complaint differs(const SequentialProgram& p) {
    try {
      const std::vector<std::string> values = runSequential(printNative(p), place_);
      const auto agree = sequentialModel(printAgree(p, values));
      const engine::Result r = ask(*agree, right_, only(ccfg::Property::Assert), o_.seconds);
      if (r.verdict == engine::Verdict::False) return std::nullopt;
      if (r.verdict == engine::Verdict::Unknown) return "no answer: " + r.why;
      const auto differ = sequentialModel(printDiffer(p, values));
      const engine::Result d = ask(*differ, right_, only(ccfg::Property::Assert), o_.seconds);
      if (d.counterexample() == nullptr) return "the end is not reached";
      return "a value differs at " + differ->posString(differ->edges[d.counterexample()->violation.edge].pos);
    } catch (const InputError& e) {
      return std::string("not accepted: ") + e.what();
    }
  }

  std::unique_ptr<ccfg::Program> sequentialModel(const std::string& code) {
    return modelOf(place_.write("fuzz.c", code), {std::string("-I") + HEDDLE_RANDOM_SOURCE_DIR});
  }

  void write(uint64_t seed, const std::string& complaint, const std::string& code) {
    const std::string file = fmt::format("{}/disagree-{}-{}.c", o_.out, seed, tally_.disagreements);
    std::ofstream(file) << "// " << complaint << "\n" << code;
    fmt::print("  shrunk to {}\n", file);
  }

  void unfinished(const Program& p, const engine::Result& r) {
    if (shrinking_) return;
    ++tally_.unfinished;
    fmt::print("seed {}: no answer: {}\n", p.seed, r.why);
  }

  void unfinished(const Program& p, const engine::Result& l, const engine::Result& r) {
    if (shrinking_) return;
    ++tally_.unfinished;
    fmt::print("seed {}: {}: `{}' says {}{}{}, `{}' says {}{}{}\n", p.seed, l.asked.toString(), left_.text,
               name(l.verdict), l.why.empty() ? "" : ": ", l.why, right_.text, name(r.verdict),
               r.why.empty() ? "" : ": ", r.why);
    std::fflush(stdout);
  }

  void disagree(const Program& p, const std::string& complaint,
                const std::function<Complaint(const Program&)>& check) {
    ++tally_.disagreements;
    fmt::print("seed {}: {}\n", p.seed, complaint);
    std::fflush(stdout);
    shrinking_ = true;
    std::string last = complaint; // a native run need not fail the same way again
    const Program small = shrink(p, [&](const Program& q) {
      const Complaint c = check(q);
      if (c) last = *c;
      return c.has_value();
    });
    shrinking_ = false;
    write(p.seed, last, printC(small, {}));
  }

  Options o_;
  Setting left_, right_;
  Workplace place_;
  Tally tally_;
  std::vector<Agreement> agreements_; // by setting on the right
  Agreement* agreement_ = nullptr;
  std::vector<engine::Result> answered_; // by question
  bool shrinking_ = false;
};

int runSwitches(const Options& o) {
  const SwitchesTally t = checkSwitches(o.switches, {.draws = o.draws, .seed = o.seed, .seconds = o.seconds});
  fmt::print("{} programs, {} skipped, {} answers, {} unknown, {} wrong\n", t.programs, t.skipped, t.answers,
             t.unknown, t.wrong);
  return t.wrong == 0 ? 0 : 1;
}

} // namespace
} // namespace heddle::random

int main(int argc, char** argv) {
  using namespace heddle;
  try {
    const random::Options o = random::parse(argc, argv);
    if (o.print) {
      random::GenerateOptions generation = o.generation();
      generation.nativeOnly = !o.racy;
      fmt::print("{}", random::printC(random::generate(o.seed, generation), {}));
      return 0;
    }
    return o.switches.empty() ? random::Driver(o).run() : random::runSwitches(o);
  } catch (const std::exception& e) {
    fmt::print(stderr, "heddle-fuzz: {}\n", e.what());
    return 2;
  }
}
