// The data of the page: safe where it stands, and complete.
#include "report/html.h"

#include "report/page.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heddle::report {
namespace {

// The text of the data's element, and what it says.
std::string dataText(const std::string& page) {
  const std::string begin = "id=\"data\">", end = "</script>";
  const size_t first = page.find(begin) + begin.size();
  return page.substr(first, page.find(end, first) - first);
}
nlohmann::json dataOf(const PageContent& content) {
  return nlohmann::json::parse(dataText(htmlPage(content)));
}

Event effectOf(uint32_t thread, Effect effect) {
  Event e;
  e.thread = thread;
  e.effects = {std::move(effect)};
  return e;
}

PageContent withStories(std::vector<const Story*> stories, const FileTable& files) {
  PageContent content;
  for (const Story* s : stories) content.stories.push_back({s, &files});
  return content;
}

TEST(Html, TheTemplateIsWhole) {
  const std::string page = pageTemplate();
  EXPECT_TRUE(page.starts_with("<!doctype html>"));
  EXPECT_NE(page.find("@DATA@"), std::string::npos);
  EXPECT_EQ(page.find("@FILE"), std::string::npos);
  // A namespace and fragments are no addresses.
  for (const char* word : {"https://", "src=", "href=\"http", "@import", "url(http", "url('", "url(\""})
    EXPECT_EQ(page.find(word), std::string::npos) << word;
}

TEST(Html, NothingLeavesItsElement) {
  PageContent content;
  content.sentence = "</script><!-- \xE2\x80\xA8 \xFF\xFE & \"'";
  content.notes = {"@DATA@", "<script>"};
  const std::string text = dataText(htmlPage(content));
  EXPECT_EQ(text.find('<'), std::string::npos);
  for (const char c : text) EXPECT_TRUE(c >= ' ' && c < 127) << static_cast<int>(c);
  const auto data = nlohmann::json::parse(text);
  EXPECT_EQ(data["sentence"], "</script><!-- \xE2\x80\xA8 \xEF\xBF\xBD\xEF\xBF\xBD & \"'");
  EXPECT_EQ(data["notes"][0], "@DATA@");
}

TEST(Html, EffectsAreInTheTable) {
  Story story;
  story.threads = {{1, "main", 0, {}}};
  story.events = {effectOf(1, {Effect::Kind::Read, "x", "", "7"}),
                  effectOf(1, {Effect::Kind::Write, "x", "7", "8"})};
  const FileTable files;
  const auto data = dataOf(withStories({&story}, files));
  const auto text = [&](const nlohmann::json& index) {
    return data["strings"][index.get<size_t>()].get<std::string>();
  };
  const auto& steps = data["stories"][0]["steps"];
  ASSERT_EQ(steps.size(), 2u);
  const auto& read = steps[0].back()[0];
  EXPECT_EQ((std::vector{text(read[1]), text(read[2])}), (std::vector<std::string>{"x", "7"}));
  const auto& write = steps[1].back()[0];
  EXPECT_EQ((std::vector{text(write[1]), text(write[2]), text(write[3])}),
            (std::vector<std::string>{"x", "7", "8"}));
}

TEST(Html, ViolationsOfTheSamePlacesAreOneWithACount) {
  FileTable files;
  const uint32_t file = files.add("nowhere.c");
  Story race;
  race.violation.property = ccfg::Property::Race;
  race.pending.resize(2);
  race.pending[0].pos = {file, 3, 1};
  race.pending[1].pos = {file, 7, 1};
  Story mirrored = race, other = race;
  std::swap(mirrored.pending[0], mirrored.pending[1]);
  other.pending[1].pos = {file, 8, 1};
  const auto data = dataOf(withStories({&race, &mirrored, &other}, files));
  ASSERT_EQ(data["stories"].size(), 2u);
  EXPECT_EQ(data["stories"][0]["count"], 2);
  EXPECT_EQ(data["stories"][1]["count"], 1);
}

// The steps that do not fit are done when the page begins.
TEST(Html, AVeryLongStoryKeepsItsEnd) {
  Story story;
  story.threads = {{1, "main", 0, {}}};
  story.events.push_back(effectOf(1, {Effect::Kind::Write, "first", "0", "5"}));
  story.events.push_back(effectOf(1, {Effect::Kind::Note, "locks m", "", "", {Act::Kind::Lock, "m"}}));
  for (int i = 0; i < 100'000; ++i)
    story.events.push_back(effectOf(1, {Effect::Kind::Write, "x", std::to_string(i), std::to_string(i + 1)}));
  const FileTable files;
  const PageContent content = withStories({&story}, files);
  EXPECT_LT(htmlPage(content).size(), 3'000'000u);
  const auto data = dataOf(content);
  const auto& told = data["stories"][0];
  EXPECT_EQ(told["before"].get<size_t>() + told["steps"].size(), story.events.size());
  EXPECT_EQ(told["beginning"]["values"][0], (nlohmann::json{"first", "5"}));
  EXPECT_EQ(told["beginning"]["locks"][0], (nlohmann::json{"m", 1, false}));
  const auto& last = told["steps"].back().back()[0];
  EXPECT_EQ(data["strings"][last[3].get<size_t>()], "100000");
  for (const auto& row : told["rows"]) EXPECT_LT(row[1].get<size_t>(), told["steps"].size());
}

} // namespace
} // namespace heddle::report
