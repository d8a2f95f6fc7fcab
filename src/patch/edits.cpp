// See the header. A text is rendered token by token; only what stands between tokens is laid out anew, and
// only where lines were added.

#include "patch/edits.h"

#include "support/error.h"

#include <clang/Basic/LangOptions.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

namespace heddle::patch {

namespace {

// Stands for a removed statement until all is rendered, so that lines around it still know their places.
constexpr char removed = '\x01';

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

std::string_view trimmed(std::string_view s) {
  while (!s.empty() && (isBlank(s.back()) || s.back() == '\n')) s.remove_suffix(1);
  return s;
}

// The first end of a line outside of block comments, in what stands between two tokens.
size_t firstLineEnd(std::string_view gap) {
  for (size_t i = 0; i < gap.size(); ++i) {
    if (gap.substr(i, 2) == "/*")
      i = std::min(gap.find("*/", i + 2), gap.size() - 2) + 1;
    else if (gap.substr(i, 2) == "//")
      i = std::min(gap.find('\n', i), gap.size()) - 1;
    else if (gap[i] == '\n')
      return i > 0 && gap[i - 1] == '\r' ? i - 1 : i;
  }
  return std::string_view::npos;
}

} // namespace

Edits::Edits(std::string text) : text_(std::move(text)) {
  if (text_.find(removed) != std::string::npos) throw InputError("the text has control characters");
  const size_t end = text_.find('\n');
  newline_ = end != std::string::npos && end > 0 && text_[end - 1] == '\r' ? "\r\n" : "\n";
  lines_.push_back(0);
  for (size_t i = 0; i < text_.size(); ++i)
    if (text_[i] == '\n') lines_.push_back(i + 1);
  findTokens();
  findUnit();
}

void Edits::findTokens() {
  clang::LangOptions language;
  language.C99 = language.C11 = language.LineComment = true;
  clang::Lexer lexer(clang::SourceLocation::getFromRawEncoding(1), language, text_.data(), text_.data(),
                     text_.data() + text_.size());
  for (clang::Token t;;) {
    lexer.LexFromRawLexer(t);
    if (t.is(clang::tok::eof)) break;
    const uint64_t begin = t.getLocation().getRawEncoding() - 1;
    tokens_.push_back({begin, begin + t.getLength()});
  }
}

// The least by which a line is deeper than the one before it.
void Edits::findUnit() {
  std::string before;
  for (const uint64_t line : lines_) {
    const std::string indent = lineIndent(line);
    const char first = line + indent.size() < text_.size() ? text_[line + indent.size()] : '\n';
    if (first == '\n' || first == '\r' || first == '*' || first == '/') continue;
    if (indent.starts_with('\t') && before.size() < indent.size()) {
      unit_ = "\t";
      return;
    }
    const size_t more = indent.size() > before.size() ? indent.size() - before.size() : 0;
    if (more >= 2 && (unit_.empty() || more < unit_.size())) unit_.assign(more, ' ');
    before = indent;
  }
  if (unit_.empty()) unit_ = "  ";
}

size_t Edits::tokenFrom(uint64_t offset) const {
  return static_cast<size_t>(std::ranges::lower_bound(tokens_, offset, {}, &Token::begin) - tokens_.begin());
}

uint64_t Edits::lineBegin(uint64_t offset) const {
  return *(std::upper_bound(lines_.begin(), lines_.end(), offset) - 1);
}

unsigned Edits::lineNumber(uint64_t offset) const {
  return static_cast<unsigned>(std::upper_bound(lines_.begin(), lines_.end(), offset) - lines_.begin());
}

std::string Edits::lineIndent(uint64_t offset) const {
  const uint64_t begin = lineBegin(offset);
  uint64_t end = begin;
  while (end < text_.size() && (text_[end] == ' ' || text_[end] == '\t')) ++end;
  return text_.substr(begin, end - begin);
}

bool Edits::startsLine(uint64_t offset) const {
  return lineBegin(offset) + lineIndent(offset).size() == offset;
}

// ---- edits

Edits::Gap& Edits::gapBefore(uint64_t next) { return gaps_[next]; }

Edits::Gap& Edits::gapAfter(uint64_t end) {
  const size_t next = tokenFrom(end);
  return gaps_[next == tokens_.size() ? text_.size() : tokens_[next].begin];
}

void Edits::lineBefore(uint64_t next, Rank rank, std::string line, std::string indent) {
  gapBefore(next).before.push_back({rank, std::move(line), std::move(indent), next});
}

void Edits::lineAfter(uint64_t end, Rank rank, std::string line, std::string indent, uint64_t anchor) {
  gapAfter(end).after.push_back({rank, std::move(line), std::move(indent), anchor});
}

void Edits::attachAfter(uint64_t end, const std::string& text) { gapAfter(end).suffix += text; }

void Edits::attachBefore(uint64_t next, const std::string& text) { gapBefore(next).prefix += text; }

void Edits::breakAfter(uint64_t end, const std::string& indent) {
  Gap& gap = gapAfter(end);
  gap.breaks = true;
  gap.breakIndent = indent;
}

void Edits::replace(uint64_t begin, uint64_t end, const std::string& text) { replaced_[begin] = {end, text}; }

void Edits::removeStatement(uint64_t begin, uint64_t end) { replace(begin, end, std::string(1, removed)); }

void Edits::indentMore(uint64_t begin, uint64_t end) { deeper_.push_back({begin, end}); }

// ---- rendering

unsigned Edits::shift(uint64_t offset) const {
  return static_cast<unsigned>(
      std::ranges::count_if(deeper_, [&](const Place& p) { return p.begin <= offset && offset < p.end; }));
}

std::string Edits::shifted(const std::string& indent, uint64_t anchor) const {
  std::string out = indent;
  for (unsigned n = shift(anchor); n > 0; --n) out += unit_;
  return out;
}

std::string Edits::copy(uint64_t begin, uint64_t end) const {
  std::string out;
  for (uint64_t i = begin; i < end; ++i) {
    out += text_[i];
    const uint64_t line = i + 1;
    if (text_[i] != '\n' || line > end || line == text_.size()) continue;
    if (text_[line] != '\n' && text_[line] != '\r' && text_[line] != '#') out += shifted("", line);
  }
  return out;
}

// Of what follows on the same line, when lines were added before it.
std::string Edits::nextIndent(const Gap& gap, uint64_t next) const {
  if (!gap.before.empty()) return shifted(gap.before.back().indent, next);
  if (gap.breaks) return shifted(gap.breakIndent, next);
  if (next < text_.size() && text_[next] == '}') { // as the line of its `{`
    int depth = 0;
    for (size_t i = tokenFrom(next) + 1; i-- > 0;) {
      const std::string_view s = spelling(tokens_[i]);
      depth += s == "}" ? 1 : s == "{" ? -1 : 0;
      if (depth == 0) return shifted(lineIndent(tokens_[i].begin), tokens_[i].begin);
    }
  }
  return gap.after.empty() ? "" : shifted(gap.after.back().indent, gap.after.back().anchor);
}

std::string Edits::render(const Gap& gap, Place place) const {
  Gap g = gap;
  std::stable_sort(g.after.begin(), g.after.end(), [](const Line& a, const Line& b) {
    return a.rank.construct != b.rank.construct ? a.rank.construct > b.rank.construct
                                                : a.rank.level > b.rank.level;
  });
  std::stable_sort(g.before.begin(), g.before.end(), [](const Line& a, const Line& b) {
    return a.rank.construct != b.rank.construct ? a.rank.construct > b.rank.construct
                                                : a.rank.level < b.rank.level;
  });
  std::string after, before;
  for (const Line& l : g.after) after += newline_ + shifted(l.indent, l.anchor) + l.text;
  const std::string_view old = std::string_view(text_).substr(place.begin, place.end - place.begin);
  const size_t lineEnd = firstLineEnd(old);
  if (lineEnd == std::string_view::npos) {
    if (g.after.empty() && g.before.empty() && !g.breaks && !g.closes)
      return g.suffix + copy(place.begin, place.end) + g.prefix;
    for (const Line& l : g.before) after += newline_ + shifted(l.indent, l.anchor) + l.text;
    if (place.end == text_.size()) return g.suffix + std::string(trimmed(old)) + after;
    return g.suffix + std::string(trimmed(old)) + after + newline_ + nextIndent(g, place.end) + g.prefix;
  }
  // A comment that says that a case falls through must stay beside the next one.
  const size_t next = tokenFrom(place.end);
  const bool label =
      next < tokens_.size() && (spelling(tokens_[next]) == "case" || spelling(tokens_[next]) == "default");
  const uint64_t first = place.begin + (label ? 0 : lineEnd);
  const uint64_t last = std::max(lineBegin(place.end), first); // where the next token's line begins
  for (const Line& l : g.before) before += shifted(l.indent, l.anchor) + l.text + newline_;
  std::string middle = copy(first, last);
  if (before.empty()) return g.suffix + copy(place.begin, first) + after + copy(first, place.end) + g.prefix;
  // `copy` has indented the beginning of the next line.
  const std::string deeper = last < text_.size() && text_[last] != '#' ? shifted("", last) : "";
  if (!deeper.empty() && middle.ends_with(deeper)) middle.resize(middle.size() - deeper.size());
  return g.suffix + copy(place.begin, first) + after + middle + before + deeper + copy(last, place.end) +
         g.prefix;
}

// A block on one line whose statements get lines of their own does not end beside the last one.
void Edits::breakBlocks() {
  std::vector<uint64_t> closing;
  for (const auto& [next, gap] : gaps_) {
    if (gap.before.empty() && gap.after.empty()) continue;
    int depth = 0;
    for (size_t i = tokenFrom(next); i < tokens_.size() && lineBegin(tokens_[i].begin) == lineBegin(next);
         ++i) {
      const std::string_view s = spelling(tokens_[i]);
      depth += s == "{" ? 1 : s == "}" ? -1 : 0;
      if (depth < 0 && blockBegins(i)) closing.push_back(tokens_[i].begin);
      if (depth < 0) break;
    }
  }
  for (const uint64_t next : closing) gaps_[next].closes = true;
}

// Does the block that ends with a token begin on its line?
bool Edits::blockBegins(size_t closing) const {
  int depth = 0;
  for (size_t i = closing + 1; i-- > 0;) {
    const std::string_view s = spelling(tokens_[i]);
    depth += s == "}" ? 1 : s == "{" ? -1 : 0;
    if (depth == 0) return lineBegin(tokens_[i].begin) == lineBegin(tokens_[closing].begin);
  }
  return false;
}

std::string Edits::render() {
  breakBlocks();
  std::string out;
  uint64_t done = 0; // of the old text
  const auto gapTo = [&](uint64_t next) {
    const auto gap = gaps_.find(next);
    out += gap == gaps_.end() ? copy(done, next) : render(gap->second, {done, next});
    done = next;
  };
  for (size_t i = 0; i < tokens_.size(); ++i) {
    if (tokens_[i].begin < done) continue;
    const auto changed = replaced_.find(tokens_[i].begin);
    if (changed != replaced_.end() && changed->second.second.empty() && !gaps_.contains(changed->first))
      done = changed->first; // with the blanks before it
    gapTo(tokens_[i].begin);
    if (changed == replaced_.end()) {
      out += spelling(tokens_[i]);
      done = tokens_[i].end;
    } else {
      out += changed->second.second;
      done = changed->second.first;
    }
  }
  gapTo(text_.size());
  // Removed statements: with the line, or with the blanks before it.
  for (size_t at = out.find(removed); at != std::string::npos; at = out.find(removed, at)) {
    size_t begin = at, end = at + 1;
    while (begin > 0 && (out[begin - 1] == ' ' || out[begin - 1] == '\t')) --begin;
    while (end < out.size() && isBlank(out[end])) ++end;
    const bool wholeLine = (begin == 0 || out[begin - 1] == '\n') && (end == out.size() || out[end] == '\n');
    if (wholeLine)
      out.erase(begin, std::min(end + 1, out.size()) - begin);
    else
      out.erase(begin == 0 || out[begin - 1] == '\n' ? at : begin,
                begin == 0 || out[begin - 1] == '\n' ? end - at : at + 1 - begin);
    at = begin;
  }
  return out;
}

} // namespace heddle::patch
