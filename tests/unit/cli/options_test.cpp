#include "cli/input.h"
#include "cli/options.h"
#include "cli/values.h"
#include "support/error.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
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
  EXPECT_EQ(o.question.properties.toString(), "assert,race,deadlock,lock-misuse,memory");
  EXPECT_EQ(o.engine, EngineName::Auto);
  EXPECT_TRUE(o.model.spuriousWakeups);
  EXPECT_EQ(o.timeout, 0);
}

std::vector<const OptionSpec*> allOptions() {
  std::vector<const OptionSpec*> all;
  for (const OptionGroup& group : optionTable())
    for (const OptionSpec& option : group.options) all.push_back(&option);
  return all;
}

// What all options are, as they would be typed.
std::vector<std::string> shown(const Options& options) {
  std::vector<std::string> out;
  for (const OptionSpec* option : allOptions())
    out.push_back(std::string(option->name) + " " + option->show(options));
  return out;
}

// A value that is not the default.
std::vector<std::string> valuesOf(const OptionSpec& option) {
  std::vector<std::string> values = {"16", "128", "S1", "malloc", "race", "sample", "sign", "modular", "x"};
  std::istringstream words(option.value);
  for (std::string word; std::getline(words, word, '|');) values.push_back(word);
  return values;
}

bool tryToSet(const OptionSpec& option, Options& options, const std::string& value) {
  try {
    option.set(options, value);
    return true;
  } catch (const UsageError&) {
    return false;
  }
}

// Help and manual print what `show` says of fresh Options, whose fields are the structs that engines, front
// end and prediction get. That it says the truth: typing it changes nothing, and a row shows what its option
// sets.
TEST(CommandLine, EveryDefaultInTheHelpIsTheOneThatIsUsed) {
  size_t defaults = 0;
  const std::string list = helpPage("options");
  for (const OptionSpec* option : allOptions()) {
    const std::string byDefault = option->defaultText();
    const std::string printed = byDefault.empty() ? "|  |" : "| `" + byDefault + "` |";
    // Two commands may have an option of the same name.
    const std::string begin = "\n| `" + std::string(option->name) + (option->value.empty() ? "`" : " ");
    bool isPrinted = false;
    for (size_t row = list.find(begin); row != std::string::npos; row = list.find(begin, row + 1))
      isPrinted =
          isPrinted || list.substr(row, list.find('\n', row + 1) - row).find(printed) != std::string::npos;
    EXPECT_TRUE(isPrinted) << option->name;
    if (byDefault.empty()) continue;
    ++defaults;
    Options given;
    option->set(given, byDefault);
    EXPECT_EQ(shown(given), shown({})) << option->name;
  }
  EXPECT_GE(defaults, 20u);
}

TEST(CommandLine, EveryRowShowsWhatItsOptionSets) {
  for (const OptionSpec* option : allOptions()) {
    bool shows = false;
    for (const std::string& value : valuesOf(*option)) {
      Options given;
      if (!tryToSet(*option, given, value) || option->show(given) == option->defaultText()) continue;
      shows = true;
      Options again;
      option->set(again, option->show(given));
      EXPECT_EQ(shown(again), shown(given)) << option->name << " " << value;
    }
    EXPECT_TRUE(shows) << option->name;
  }
}

