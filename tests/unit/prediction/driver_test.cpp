// The driver of prediction, on a recorded run and its model written by hand: what it asks, what it makes of
// the answers and of replays, and what it says when it may not go on.
#include "prediction/driver.h"

#include "ccfg/text.h"
#include "engines/bounded/bounded.h"
#include "report/prediction.h"
#include "report/replayed.h"
#include "report/story_json.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heddle::prediction {
namespace {

using ccfg::Property;
using trace::Event;
using trace::EventKind;
using trace::SiteKind;

// main starts `first`, which reads and writes x in a block and sets done, and `second`, which writes x.
struct TwoThreads {
  trace::Trace trace;

  TwoThreads() {
    trace.program = "/nowhere/program";
    trace.ended = true;
    trace.modules = {{7, 1, 9}};
    trace.sites.emplace_back();
    const auto created = site(SiteKind::Create, "first", 20), other = site(SiteKind::Create, "second", 21);
    const auto begin = site(SiteKind::AtomicBegin, "", 4), read = site(SiteKind::Read, "x", 5),
               write = site(SiteKind::Write, "x", 6), end = site(SiteKind::AtomicEnd, "", 7),
               done = site(SiteKind::Write, "done", 8), looks = site(SiteKind::Read, "done", 10),
               remote = site(SiteKind::Write, "x", 11);
    thread({event(EventKind::Create, created, 0, 2), event(EventKind::Create, other, 0, 3)});
    thread({event(EventKind::Mark, begin), event(EventKind::Read, read, xAt, 0, 1),
            event(EventKind::Write, write, xAt, 1, 2), event(EventKind::Mark, end),
            event(EventKind::Write, done, doneAt, 1, 2)});
    thread({event(EventKind::Read, looks, doneAt, 1, 3), event(EventKind::Write, remote, xAt, 5, 4)});
  }

  // `second` writes only if `condition` holds for what it read from `done`.
  llvm2ccfg::TraceProgram model(const std::string& condition) const {
    llvm2ccfg::TraceProgram out;
    out.program =
        ccfg::parseText("program LP64\nobject x global 4\nobject done global 4\n"
                        "thread main {\n  reg %a:32 %b:32\n  entry A exit Z\n"
                        "  A: -> B: skip\n  B: -> C: %a := fork first\n  C: -> D: %b := fork second\n"
                        "  D: -> Z: halt exit\n}\n"
                        "thread first {\n  reg %r:32\n  entry A exit Z\n"
                        "  A: -> B: skip\n  B: -> C: transaction-begin\n"
                        "  C: -> D: %r := load.4 &x\n  D: -> E: store.4 &x (add %r 1:32)\n"
                        "  E: -> F: transaction-end\n  F: -> G: store.4 &done 1:32\n  G: -> Z: skip\n}\n"
                        "thread second {\n  reg %q:32\n  entry A exit Z\n"
                        "  A: -> B: skip\n  B: -> C: %q := load.4 &done\n  C: -> D: assume " +
                            condition + "\n  D: -> E: store.4 &x 5:32\n  E: -> Z: skip\n}\n",
                        "model");
    for (uint32_t t = 0; t < trace.threads.size(); ++t) {
      uint32_t next = 0;
      for (ccfg::LocId at = out.program->threads[t].entry; at != out.program->threads[t].exit;) {
        const ccfg::EdgeId e = out.program->out(at).at(0);
        const auto& ops = out.program->edges[e].ops;
        const bool told =
            !ops.empty() && (ccfg::isAccess(ops[0]) || std::holds_alternative<ccfg::Fork>(ops[0]));
        while (told && !isInModel(trace.threads[t].events[next])) ++next;
        if (told) out.edges[{t, next}] = e;
        if (told) out.events[e] = {t, next++};
        at = out.program->edges[e].to;
      }
    }
    return out;
  }

private:
  static bool isInModel(const Event& e) { return e.isAccess() || e.kind == EventKind::Create; }
  static constexpr uint64_t xAt = 0x1000, doneAt = 0x8000;

