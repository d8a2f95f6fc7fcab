// Names in the text form: bare where the lexer reads them as one word, else quoted.
#include "ccfg/text/words.h"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::ccfg::text {

bool isPlainWord(std::string_view s) {
  if (s.empty() || s.front() == '-' || s.back() == '-' || (s.front() >= '0' && s.front() <= '9'))
    return false;
  return std::ranges::all_of(s, isWordChar) && s.find("//") == std::string_view::npos;
}

std::string quote(std::string_view s) {
  std::string text = "\"";
  for (char ch : s) {
    if (ch == '"' || ch == '\\')
      text += fmt::format("\\{}", ch);
    else if (ch == '\n')
      text += "\\n";
    else if (static_cast<unsigned char>(ch) < 32 || ch == 127)
      text += fmt::format("\\x{:02x}", ch);
    else
      text += ch;
  }
  return text + "\"";
}

std::string wordOrQuoted(std::string_view s) { return isPlainWord(s) ? std::string(s) : quote(s); }

} // namespace heddle::ccfg::text
