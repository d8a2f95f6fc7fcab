#include "cli/output.h"
#include "support/error.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <unistd.h>

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

class Output : public testing::Test {
protected:
  Output() : dir_(fs::path(testing::TempDir()) / ("heddle_output_test." + std::to_string(getpid()))) {
    fs::remove_all(dir_);
    fs::create_directory(dir_);
  }
  ~Output() override { fs::remove_all(dir_); }

  static std::string content(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
  }
  size_t files() const { return static_cast<size_t>(std::distance(fs::directory_iterator(dir_), {})); }

  fs::path dir_;
};

TEST_F(Output, NothingIsThereBeforeItIsWritten) {
  const OutputFile out(dir_ / "a.json");
  EXPECT_EQ(files(), 0u);
  out.write("text");
  EXPECT_EQ(content(dir_ / "a.json"), "text");
  EXPECT_EQ(files(), 1u);
}

TEST_F(Output, AnOldFileStaysUntilTheNewOneIsWhole) {
  std::ofstream(dir_ / "a.json") << "old";
  const OutputFile out(dir_ / "a.json");
  EXPECT_EQ(content(dir_ / "a.json"), "old");
  out.write("new");
  EXPECT_EQ(content(dir_ / "a.json"), "new");
  EXPECT_EQ(files(), 1u);
}

TEST_F(Output, WhatCannotBeWrittenIsRefusedAtOnce) {
  std::ofstream(dir_ / "file") << "x";
  EXPECT_THROW(OutputFile{dir_}, UsageError);
  EXPECT_THROW(OutputFile{dir_ / "missing" / "a.json"}, UsageError);
  EXPECT_THROW(OutputFile{dir_ / "file" / "a.json"}, UsageError);
}

TEST_F(Output, ADeviceIsWrittenInPlace) {
  OutputFile("/dev/null").write("text");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_THROW(OutputFile("/dev/full").write("text"), UsageError);
}

} // namespace
} // namespace heddle::cli