  uint32_t site(SiteKind kind, const std::string& name, uint32_t line) {
    trace::Site s;
    s.kind = kind;
    s.bytes = 4;
    s.index = static_cast<uint32_t>(trace.sites.size() - 1);
    s.line = line;
    s.file = "/src/a.c";
    s.function = "f";
    s.name = name;
    trace.sites.push_back(std::move(s));
    return static_cast<uint32_t>(trace.sites.size() - 1);
  }
  static Event event(EventKind kind, uint32_t site, uint64_t address = 0, uint64_t value = 0,
                     uint64_t stage = 0) {
    return {address, value, stage, site, kind};
  }
  void thread(std::vector<Event> events) {
    events.insert(events.begin(), event(EventKind::Start, 0));
    events.push_back(event(EventKind::End, 0));
    trace.threads.push_back({static_cast<uint32_t>(trace.threads.size() + 1), std::move(events)});
  }
};

class Driver : public testing::Test {
protected:
  Driver() {
    options_.asked.add(Property::Atomicity);
    means_.model = [this](const Recorded&, llvm2ccfg::Window) {
      ++models_;
      llvm2ccfg::TraceProgram model = run_.model(condition_);
      model.gaps = gaps_;
      return model;
    };
  }

  predict::Prediction predicted(const Budget& budget = Budget()) {
    const auto engine = bounded::makeBounded({});
    return predict(run_.trace, options_, means_, *engine, budget);
  }
  void replayGives(replay::Outcome outcome) {
    means_.replay = [outcome](const replay::Witness&) { return replay::Result{outcome, "so it went"}; };
  }