TEST(CommandLine, OptionsSetWhatTheEnginesGet) {
  const Options o = parseCommandLine({"check",
                                      "a.c",
                                      "--engine",
                                      "bounded",
                                      "--unwind",
                                      "7",
                                      "--strategy",
                                      "mia",
                                      "--focus",
                                      "serial",
                                      "--without",
                                      "S1,layers",
                                      "--solver",
                                      "z3",
                                      "--por",
                                      "local",
                                      "--modular",
                                      "combos",
                                      "--domain",
                                      "sign",
                                      "--combinations",
                                      "3",
                                      "--memory-model",
                                      "tso",
                                      "--deadlock",
                                      "partial",
                                      "--entry",
                                      "start",
                                      "--data-model",
                                      "ILP32",
                                      "--recursion-depth",
                                      "9",
                                      "--no-spurious-wakeups",
                                      "--granularity",
                                      "statement",
                                      "--accept-assumptions",
                                      "--invariants"});
  EXPECT_EQ(o.engine, EngineName::Bounded);
  EXPECT_EQ(o.bounded.unwind, 7u);
  EXPECT_EQ(o.bounded.strategy, bounded::Strategy::Mia);
  EXPECT_EQ(o.bounded.preset, bounded::Preset::Serial);
  EXPECT_TRUE(o.bounded.z3 && o.bounded.prune && o.bounded.lockOrder);
  EXPECT_FALSE(o.bounded.biased || o.bounded.layered);
  EXPECT_EQ(o.explore.reduction, explore::Reduction::Local);
  EXPECT_EQ(o.modular.sensitivity, modular::Sensitivity::Combos);
  EXPECT_EQ(o.modular.domain, domains::DomainKind::Sign);
  EXPECT_EQ(o.modular.combinations, 3u);
  EXPECT_TRUE(o.modular.invariants);
  EXPECT_EQ(o.question.memoryModel, ccfg::MemoryModel::Tso);
  EXPECT_TRUE(o.question.partialDeadlock && o.question.acceptAssumptions);
  EXPECT_EQ(o.model.entry, "start");
  EXPECT_EQ(o.model.dataModel, ccfg::DataModel::ILP32);
  EXPECT_EQ(o.model.recursionBound, 9u);
  EXPECT_TRUE(!o.model.spuriousWakeups && o.model.statementGranularity);
  const Options p =
      parseCommandLine({"predict", "t", "--window", "300", "--per-places", "2", "--no-prefixes"});
  EXPECT_EQ(p.prediction.window, 300u);
  EXPECT_EQ(p.prediction.perPlaces, 2u);
  EXPECT_FALSE(p.prediction.prefixes);
}

// A saved schedule keeps them: as a user types them, and only those that are not as they are by default.
TEST(CommandLine, WhatAModelDependsOnIsSavedAndReadBack) {
  Options given = parseCommandLine({"check", "a.c", "--entry", "start", "--recursion-depth", "9",
                                    "--may-fail", "malloc,pthread_create", "--no-spurious-wakeups",
                                    "--property", "race", "--timeout", "7", "--unwind", "3", "--", "-DN=3"});
  const nlohmann::json saved = modelOptionsJson(given);
  EXPECT_EQ(saved["given"].size(), 5u) << saved;
  Options read;
  read.inputs = {"w.json"};
  setModelOptions(read, saved);
  given.timeout = 0;
  given.bounded.unwind = 0;
  EXPECT_EQ(shown(read), shown(given));
  EXPECT_EQ(read.compilerFlags, (std::vector<std::string>{"-D", "N=3"}));
  for (const char* bad : {R"({"--may-fail": "what"})", R"({"--recursion-depth": 3})", R"({"--entry": null})"})
    EXPECT_THROW(setModelOptions(read, {{"given", nlohmann::json::parse(bad)}}), InputError) << bad;
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
            "--por: `full` is not one of none, local, persistent, optimistic");
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
  EXPECT_EQ(o.question.properties.toString(), "race,memory");
  setProperties(o, "no-data-race");
  EXPECT_EQ(o.question.properties.toString(), "race");
  setProperties(o, "unreach-call,no-deadlock,no-overflow");
  EXPECT_EQ(o.question.properties.toString(), "assert,deadlock,overflow");
  EXPECT_FALSE(o.leaksAsked);
  setProperties(o, "valid-memsafety");
  EXPECT_EQ(o.question.properties.toString(), "memory");
  EXPECT_TRUE(o.leaksAsked);
  setProperties(o, "atomicity");
  EXPECT_EQ(o.question.properties.toString(), "atomicity");
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
  EXPECT_EQ(read("CHECK( init(main()), LTL(G ! call(reach_error())) )\n\n").question.properties.toString(),
            "assert");
  EXPECT_EQ(read("CHECK( init(main()), LTL(G ! data-race) )").question.properties.toString(), "race");
  const Options o =
      read("CHECK( init(start()), LTL(G valid-free) )\nCHECK( init(start()), LTL(G valid-deref) )\n"
           "CHECK( init(start()), LTL(G valid-memtrack) )\n");
  EXPECT_EQ(o.question.properties.toString(), "memory");
  EXPECT_TRUE(o.leaksAsked);
  EXPECT_EQ(o.model.entry, "start");
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
