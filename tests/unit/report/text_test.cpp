// The look of a counterexample, on stories written by hand.
#include "report/text.h"

#include "support/error.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace heddle::report {
namespace {

class Text : public testing::Test {
protected:
  Text() {
    path_ =
        std::filesystem::path(testing::TempDir()) / ("heddle_text_test." + std::to_string(getpid()) + ".c");
    std::ofstream(path_) << "int x;\n\tint seen = x;\n\tx = seen + 1;\n  assert(x == 2);\n";
    file_ = files_.add(path_);
    story_.threads = {{1, "main", 0, {}}, {2, "worker", 1, {file_, 3, 1}}};
  }
  ~Text() override { std::filesystem::remove(path_); }

  void step(uint32_t thread, uint32_t line, Effect effect) {
    Event e;
    e.thread = thread;
    e.pos = {file_, line, 1};
    e.effects = {std::move(effect)};
    story_.events.push_back(e);
  }

  std::string text(unsigned width = 80) {
    SourceText source(files_);
    return counterexampleText(story_, source, {width, false});
  }

  static bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }

  std::filesystem::path path_;
  FileTable files_;
  uint32_t file_ = 0;
  Story story_;
};

TEST_F(Text, OneColumnAThreadAndTheFailingRowMarked) {
  step(1, 2, {Effect::Kind::Read, "x", "", "0"});
  step(2, 3, {Effect::Kind::Write, "x", "0", "1"});
  step(1, 4, {Effect::Kind::Read, "x", "", "1"});
  story_.violation = {ccfg::Property::Assert, "assertion `x == 2` failed", 1, 0, 0, ccfg::none};
  story_.violationPos = {file_, 4, 1};
  const std::string out = text();
  EXPECT_TRUE(has(out, "assertion `x == 2` failed\n  at " + path_.string() + ":4, in thread 1 (main)\n"))
      << out;
  EXPECT_TRUE(has(out, "thread 2: worker, created by thread 1 at line 3\n")) << out;
  EXPECT_TRUE(has(out, "     | thread 1: main                      | thread 2: worker\n")) << out;
  EXPECT_TRUE(has(out, "   1 | 2  int seen = x")) << out;
  EXPECT_TRUE(has(out, "     |      reads x = 0")) << out;
  EXPECT_TRUE(has(out, "   2 |                                     | 3  x = seen + 1\n"
                       "     |                                     |      x: 0 -> 1\n"))
      << out;
  EXPECT_TRUE(has(out, "  => | 4  assert(x == 2)")) << out;
}

TEST_F(Text, NoLineIsWiderThanTheTerminal) {
  step(1, 2, {Effect::Kind::Read, "a_rather_long_name.of_a_field[17].in_a_structure", "", "123456789012345"});
  step(2, 3, {Effect::Kind::Write, "another_long_name", "1111111111111111", "2222222222222222222"});
  for (unsigned width : {40u, 60u, 80u, 200u}) {
    std::istringstream lines(text(width));
    std::string line;
    bool inTable = false;
    while (std::getline(lines, line)) {
      inTable |= line.find(" | ") != std::string::npos;
      if (inTable) {
        EXPECT_LE(displayWidth(line), width) << line;
      }
    }
  }
}

TEST_F(Text, ManyThreadsMakeAList) {
  for (uint32_t t = 3; t <= 12; ++t) story_.threads.push_back({t, "worker", 1, {}});
  step(1, 2, {Effect::Kind::Read, "x", "", "0"});
  step(12, 3, {Effect::Kind::Write, "x", "0", "1"});
  const std::string out = text();
  EXPECT_TRUE(has(out, "   1 | 1 main    | 2  int seen = x\n")) << out;
  EXPECT_TRUE(has(out, "  => | 12 worker | 3  x = seen + 1\n")) << out;
}

TEST_F(Text, ARaceShowsBothAccessesAndTheLocksHeld) {
  step(1, 2, {Effect::Kind::Read, "x", "", "0"});
  story_.violation = {ccfg::Property::Race, "data race on x", 1, 0, 2, 1};
  story_.violationPos = {file_, 3, 1};
  story_.pending = {{1, {file_, 3, 1}, "", "writes x", {}},
                    {2, {file_, 2, 1}, "", "reads x", {{"m", {file_, 1, 1}}}}};
  const std::string out = text();
  EXPECT_TRUE(has(out, "  => | 3  x = seen + 1                     | 2  int seen = x\n"
                       "     |      writes x                       |      reads x\n"))
      << out;
  EXPECT_TRUE(has(out, "  thread 1 (main) writes x at line 3, holding no lock\n"
                       "  thread 2 (worker) reads x at line 2, holding m (since line 1)\n"))
      << out;
}

TEST_F(Text, SeveralFilesAreNamedAboveTheLine) {
  step(1, 2, {Effect::Kind::Read, "x", "", "0"});
  step(2, 3, {Effect::Kind::Write, "x", "0", "1"});
  story_.events[1].pos.file = files_.add("folder/other.c");
  const std::string out = text();
  EXPECT_TRUE(has(out, "   1 | " + path_.filename().string() + ":2")) << out;
  EXPECT_TRUE(has(out, "     |    int seen = x ")) << out;
  EXPECT_TRUE(has(out, " | other.c:3\n")) << out;
}

TEST_F(Text, ManyEffectsAreCutInTheMiddle) {
  for (int i = 0; i < 20; ++i)
    step(1, 2, {Effect::Kind::Write, "a[" + std::to_string(i) + "]", "0", std::to_string(i)});
  const std::string out = text();
  EXPECT_TRUE(has(out, "a[3]: 0 -> 3")) << out;
  EXPECT_TRUE(has(out, "... 13 more")) << out;
  EXPECT_FALSE(has(out, "a[16]: 0 -> 16")) << out;
  EXPECT_TRUE(has(out, "a[17]: 0 -> 17")) << out;
}

TEST_F(Text, WithoutTheSourceFilePositionsRemain) {
  std::filesystem::remove(path_);
  step(1, 2, {Effect::Kind::Read, "x", "", "0"});
  EXPECT_TRUE(has(text(), "  => | 2 ")) << text();
  EXPECT_TRUE(has(text(), "     |      reads x = 0 ")) << text();
}

TEST_F(Text, SourceCannotSendControlCharacters) {
  std::ofstream(path_) << "\n\033[2Jx;\n";
  SourceText source(files_);
  EXPECT_EQ(source.line({file_, 2, 1}), "[2Jx;");
}

TEST(VerdictLine, IsAsDocumented) {
  engine::Result r;
  r.verdict = engine::Verdict::True;
  EXPECT_EQ(verdictLine(r), "verdict: true");
  EXPECT_EQ(exitCode(r), 0);
  r.verdict = engine::Verdict::Unknown;
  r.why = "out of time (10 s)";
  EXPECT_EQ(verdictLine(r), "verdict: unknown (out of time (10 s))");
  EXPECT_EQ(exitCode(r), 5);
  r.verdict = engine::Verdict::False;
  r.evidence = ccfg::Schedule();
  r.counterexample()->violation.property = ccfg::Property::LockMisuse;
  EXPECT_EQ(verdictLine(r), "verdict: false(lock-misuse)");
  EXPECT_EQ(exitCode(r), 10);
}

} // namespace
} // namespace heddle::report