  TwoThreads run_;
  std::string condition_ = "(ult %q 2:32)"; // always
  std::vector<std::string> gaps_;
  Options options_;
  Means means_;
  size_t models_ = 0;
};

TEST_F(Driver, FindsTheBlockThatAnotherThreadInterrupts) {
  const predict::Prediction found = predicted();
  EXPECT_EQ(found.potential, 1u);
  ASSERT_EQ(found.violations.size(), 1u);
  const replay::Witness& w = found.violations[0].witness;
  EXPECT_EQ(w.property, Property::Atomicity);
  EXPECT_EQ(w.command, std::vector<std::string>{"/nowhere/program"});
  std::vector<std::pair<uint32_t, replay::Role>> roles;
  for (const replay::WitnessStep& s : w.steps)
    if (s.role != replay::Role::None) roles.emplace_back(s.thread, s.role);
  EXPECT_EQ(roles, (std::vector<std::pair<uint32_t, replay::Role>>{
                       {2, replay::Role::First}, {3, replay::Role::Remote}, {2, replay::Role::Second}}));
  EXPECT_FALSE(found.allInfeasible());
}

TEST_F(Driver, WhatCantHappenIsInfeasible) {
  condition_ = "(eq %q 1:32)"; // only when the block is over
  const predict::Prediction found = predicted();
  EXPECT_EQ(found.infeasible, 1u);
  EXPECT_TRUE(found.violations.empty());
  EXPECT_TRUE(found.allInfeasible());
}

TEST_F(Driver, AModelWithGapsExcludesNothing) {
  condition_ = "(eq %q 1:32)";
  gaps_ = {"a pipe", "an assembler instruction"};
  const predict::Prediction found = predicted();
  EXPECT_EQ(found.infeasible, 0u);
  ASSERT_EQ(found.undecided.size(), 1u);
  EXPECT_EQ(found.undecided[0].why, "a pipe; and 1 more");
  EXPECT_FALSE(found.allInfeasible());
}

TEST_F(Driver, AModelThatCantRepeatTheRunExcludesNothing) {
  condition_ = "(eq %q 0:32)"; // but the run read 1
  const predict::Prediction found = predicted();
  EXPECT_EQ(found.infeasible, 0u);
  ASSERT_EQ(found.undecided.size() + found.violations.size(), 1u);
}

TEST_F(Driver, OnlyWhatIsReproducedCountsIfItWasTried) {
  replayGives(replay::Outcome::Reproduced);
  predict::Prediction found = predicted();
  ASSERT_EQ(found.violations.size(), 1u);
  EXPECT_TRUE(found.violations[0].reproduced);
  EXPECT_EQ(found.violations[0].why, "reproduced: so it went");
  for (const auto outcome : {replay::Outcome::Diverged, replay::Outcome::TimedOut}) {
    replayGives(outcome);
    found = predicted();
    EXPECT_TRUE(found.violations.empty());
    ASSERT_EQ(found.unconfirmed.size(), 1u);
    EXPECT_FALSE(found.unconfirmed[0].reproduced);
    EXPECT_FALSE(found.allInfeasible());
  }
}

TEST_F(Driver, AProgramThatIsGoneIsSaidToBe) {
  means_.replay = [](const replay::Witness&) -> std::optional<replay::Result> { return std::nullopt; };
  const predict::Prediction found = predicted();
  ASSERT_EQ(found.violations.size(), 1u);
  EXPECT_FALSE(found.violations[0].reproduced);
  EXPECT_EQ(found.violations[0].why, "the program is not available");
}

TEST_F(Driver, UnseenCallsMakeItACondition) {
  means_.model = [this](const Recorded&, llvm2ccfg::Window) {
    llvm2ccfg::TraceProgram model = run_.model(condition_);
    model.unseen.push_back({1, 1, "lock() at a.c:3"});
    return model;
  };
  const predict::Prediction found = predicted();
  EXPECT_TRUE(found.violations.empty());
  ASSERT_EQ(found.unconfirmed.size(), 1u);
  EXPECT_EQ(found.unconfirmed[0].why,
            "possible unless one of these unseen calls synchronizes: lock() at a.c:3");
}

TEST_F(Driver, ARaceIsTwoAccessesThatBothThreadsStandBefore) {
  options_.asked = {};
  options_.asked.add(Property::Race);
  const predict::Prediction found = predicted();
  EXPECT_EQ(found.others, 3u); // of x: read and write with write; of done: write with read
  ASSERT_FALSE(found.violations.empty());
  for (const predict::Predicted& p : found.violations) {
    EXPECT_EQ(p.property, Property::Race);
    ASSERT_GE(p.witness.steps.size(), 2u);
    const size_t last = p.witness.steps.size() - 1;
    EXPECT_EQ(p.witness.steps[last - 1].role, replay::Role::First);
    EXPECT_EQ(p.witness.steps[last].role, replay::Role::Second);
    EXPECT_NE(p.witness.steps[last - 1].thread, p.witness.steps[last].thread);
  }
}

TEST_F(Driver, ABudgetThatIsSpentIsSaidAndNothingIsThrown) {
  Budget budget;
  std::atomic<bool> cancelled{true};
  budget.setCancelFlag(&cancelled);
  const predict::Prediction found = predicted(budget);
  EXPECT_TRUE(!found.spent.empty() || !found.undecided.empty());
  EXPECT_TRUE(found.violations.empty());
  EXPECT_FALSE(found.allInfeasible());
}

TEST_F(Driver, CandidatesThatFitIntoNoWindowAreCounted) {
  options_.window = 1;
  const predict::Prediction found = predicted();
  EXPECT_TRUE(found.windowed);
  EXPECT_EQ(found.beyondWindows, 1u);
  EXPECT_EQ(models_, 0u);
  EXPECT_FALSE(found.allInfeasible());
}

TEST_F(Driver, OptionsThatMissViolationsProveNothing) {
  condition_ = "(eq %q 1:32)";
  options_.recordedValues = true;
  EXPECT_FALSE(predicted().allInfeasible());
}

TEST_F(Driver, EveryModelIsShownAndTheCommandIsTheGivenOne) {
  size_t shown = 0;
  means_.showModel = [&](const ccfg::Program&) { ++shown; };
  means_.command = {"./other", "1"};
  const predict::Prediction found = predicted();
  EXPECT_EQ(shown, 1u);
  ASSERT_EQ(found.violations.size(), 1u);
  EXPECT_EQ(found.violations[0].witness.command, means_.command);
}

// What is predicted is an execution of the model, told with the numbers of the run and the values of the
// model, and read back from the witness as it was told.
TEST_F(Driver, EveryPredictionIsTold) {
  run_.trace.threads[1].number = 4; // as in a run that started others
  run_.trace.threads[0].events[1].value = 4;
  const predict::Prediction found = predicted();
  ASSERT_EQ(found.violations.size(), 1u);
  const report::PredictionReport report(run_.trace, found);
  const std::string text = report.text({100, false});
  for (const char* part :
       {"the block is not atomic: another thread accesses `x` between two of its accesses", "reads x = 0",
        "x: 0 -> 5", "x: 5 -> 1", "thread 4 (first) reads x", "thread 3 (second) writes x",
        "R-W-W: ", "starts thread 4", "\nverdict: false(atomicity), on the model of the run only\n"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;

  const nlohmann::json witness = report.witness(found.violations[0]);
  FileTable files;
  const report::Story story = report::storyFromJson(witness["story"], files);
  ASSERT_EQ(story.events.size(), found.violations[0].schedule.steps.size());
  EXPECT_EQ(nlohmann::json(storyJson(story, *found.violations[0].model))["violation"],
            witness["story"]["violation"]);
  EXPECT_EQ(story.threads.size(), 3u);
}

TEST_F(Driver, AReplayIsToldWithTheValuesThatItFound) {
  const predict::Prediction found = predicted();
  ASSERT_EQ(found.violations.size(), 1u);
  const replay::Witness& w = found.violations[0].witness;
  FileTable files;
  const nlohmann::json json = report::PredictionReport(run_.trace, found).witness(found.violations[0]);
  const report::Story story = report::storyFromJson(json["story"], files);
  replay::Result run{replay::Outcome::Reproduced, "so it went", {}};
  for (size_t i = 0; i < w.steps.size(); ++i) run.made.push_back({100 + i, 200 + i});
  const auto effectsOf = [](const report::Story& s, uint32_t told) { return s.events.at(told).effects; };
  const report::Story whole = replayedStory(story, w, run);
  EXPECT_EQ(whole.broken.size(), 3u);
  for (size_t i = 0; i < w.steps.size(); ++i)
    for (const report::Effect& e : effectsOf(whole, w.steps[i].told)) {
      if (e.kind != report::Effect::Kind::Note) {
        EXPECT_EQ(e.after, std::to_string((e.kind == report::Effect::Kind::Read ? 100 : 200) + i));
      }
    }
  EXPECT_EQ(report::verdictLine(w, run), "verdict: false(atomicity)");

  // Where a run stops, its story does: the last step was not made.
  run.outcome = replay::Outcome::Diverged;
  run.made.pop_back();
  const report::Story cut = replayedStory(story, w, run);
  EXPECT_EQ(cut.events.size(), w.steps.back().told);
  EXPECT_TRUE(cut.broken.empty());
  ASSERT_EQ(cut.pending.size(), 1u);
  EXPECT_EQ(cut.pending[0].thread, w.steps.back().thread);
  EXPECT_EQ(report::verdictLine(w, run), "verdict: unknown (diverged: so it went)");
}

TEST_F(Driver, TheVerdictSaysWhatARunShows) {
  EXPECT_EQ(report::exitCode(predicted()), ExitCode::Violation);
  replayGives(replay::Outcome::Reproduced);
  EXPECT_EQ(report::verdictLine(predicted()), "verdict: false(atomicity)");
  replayGives(replay::Outcome::TimedOut);
  EXPECT_EQ(report::verdictLine(predicted()),
            "verdict: unknown (1 predicted, but not reproduced on the program)");
  EXPECT_EQ(report::exitCode(predicted()), ExitCode::Unknown);
  condition_ = "(eq %q 1:32)";
  EXPECT_EQ(report::exitCode(predicted()), ExitCode::Proved); // of this run: it is not called "true"
  EXPECT_EQ(report::verdictLine(predicted()).find("verdict: nothing predicted ("), 0u);
  options_.recordedValues = true;
  EXPECT_EQ(report::verdictLine(predicted()), "verdict: unknown (an option leaves out interleavings)");
}

} // namespace
} // namespace heddle::prediction
