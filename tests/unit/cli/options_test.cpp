#include "cli/options.h"
#include "cli/values.h"
#include "support/error.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

using ccfg::Property;

std::string messageOf(const std::vector<std::string>& args) {
  try {
    parseCommandLine(args);
  } catch (const UsageError& e) {
    return e.what();
  }
  return "(accepted)";
}

TEST(CommandLine, DefaultsAreThoseOfTheManual) {
  const Options o = parseCommandLine({"check", "a.c"});
  EXPECT_EQ(o.command, Command::Check);
  EXPECT_EQ(o.inputs, std::vector<std::string>{"a.c"});
  EXPECT_EQ(o.properties.toString(), "assert,race,deadlock,lock-misuse,memory");
  EXPECT_EQ(o.engine, "auto");
  EXPECT_TRUE(o.spuriousWakeups);
  EXPECT_EQ(o.timeout, 0);
}

// The table states a default for the reader; this keeps it true.
TEST(CommandLine, TheTablesDefaultsAreTheRealOnes) {
  for (const OptionGroup& group : optionTable())
    for (const OptionSpec& option : group.options) {
      if (option.defaultText.empty()) continue;
      Options given;
      option.set(given, std::string(option.defaultText));
      const Options byDefault;
      EXPECT_EQ(given.entry, byDefault.entry) << option.name;
      EXPECT_EQ(given.dataModel, byDefault.dataModel) << option.name;
      EXPECT_EQ(given.recursionDepth, byDefault.recursionDepth) << option.name;
      EXPECT_EQ(given.statementGranularity, byDefault.statementGranularity) << option.name;
      EXPECT_EQ(given.properties, byDefault.properties) << option.name;
      EXPECT_EQ(given.partialDeadlock, byDefault.partialDeadlock) << option.name;
      EXPECT_EQ(given.memoryModel, byDefault.memoryModel) << option.name;
      EXPECT_EQ(given.engine, byDefault.engine) << option.name;
      EXPECT_EQ(given.por, byDefault.por) << option.name;
      EXPECT_EQ(given.timeout, byDefault.timeout) << option.name;
      EXPECT_EQ(given.memory, byDefault.memory) << option.name;
      EXPECT_EQ(given.format, byDefault.format) << option.name;
      EXPECT_EQ(given.color, byDefault.color) << option.name;
    }
}

TEST(CommandLine, OptionsMayStandAnywhere) {
  const Options o = parseCommandLine({"check", "a.c", "--timeout", "2.5", "b.c", "--memory=4G", "--stats"});
  EXPECT_EQ(o.inputs, (std::vector<std::string>{"a.c", "b.c"}));
  EXPECT_EQ(o.timeout, 2.5);
  EXPECT_EQ(o.memory, uint64_t{4} << 30);
  EXPECT_TRUE(o.stats);
}

TEST(CommandLine, WhatFollowsTwoDashesIsTheCompilers) {
  const Options o = parseCommandLine({"check", "a.c", "--", "-DN=3", "--timeout"});
  EXPECT_EQ(o.inputs.size(), 1u);
  EXPECT_EQ(o.compilerFlags, (std::vector<std::string>{"-DN=3", "--timeout"}));
}

TEST(CommandLine, TheLastOfTwoWins) {
  EXPECT_EQ(parseCommandLine({"check", "--timeout", "1", "--timeout", "2", "a.c"}).timeout, 2);
}

TEST(CommandLine, AskingForHelp) {
  EXPECT_EQ(parseCommandLine({}).command, Command::Help);
  EXPECT_EQ(parseCommandLine({"--help"}).command, Command::Help);
  const Options o = parseCommandLine({"check", "--help"});
  EXPECT_EQ(o.command, Command::Help);
  EXPECT_EQ(o.helpTopic, "check");
  EXPECT_EQ(parseCommandLine({"--version"}).command, Command::Version);
}

TEST(CommandLine, MistakesAreNamedWithARemedy) {
  EXPECT_EQ(messageOf({"chekc", "a.c"}), "`chekc` is not a heddle command; did you mean `check`?");
  EXPECT_EQ(messageOf({"a.c"}), "`a.c` is not a heddle command; to check a program: heddle check a.c");
  EXPECT_EQ(messageOf({"check", "--proprety", "race", "a.c"}),
            "unknown option `--proprety`; did you mean `--property`?");
  EXPECT_EQ(messageOf({"check", "--xyzzy", "a.c"}), "unknown option `--xyzzy`; see: heddle help check");
  EXPECT_EQ(messageOf({"model", "--engine", "explore", "a.c"}), "`heddle model` has no option `--engine`");
  EXPECT_EQ(messageOf({"check"}), "`heddle check` needs at least one FILE; see: heddle help check");
  EXPECT_EQ(messageOf({"validate", "w.json"}),
            "`heddle validate` needs a schedule and at least one program FILE; see: heddle help validate");
  EXPECT_EQ(messageOf({"check", "a.c", "--timeout", "soon"}),
            "--timeout: expected a number of seconds, not `soon`");
  EXPECT_EQ(messageOf({"check", "a.c", "--timeout", "-1"}),
            "--timeout: expected a number of seconds, not `-1`");
  EXPECT_EQ(messageOf({"check", "a.c", "--por", "full"}),
            "--por: `full` is not one of none, local, persistent");
  EXPECT_EQ(messageOf({"check", "a.c", "--timeout"}),
            "`--timeout` needs a value: SECONDS; see: heddle help check");
}

