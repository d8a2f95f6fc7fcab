// Policies: from statements to JSON, and from JSON to lines.
#include "replay/guard.h"

#include "support/error.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace heddle::replay::test {

namespace {

class GuardPolicy : public testing::Test {
protected:
  GuardPolicy() {
    std::string name = (std::filesystem::temp_directory_path() / "heddle-policy-XXXXXX").string();
    path_ = mkdtemp(name.data());
    file_ = (path_ / "a.c").string();
    std::ofstream(file_) << "int x;\nvoid f(void) {\n  x = 1;\n  x = 2; x = 3;\n}\n";
  }
  ~GuardPolicy() override { std::filesystem::remove_all(path_); }

  std::filesystem::path path_;
  std::string file_;
};

ccfg::Statement statement(uint64_t begin, uint64_t end, uint32_t file) {
  ccfg::Statement s;
  s.kind = ccfg::StatementKind::Expression;
  s.file = file;
  s.begin = begin;
  s.end = end;
  s.function = "f";
  return s;
}

} // namespace

TEST_F(GuardPolicy, StatementsBecomeLines) {
  ccfg::Program p;
  const uint32_t file = p.files.add(file_);
  p.statements = {{}, statement(24, 30, file), statement(33, 39, file), statement(40, 46, file)};
  const nlohmann::json json = policyToJson(p, {{1, 2}, {3, 3}});
  const std::vector<GuardedSection> sections = policyFromJson(json, "p");
  ASSERT_EQ(sections.size(), 2u);
  EXPECT_EQ(sections[0].file, file_);
  EXPECT_EQ(sections[0].function, "f");
  EXPECT_EQ(std::pair(sections[0].beginLine, sections[0].beginColumn), std::pair(3u, 3u));
  EXPECT_EQ(std::pair(sections[0].endLine, sections[0].endColumn), std::pair(4u, 9u));
  EXPECT_EQ(std::pair(sections[1].beginLine, sections[1].beginColumn), std::pair(4u, 10u));
}

TEST_F(GuardPolicy, WhatOverlapsIsOne) {
  nlohmann::json json = {{"schema", "heddle-policy"}, {"schemaVersion", 1}};
  for (const auto& [begin, end] : {std::pair(33, 46), std::pair(24, 39), std::pair(33, 34)})
    json["sections"].push_back({{"file", file_}, {"function", "f"}, {"bytes", {begin, end}}});
  const std::vector<GuardedSection> sections = policyFromJson(json, "p");
  ASSERT_EQ(sections.size(), 1u);
  EXPECT_EQ(std::pair(sections[0].beginLine, sections[0].beginColumn), std::pair(3u, 3u));
  EXPECT_EQ(std::pair(sections[0].endLine, sections[0].endColumn), std::pair(4u, 16u));
}

TEST_F(GuardPolicy, WhatDoesNotFitIsAnError) {
  const auto refuses = [&](const nlohmann::json& section) {
    const nlohmann::json json = {{"schema", "heddle-policy"}, {"schemaVersion", 1}, {"sections", {section}}};
    EXPECT_THROW(policyFromJson(json, "p"), InputError) << section;
  };
  refuses({{"file", file_}, {"function", "f"}});
  refuses({{"file", file_}, {"function", "f"}, {"bytes", {24, 9999}}});
  refuses({{"file", file_}, {"function", "f"}, {"bytes", {30, 24}}});
  refuses({{"file", file_ + ".missing"}, {"function", "f"}, {"bytes", {24, 30}}});
  refuses({{"file", file_}, {"function", "f\tg"}, {"bytes", {24, 30}}});
  EXPECT_THROW(policyFromJson({{"schema", "heddle-witness"}}, "p"), InputError);
}

} // namespace heddle::replay::test
