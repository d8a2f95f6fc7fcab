#include "report/columns.h"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

TEST(Layout, WrapsAtSpacesAndIndentsWhatFollows) {
  const std::vector<std::string> expected = {"12  counter =", "    seen + 1;"};
  EXPECT_EQ(wrapText("12  counter = seen + 1;", 14, 4), expected);
}

TEST(Layout, CutsAWordThatFitsNowhere) {
  const std::vector<std::string> expected = {"aaaaaaaaaa", "  aaaaaaaa", "  aa"};
  EXPECT_EQ(wrapText(std::string(20, 'a'), 10, 2), expected);
}

TEST(Layout, WrappedTextLosesNothingButSpaces) {
  const std::string text = "for (int i = 0; i < sizeof(buffer) / sizeof(buffer[0]); ++i) consume(buffer[i]);";
  auto squeezed = [](std::string s) {
    std::erase(s, ' ');
    return s;
  };
  for (size_t width = 10; width < 90; ++width) {
    std::string joined;
    for (const std::string& line : wrapText(text, width, 2)) {
      EXPECT_LE(displayWidth(line), width);
      joined += line;
    }
    EXPECT_EQ(squeezed(joined), squeezed(text)) << width;
  }
}

TEST(Layout, CountsCodePointsNotBytes) {
  EXPECT_EQ(displayWidth("größe"), 5u);
  EXPECT_EQ(padded("größe", 7), "größe  ");
  EXPECT_EQ(wrapText("ääääääääää", 8, 0).front(), "ääääääää");
}

TEST(Layout, RowsAreAsHighAsTheHighestCell) {
  EXPECT_EQ(tableRow({{{"a"}, {"b"}}, {{"c"}}}, {2, 3}, false), "a  | c\nb  |\n");
}

TEST(Layout, ColoursOnlyWhenAsked) {
  EXPECT_EQ(inked("x", Ink::Fail, false), "x");
  EXPECT_EQ(inked("x", Ink::Fail, true), "\033[1;31mx\033[0m");
}

} // namespace
} // namespace heddle::report
