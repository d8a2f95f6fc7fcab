// Myers 1986, "An O(ND) Difference Algorithm and Its Variations": the shortest edit script of two lists of
// lines, in linear space by the middle snake (section 4b). Then hunks of it.

#include "patch/diff.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <vector>

namespace heddle::patch {

namespace {

using Lines = std::vector<std::string_view>; // each with its newline; the last may have none

Lines linesOf(std::string_view text) {
  Lines out;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1);
    out.push_back(text.substr(0, end + 1));
    text.remove_prefix(end + 1);
  }
  return out;
}

// Which lines of either text the other lacks.
class Script {
public:
  Script(const Lines& before, const Lines& after) : removed(before.size()), added(after.size()) {
    std::unordered_map<std::string_view, int> numbers;
    for (const std::string_view line : before) a_.push_back(number(numbers, line));
    for (const std::string_view line : after) b_.push_back(number(numbers, line));
    const size_t diagonals = 2 * (a_.size() + b_.size()) + 3;
    forward_.resize(diagonals);
    backward_.resize(diagonals);
    compare(0, static_cast<long>(a_.size()), 0, static_cast<long>(b_.size()));
  }

  std::vector<bool> removed, added;

private:
  struct Point {
    long x, y;
  };

  static int number(std::unordered_map<std::string_view, int>& numbers, std::string_view line) {
    return numbers.try_emplace(line, static_cast<int>(numbers.size())).first->second;
  }

  bool same(long x, long y) const { return a_[static_cast<size_t>(x)] == b_[static_cast<size_t>(y)]; }

  void compare(long x0, long x1, long y0, long y1) {
    while (x0 < x1 && y0 < y1 && same(x0, y0)) ++x0, ++y0;
    while (x0 < x1 && y0 < y1 && same(x1 - 1, y1 - 1)) --x1, --y1;
    if (x0 == x1 || y0 == y1) {
      for (long x = x0; x < x1; ++x) removed[static_cast<size_t>(x)] = true;
      for (long y = y0; y < y1; ++y) added[static_cast<size_t>(y)] = true;
      return;
    }
    const Point middle = middleOf(x0, x1, y0, y1);
    compare(x0, middle.x, y0, middle.y);
    compare(middle.x, x1, middle.y, y1);
  }

  // A point on a shortest path: where a path from the front meets one from the back.
  Point middleOf(long x0, long x1, long y0, long y1) {
    const long width = x1 - x0, height = y1 - y0, delta = width - height;
    const long centre = static_cast<long>(forward_.size()) / 2;
    const auto f = [&](long k) -> long& { return forward_[static_cast<size_t>(centre + k)]; };
    const auto b = [&](long k) -> long& { return backward_[static_cast<size_t>(centre + k)]; };
    f(1) = 0;
    b(1) = 0;
    for (long d = 0;; ++d) {
      for (long k = -d; k <= d; k += 2) {
        long x = k == -d || (k != d && f(k - 1) < f(k + 1)) ? f(k + 1) : f(k - 1) + 1;
        while (x < width && x - k < height && x - k >= 0 && same(x0 + x, y0 + x - k)) ++x;
        f(k) = x;
        const long other = delta - k; // the diagonal, seen from the back
        if (delta % 2 != 0 && other > -d && other < d && x + b(other) >= width && inside(x, k, width, height))
          return {x0 + x, y0 + x - k};
      }
      for (long k = -d; k <= d; k += 2) {
        long x = k == -d || (k != d && b(k - 1) < b(k + 1)) ? b(k + 1) : b(k - 1) + 1;
        while (x < width && x - k < height && x - k >= 0 && same(x1 - x - 1, y1 - (x - k) - 1)) ++x;
        b(k) = x;
        const long other = delta - k;
        if (delta % 2 == 0 && other >= -d && other <= d && x + f(other) >= width &&
            inside(x, k, width, height))
          return {x1 - x, y1 - (x - k)};
      }
    }
  }

  static bool inside(long x, long k, long width, long height) {
    return x >= 0 && x <= width && x - k >= 0 && x - k <= height;
  }

  std::vector<int> a_, b_;
  std::vector<long> forward_, backward_;
};

void addLine(std::string& out, char sign, std::string_view line) {
  out += sign;
  out += line;
  if (!line.ends_with('\n')) out += "\n\\ No newline at end of file\n";
}

// Of an empty range the line before it is told.
std::string rangeOf(size_t begin, size_t end) {
  if (end - begin == 1) return std::to_string(begin + 1);
  return std::to_string(end == begin ? begin : begin + 1) + "," + std::to_string(end - begin);
}

constexpr size_t context = 3;

} // namespace

std::string unifiedDiff(std::string_view before, std::string_view after, const std::string& name) {
  if (before == after) return "";
  const Lines a = linesOf(before), b = linesOf(after);
  const Script script(a, b);
  std::string out = "--- a/" + name + "\n+++ b/" + name + "\n";
  const auto sameAt = [&](size_t x, size_t y) {
    return x < a.size() && y < b.size() && !script.removed[x] && !script.added[y];
  };
  for (size_t x = 0, y = 0; x < a.size() || y < b.size();) {
    if (sameAt(x, y)) {
      ++x, ++y;
      continue;
    }
    const size_t lead = std::min(context, x);
    const size_t x0 = x - lead, y0 = y - lead;
    std::string body;
    for (size_t i = x0; i < x; ++i) addLine(body, ' ', a[i]);
    for (;;) {
      while (x < a.size() && script.removed[x]) addLine(body, '-', a[x++]);
      while (y < b.size() && script.added[y]) addLine(body, '+', b[y++]);
      size_t same = 0; // up to the next change, which belongs to this hunk if it is near
      while (same <= 2 * context && sameAt(x + same, y + same)) ++same;
      const bool atEnd = x + same == a.size() && y + same == b.size();
      const bool ends = atEnd || same > 2 * context;
      for (size_t i = 0; i < (ends ? std::min(context, same) : same); ++i, ++y) addLine(body, ' ', a[x++]);
      if (ends) break;
    }
    out += "@@ -" + rangeOf(x0, x) + " +" + rangeOf(y0, y) + " @@\n" + body;
  }
  return out;
}

} // namespace heddle::patch
