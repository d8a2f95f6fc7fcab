// See columns.h.
#include "report/columns.h"

#include <algorithm>

namespace heddle::report {

namespace {

bool startsCodePoint(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

// Bytes of the first `count` code points.
size_t bytesOf(const std::string& text, size_t count) {
  for (size_t i = 0; i < text.size(); ++i)
    if (startsCodePoint(text[i]) && count-- == 0) return i;
  return text.size();
}

// Where to break a text that does not fit: at the last space, else at the last bracket or operator, else
// anywhere. A break in the first half would waste more than it helps.
size_t breakBefore(const std::string& text, size_t most, size_t indent) {
  const size_t least = std::max(indent + 1, most / 2);
  const size_t space = text.rfind(' ', most);
  if (space != std::string::npos && space >= least) return space;
  for (size_t i = most; i > least; --i)
    if (text[i] == '&' || std::string_view("(,;[{").find(text[i - 1]) != std::string_view::npos) return i;
  const size_t underscore = text.rfind('_', most - 1);
  return underscore != std::string::npos && underscore >= least ? underscore + 1 : most;
}

} // namespace

size_t displayWidth(const std::string& text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), startsCodePoint));
}

std::vector<std::string> wrapText(const std::string& text, size_t width, size_t indent) {
  width = std::max(width, indent + 8);
  std::vector<std::string> lines;
  std::string rest = text;
  while (displayWidth(rest) > width) {
    const size_t most = bytesOf(rest, width);
    const size_t cut = breakBefore(rest, most, indent);
    lines.push_back(rest.substr(0, cut));
    const size_t next = rest.find_first_not_of(' ', cut);
    if (next == std::string::npos) return lines;
    rest = std::string(indent, ' ') + rest.substr(next);
  }
  lines.push_back(rest);
  return lines;
}

std::string padded(const std::string& text, size_t width) {
  const size_t used = displayWidth(text);
  return used >= width ? text : text + std::string(width - used, ' ');
}

std::string inked(const std::string& text, Ink ink, bool color) {
  if (!color || ink == Ink::Plain || text.empty()) return text;
  const char* code = ink == Ink::Dim ? "\033[2m" : ink == Ink::Bold ? "\033[1m" : "\033[1;31m";
  return code + text + "\033[0m";
}

std::string tableRow(const std::vector<std::vector<Line>>& cells, const std::vector<size_t>& widths,
                     bool color) {
  size_t height = 0;
  for (const auto& cell : cells) height = std::max(height, cell.size());
  std::string out;
  for (size_t y = 0; y < height; ++y) {
    std::string line;
    for (size_t x = 0; x < cells.size(); ++x) {
      if (x > 0) line += inked(" | ", Ink::Dim, color);
      const Line part = y < cells[x].size() ? cells[x][y] : Line{};
      line += inked(padded(part.text, widths[x]), part.ink, color);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

} // namespace heddle::report
