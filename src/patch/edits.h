// New lines between the tokens of a text, laid out as the text is.
//
// Whoever edits says between which tokens a line belongs and how deep its construct is nested; where exactly
// lines, indentation, comments and line ends go is decided here. Offsets are always those of the old text.
// Neighbours: sections, exits and heads are what edits; apply.cpp renders.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace heddle::patch {

class Edits {
public:
  explicit Edits(std::string text);

  // ---- the text

  const std::string& text() const { return text_; }
  struct Token {
    uint64_t begin, end;
  };
  const std::vector<Token>& tokens() const { return tokens_; }
  std::string_view spelling(const Token& t) const {
    return std::string_view(text_).substr(t.begin, t.end - t.begin);
  }
  size_t tokenFrom(uint64_t offset) const;       // the first that begins there or behind it
  uint64_t lineBegin(uint64_t offset) const;     // of the line that it is in
  std::string lineIndent(uint64_t offset) const; // of that line
  bool startsLine(uint64_t offset) const;
  unsigned lineNumber(uint64_t offset) const;
  const std::string& unit() const { return unit_; } // one step of indentation

  // ---- edits

  // How lines of the same place are ordered: what belongs to an inner construct stands inside.
  struct Rank {
    uint64_t construct; // before: where the construct ends; after: where it begins
    int level = 0;      // of one construct, from the outside to the inside
  };

  // A line before the token that begins at `next`, and behind comments above it.
  void lineBefore(uint64_t next, Rank rank, std::string line, std::string indent);
  // A line after the token that ends at `end`, and behind a comment beside it. `anchor`: by which the line is
  // indented deeper with the text (see `indentMore`).
  void lineAfter(uint64_t end, Rank rank, std::string line, std::string indent, uint64_t anchor);
  void attachAfter(uint64_t end, const std::string& text);   // directly behind the token
  void attachBefore(uint64_t next, const std::string& text); // directly before it
  // What follows starts a line.
  void breakAfter(uint64_t end, const std::string& indent);
  void replace(uint64_t begin, uint64_t end, const std::string& text);
  void removeStatement(uint64_t begin, uint64_t end); // with its line, if nothing else is in that
  void indentMore(uint64_t begin, uint64_t end);      // lines that begin in between, by one unit

  bool any() const { return !gaps_.empty() || !replaced_.empty() || !deeper_.empty(); }
  std::string render();

private:
  struct Line {
    Rank rank;
    std::string text, indent;
    uint64_t anchor;
  };
  struct Gap { // before a token
    std::string suffix, prefix;
    std::vector<Line> after, before;
    bool breaks = false; // what follows starts a line
    bool closes = false; // the same, and it is the `}` of a block that was on one line
    std::string breakIndent;
  };
  struct Place { // of one gap, while it is rendered
    uint64_t begin, end;
  };

  Gap& gapBefore(uint64_t next);
  Gap& gapAfter(uint64_t end);
  void findTokens();
  void findUnit();
  void breakBlocks();
  bool blockBegins(size_t closing) const;
  unsigned shift(uint64_t offset) const;
  std::string shifted(const std::string& indent, uint64_t anchor) const;
  std::string copy(uint64_t begin, uint64_t end) const;
  std::string nextIndent(const Gap& gap, uint64_t next) const;
  std::string render(const Gap& gap, Place place) const;

  std::string text_;
  std::string newline_, unit_;
  std::vector<Token> tokens_;
  std::vector<uint64_t> lines_;  // where they begin
  std::map<uint64_t, Gap> gaps_; // by the beginning of the next token
  std::map<uint64_t, std::pair<uint64_t, std::string>> replaced_;
  std::vector<Place> deeper_;
};

} // namespace heddle::patch
