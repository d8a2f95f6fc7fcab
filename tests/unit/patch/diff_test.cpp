// Diffs of random edits, applied by patch(1) and git.
#include "folder.h"

#include "patch/diff.h"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

namespace heddle::patch::test {

namespace {

int run(const Folder& folder, const std::string& command) {
  return std::system(("cd " + folder.path.string() + " && " + command).c_str());
}

using Dice = std::mt19937;

unsigned below(Dice& dice, unsigned n) { return static_cast<unsigned>(dice() % n); }

std::vector<std::string> randomLines(Dice& dice) {
  std::vector<std::string> out(below(dice, 40));
  for (std::string& line : out) line = std::string(1, static_cast<char>('a' + below(dice, 4)));
  return out;
}

void edit(Dice& dice, std::vector<std::string>& lines) {
  for (unsigned n = below(dice, 6); n > 0; --n) {
    const auto at = lines.begin() + below(dice, static_cast<unsigned>(lines.size()) + 1);
    if (below(dice, 2) == 0)
      lines.insert(at, "new" + std::to_string(below(dice, 3)));
    else if (at != lines.end())
      lines.erase(at);
  }
}

std::string joined(Dice& dice, const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + (below(dice, 20) == 0 ? "\r\n" : "\n");
  if (!out.empty() && below(dice, 3) == 0) out.pop_back();
  return out;
}

// Lines that a shortest edit script removes and adds.
size_t distance(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<std::vector<size_t>> common(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i < a.size(); ++i)
    for (size_t j = 0; j < b.size(); ++j)
      common[i + 1][j + 1] = a[i] == b[j] ? common[i][j] + 1 : std::max(common[i][j + 1], common[i + 1][j]);
  return a.size() + b.size() - 2 * common[a.size()][b.size()];
}

size_t changedLines(const std::string& diff) {
  size_t n = 0;
  std::stringstream lines(diff);
  for (std::string line; std::getline(lines, line);) n += line[0] == '+' || line[0] == '-';
  return n - 2; // of the head
}

} // namespace

TEST(Diff, NoneForTheSameText) { EXPECT_EQ(unifiedDiff("a\nb", "a\nb", "f"), ""); }

TEST(Diff, AsOneKnowsIt) {
  EXPECT_EQ(unifiedDiff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n", "d/f.c"),
            "--- a/d/f.c\n+++ b/d/f.c\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n");
  EXPECT_EQ(unifiedDiff("a", "a\n", "f"),
            "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n");
  EXPECT_EQ(unifiedDiff("", "a\n", "f"), "--- a/f\n+++ b/f\n@@ -0,0 +1 @@\n+a\n");
}

TEST(Diff, IsShortest) {
  Dice dice(1);
  for (int i = 0; i < 2000; ++i) {
    const std::vector<std::string> a = randomLines(dice);
    std::vector<std::string> b = a;
    edit(dice, b);
    if (i % 4 == 0) b = randomLines(dice);
    std::string before, after;
    for (const std::string& line : a) before += line + "\n";
    for (const std::string& line : b) after += line + "\n";
    const std::string diff = unifiedDiff(before, after, "f");
    EXPECT_EQ(diff.empty() ? 0 : changedLines(diff), distance(a, b));
  }
}

TEST(Diff, AppliesWithPatchAndGit) {
  Dice dice(2);
  Folder folder;
  for (int i = 0; i < 60; ++i) {
    std::vector<std::string> lines = randomLines(dice);
    const std::string before = joined(dice, lines);
    edit(dice, lines);
    const std::string after = joined(dice, lines);
    const std::string diff = unifiedDiff(before, after, "f");
    if (diff.empty() || before.empty() || after.empty()) continue; // those make and remove files
    folder.write("f", before);
    folder.write("diff", diff);
    ASSERT_EQ(run(folder, "patch -p1 --binary --quiet --fuzz=0 < diff"), 0) << diff;
    EXPECT_EQ(folder.read("f"), after) << diff;
    folder.write("f", before);
    ASSERT_EQ(run(folder, "git apply diff"), 0) << diff;
    EXPECT_EQ(folder.read("f"), after) << diff;
  }
}

} // namespace heddle::patch::test
