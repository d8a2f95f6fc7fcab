// What becomes of an engine in a process of its own, whatever it does.
#include "portfolio/worker.h"

#include "ccfg/text.h"
#include "support/budget.h"
#include "support/error.h"

#include <gtest/gtest.h>

#include <csignal>
#include <poll.h>
#include <unistd.h>

namespace heddle::portfolio {
namespace {

class Workers : public testing::Test {
protected:
  // Until it ends.
  static std::vector<std::string> await(Worker& w) {
    std::vector<std::string> told;
    for (pollfd p{w.descriptor(), POLLIN, 0};
         !w.read([&](const engine::Progress& x) { told.push_back(x.text); });)
      ::poll(&p, 1, 1000);
    return told;
  }
  static bool isAlive(pid_t p) { return kill(p, 0) == 0; }

  const std::unique_ptr<ccfg::Program> program_ = ccfg::parseText(
      "program LP64\nthread main {\n  reg %a:1\n  entry A exit Z\n  A: -> Z: %a := nondet\n}\n", "model");
};

TEST_F(Workers, TellProgressAndResult) {
  Worker w(
      "some",
      [](const engine::ProgressSink& progress) {
        progress({"half"});
        progress({std::string(100'000, 'x')});
        engine::Result r;
        r.verdict = engine::Verdict::True;
        r.engine = "other";
        return r;
      },
      *program_);
  const std::vector<std::string> told = await(w);
  ASSERT_EQ(told.size(), 2u);
  EXPECT_EQ(told[0], "half");
  EXPECT_EQ(told[1].size(), 100'000u);
  EXPECT_EQ(w.end(), Worker::End::Ordinary);
  EXPECT_EQ(w.result().verdict, engine::Verdict::True);
  EXPECT_EQ(w.result().engine, "other");
}

TEST_F(Workers, MayCrash) {
  Worker w(
      "some",
      [](const engine::ProgressSink&) -> engine::Result {
        signal(SIGSEGV, SIG_DFL); // whatever a sanitizer does
        raise(SIGSEGV);
        return {};
      },
      *program_);
  await(w);
  EXPECT_EQ(w.end(), Worker::End::Crashed);
  EXPECT_EQ(w.result().verdict, engine::Verdict::Unknown);
  EXPECT_NE(w.result().why.find("signal 11"), std::string::npos) << w.result().why;
}

TEST_F(Workers, MayEndWithoutAWord) {
  Worker w("some", [](const engine::ProgressSink&) -> engine::Result { _exit(0); }, *program_);
  await(w);
  EXPECT_EQ(w.end(), Worker::End::Crashed);
}

TEST_F(Workers, MayThrow) {
  Worker internal(
      "some", [](const engine::ProgressSink&) -> engine::Result { throw InternalError("a bug"); }, *program_);
  await(internal);
  EXPECT_EQ(internal.end(), Worker::End::Internal);
  EXPECT_EQ(internal.result().why, "a bug");
  Worker memory(
      "some", [](const engine::ProgressSink&) -> engine::Result { throw std::bad_alloc(); }, *program_);
  await(memory);
  EXPECT_EQ(memory.end(), Worker::End::Ordinary);
  EXPECT_EQ(memory.result().why, "out of memory");
  Worker time(
      "some", [](const engine::ProgressSink&) -> engine::Result { throw OutOfBudget{"late"}; }, *program_);
  await(time);
  EXPECT_EQ(time.result().why, "late");
}

TEST_F(Workers, EndWhenTheyAreStopped) {
  const auto forever = [](const engine::ProgressSink& progress) -> engine::Result {
    progress({std::to_string(getpid())});
    for (;;) pause();
  };
  auto w = std::make_unique<Worker>("some", forever, *program_);
  std::string process;
  for (pollfd p{w->descriptor(), POLLIN, 0}; process.empty();) {
    ::poll(&p, 1, 1000);
    ASSERT_FALSE(w->read([&](const engine::Progress& x) { process = x.text; }));
  }
  EXPECT_GT(w->residentBytes(), 0u);
  w->stop("enough");
  EXPECT_FALSE(isAlive(std::stoi(process)));
  EXPECT_EQ(w->result().why, "enough");
  EXPECT_EQ(w->result().engine, "some");
}

TEST_F(Workers, EndWithTheObject) {
  std::string process;
  {
    Worker w(
        "some",
        [](const engine::ProgressSink& progress) -> engine::Result {
          progress({std::to_string(getpid())});
          for (;;) pause();
        },
        *program_);
    for (pollfd p{w.descriptor(), POLLIN, 0}; process.empty();) {
      ::poll(&p, 1, 1000);
      w.read([&](const engine::Progress& x) { process = x.text; });
    }
  }
  EXPECT_FALSE(isAlive(std::stoi(process)));
}

} // namespace
} // namespace heddle::portfolio