TEST(Values, Sizes) {
  EXPECT_EQ(sizeValue("1000"), 1000u);
  EXPECT_EQ(sizeValue("500M"), uint64_t{500} << 20);
  EXPECT_EQ(sizeValue("1.5G"), uint64_t{3} << 29);
  EXPECT_EQ(sizeValue("2GiB"), uint64_t{2} << 30);
  EXPECT_EQ(sizeValue("2KB"), 2048u);
  for (const char* bad : {"", "G", "-1G", "4X", "4GG", "-", "1e30", "99999999999T", "4-"})
    EXPECT_THROW(sizeValue(bad), UsageError) << bad;
}

TEST(Values, Counts) {
  EXPECT_EQ(countValue("8", 1, 10), 8u);
  for (const char* bad : {"", "0", "11", "-1", "8x", "4294967297"})
    EXPECT_THROW(countValue(bad, 1, 10), UsageError) << bad;
}

TEST(Values, PropertiesByOurNamesAndSvComps) {
  Options o;
  setProperties(o, "race,memory");
  EXPECT_EQ(o.properties.toString(), "race,memory");
  setProperties(o, "no-data-race");
  EXPECT_EQ(o.properties.toString(), "race");
  setProperties(o, "unreach-call,no-deadlock,no-overflow");
  EXPECT_EQ(o.properties.toString(), "assert,deadlock,overflow");
  EXPECT_FALSE(o.leaksAsked);
  setProperties(o, "valid-memsafety");
  EXPECT_EQ(o.properties.toString(), "memory");
  EXPECT_TRUE(o.leaksAsked);
  setProperties(o, "atomicity");
  EXPECT_EQ(o.properties.toString(), "atomicity");
  EXPECT_THROW(setProperties(o, "raec"), UsageError);
  EXPECT_THROW(setProperties(o, ""), UsageError);
}

class PropertyFile : public testing::Test {
protected:
  ~PropertyFile() override { std::filesystem::remove(path_); }
  Options read(const std::string& text) {
    std::ofstream(path_) << text;
    Options o;
    setProperties(o, path_);
    return o;
  }
  std::string path_ = testing::TempDir() + "heddle_options_test." + std::to_string(getpid()) + ".prp";
};

TEST_F(PropertyFile, IsReadAsInSvComp) {
  EXPECT_EQ(read("CHECK( init(main()), LTL(G ! call(reach_error())) )\n\n").properties.toString(), "assert");
  EXPECT_EQ(read("CHECK( init(main()), LTL(G ! data-race) )").properties.toString(), "race");
  const Options o =
      read("CHECK( init(start()), LTL(G valid-free) )\nCHECK( init(start()), LTL(G valid-deref) )\n"
           "CHECK( init(start()), LTL(G valid-memtrack) )\n");
  EXPECT_EQ(o.properties.toString(), "memory");
  EXPECT_TRUE(o.leaksAsked);
  EXPECT_EQ(o.entry, "start");
}

TEST_F(PropertyFile, WhatIsNotSupportedIsRefused) {
  EXPECT_THROW(read("CHECK( init(main()), LTL(F end) )\n"), UsageError);
  EXPECT_THROW(read("nonsense\n"), UsageError);
  EXPECT_THROW(read("\n"), UsageError);
  Options o;
  EXPECT_THROW(setProperties(o, "/nonexistent/x.prp"), UsageError);
}

TEST(Help, EveryCommandHasAPage) {
  for (const CommandSpec& spec : commandTable())
    EXPECT_NE(helpPage(std::string(spec.name)).find("usage: heddle "), std::string::npos);
  EXPECT_NE(helpPage("check").find("--deadlock total|partial"), std::string::npos);
  EXPECT_EQ(helpPage("model").find("--deadlock"), std::string::npos);
  EXPECT_THROW(helpPage("chekc"), UsageError);
}

} // namespace
} // namespace heddle::cli
