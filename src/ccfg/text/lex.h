// Inside text/ only: tokens of the model's text form.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::ccfg::text {

enum class TokenKind : uint8_t { Word, String, Symbol, End };

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text; // String: what it stands for; Symbol: the character, or ":=" or "->"
  uint32_t line = 1, column = 1;

  bool is(std::string_view symbolOrWord) const {
    return (kind == TokenKind::Word || kind == TokenKind::Symbol) && text == symbolOrWord;
  }
};

// Ends with an End token. Throws InputError at a character that begins no token.
std::vector<Token> lex(std::string_view text, std::string_view fileName);

} // namespace heddle::ccfg::text
