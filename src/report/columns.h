// Text in columns: widths as a terminal shows them, wrapping, padding, colours.
#pragma once

#include <string>
#include <vector>

namespace heddle::report {

struct TextStyle {
  unsigned width = 100; // columns of the terminal
  bool color = false;
};

enum class Ink : uint8_t { Plain, Dim, Bold, Fail };

struct Line {
  std::string text;
  Ink ink = Ink::Plain;
};

size_t displayWidth(const std::string& text); // code points; UTF-8

// Lines of at most `width`, broken at spaces where possible; all but the first start with `indent` spaces.
std::vector<std::string> wrapText(const std::string& text, size_t width, size_t indent = 0);

std::string padded(const std::string& text, size_t width);
std::string inked(const std::string& text, Ink ink, bool color);

// One row of a table: the cells' lines side by side, each cell as wide as its column says, " | " in between.
std::string tableRow(const std::vector<std::vector<Line>>& cells, const std::vector<size_t>& widths,
                     bool color);

} // namespace heddle::report
