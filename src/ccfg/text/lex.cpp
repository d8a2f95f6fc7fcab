// Splits the text form into tokens.
#include "ccfg/text/lex.h"

#include "ccfg/text/words.h"
#include "support/error.h"

#include <fmt/format.h>

namespace heddle::ccfg::text {

namespace {

class Lexer {
public:
  Lexer(std::string_view text, std::string_view fileName) : text_(text), fileName_(fileName) {}

  std::vector<Token> run() {
    std::vector<Token> tokens;
    do tokens.push_back(next());
    while (tokens.back().kind != TokenKind::End);
    return tokens;
  }

private:
  [[noreturn]] void fail(const std::string& message) const {
    throw InputError(fmt::format("{}:{}:{}: {}", fileName_, line_, column_, message));
  }

  bool atEnd() const { return pos_ >= text_.size(); }
  char peek(size_t ahead = 0) const { return pos_ + ahead < text_.size() ? text_[pos_ + ahead] : '\0'; }
  char take() {
    const char ch = text_[pos_++];
    column_ = ch == '\n' ? 1 : column_ + 1;
    line_ += ch == '\n';
    return ch;
  }
  bool atComment() const { return peek() == '/' && peek(1) == '/'; }
  bool atArrow() const { return peek() == '-' && peek(1) == '>'; }

  void skipBlanks() {
    for (;;) {
      if (atComment())
        while (!atEnd() && peek() != '\n') take();
      else if (!atEnd() && (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r'))
        take();
      else
        return;
    }
  }

  Token next() {
    skipBlanks();
    Token t{TokenKind::End, "", line_, column_};
    if (atEnd()) return t;
    if (peek() == '"') {
      t.kind = TokenKind::String;
      t.text = string();
    } else if (isWordChar(peek()) && !atArrow()) {
      t.kind = TokenKind::Word;
      while (!atEnd() && isWordChar(peek()) && !atArrow() && !atComment()) t.text += take();
    } else {
      t.kind = TokenKind::Symbol;
      t.text = symbol();
    }
    return t;
  }

  std::string symbol() {
    if (atArrow() || (peek() == ':' && peek(1) == '=')) return {take(), take()};
    if (std::string_view("(){},;:%&?@").find(peek()) == std::string_view::npos)
      fail(fmt::format("unexpected character {}", quote(text_.substr(pos_, 1))));
    return {take()};
  }

  std::string string() {
    std::string s;
    take();
    while (!atEnd() && peek() != '"' && peek() != '\n') s += take() == '\\' ? escape() : text_[pos_ - 1];
    if (peek() != '"') fail("string without end");
    take();
    return s;
  }

  char escape() {
    if (atEnd()) fail("string without end");
    const char ch = take();
    if (ch == 'n') return '\n';
    if (ch != 'x') return ch;
    auto digit = [&]() -> unsigned {
      const char d = atEnd() ? '\0' : take();
      if (d >= '0' && d <= '9') return static_cast<unsigned>(d - '0');
      if (d >= 'a' && d <= 'f') return static_cast<unsigned>(d - 'a' + 10);
      fail("\\x needs two hexadecimal digits");
    };
    const unsigned high = digit();
    return static_cast<char>(high * 16 + digit());
  }

  std::string_view text_, fileName_;
  size_t pos_ = 0;
  uint32_t line_ = 1, column_ = 1;
};

} // namespace

std::vector<Token> lex(std::string_view text, std::string_view fileName) {
  return Lexer(text, fileName).run();
}

} // namespace heddle::ccfg::text
