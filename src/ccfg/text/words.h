// Inside text/ only: what the printer and the lexer agree on about names.
#pragma once

#include <string>
#include <string_view>

namespace heddle::ccfg::text {

inline bool isWordChar(char ch) {
  return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9') || ch == '_' ||
         ch == '.' || ch == '#' || ch == '$' || ch == '/' || ch == '-';
}

// Does the lexer read this as one word? Not what looks like a comment, an arrow or a number.
bool isPlainWord(std::string_view s);

std::string quote(std::string_view s);      // "..." with escapes
std::string wordOrQuoted(std::string_view); // for names

} // namespace heddle::ccfg::text
